import { client } from '../hey-api/client.gen'
import { cartsCreate, cartsItemsAdd, cartsUpdate, checkoutPay, productsList } from '../hey-api/sdk.gen'
import type { Checkout } from '../hey-api/types.gen'
import { ADDRESS, assert, BASE_URL, PAYMENT_METHOD, WORKSPACE_ID } from './shop'

/** The SDK by @hey-api/openapi-ts, which fills the security scheme of the workspace id. */
export async function buy(): Promise<Checkout> {
  client.setConfig({ baseUrl: BASE_URL, auth: (scheme) => (scheme.type === 'apiKey' ? WORKSPACE_ID : undefined) })
  const { data: products } = await productsList({ query: { available: true } })
  const variantId = products?.data.find((product) => product.defaultVariantId)?.defaultVariantId
  assert(variantId, 'a product')
  const { data: empty } = await cartsCreate({ body: { shippingAddress: ADDRESS, email: 'ada@example.com' } })
  assert(empty, 'a cart')
  const { data: added } = await cartsItemsAdd({ path: { id: empty.id }, body: { variantId, quantity: 1 } })
  const service = added?.shipping.options[0]?.service
  assert(service, 'a shipping option')
  const { data: cart } = await cartsUpdate({ path: { id: empty.id }, body: { shipping: { service } } })
  assert(cart, 'a cart with shipping')
  const { data: checkout, error } = await checkoutPay({
    body: { cartId: cart.id, paymentMethod: PAYMENT_METHOD, expectedTotal: cart.totals.total },
  })
  assert(checkout, `a checkout, not ${JSON.stringify(error)}`)
  return checkout
}
