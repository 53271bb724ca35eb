import createClient from 'openapi-fetch'
import type { components, paths } from '../openapi-typescript/api'
import { ADDRESS, assert, BASE_URL, PAYMENT_METHOD, WORKSPACE_ID } from './shop'

/** Types by openapi-typescript, requests by openapi-fetch. */
export async function buy(): Promise<components['schemas']['Checkout']> {
  const client = createClient<paths>({ baseUrl: BASE_URL, headers: { 'X-Workspace-Id': WORKSPACE_ID } })
  const { data: products } = await client.GET('/v1/products', { params: { query: { available: true } } })
  const variantId = products?.data.find((product) => product.defaultVariantId)?.defaultVariantId
  assert(variantId, 'a product')
  const { data: empty } = await client.POST('/v1/carts', {
    body: { shippingAddress: ADDRESS, email: 'ada@example.com' },
  })
  assert(empty, 'a cart')
  const added = await client.POST('/v1/carts/{id}/items', {
    params: { path: { id: empty.id } },
    body: { variantId, quantity: 1 },
  })
  const service = added.data?.shipping.options[0]?.service
  assert(service, 'a shipping option')
  const updated = await client.PATCH('/v1/carts/{id}', {
    params: { path: { id: empty.id } },
    body: { shipping: { service } },
  })
  const cart: components['schemas']['Cart'] | undefined = updated.data
  assert(cart, 'a cart with shipping')
  const { data: checkout, error } = await client.POST('/v1/checkout/card', {
    body: { cartId: cart.id, paymentMethod: PAYMENT_METHOD, expectedTotal: cart.totals.total },
  })
  assert(checkout, `a checkout, not ${JSON.stringify(error)}`)
  return checkout
}
