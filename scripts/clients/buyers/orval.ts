import { type Checkout, cartsCreate, cartsItemsAdd, cartsUpdate, checkoutPay, productsList } from '../orval/api'
import { cartsCreateBody, cartsItemsAddResponse, productsListResponse } from '../orval/zod'
import { ADDRESS, assert, PAYMENT_METHOD, WORKSPACE_ID } from './shop'

/** Requests by orval's fetch client; its zod schemas check a request and what the server returns. */
export async function buy(): Promise<Checkout> {
  const options = { headers: { 'X-Workspace-Id': WORKSPACE_ID } }
  const products = await productsList({ available: true }, options)
  assert(products.status === 200, 'products')
  productsListResponse.parse(products.data)
  const variantId = products.data.data.find((product) => product.defaultVariantId)?.defaultVariantId
  assert(variantId, 'a product')
  const newCart = cartsCreateBody.parse({ shippingAddress: ADDRESS, email: 'ada@example.com' })
  const empty = await cartsCreate(newCart, options)
  assert(empty.status === 201, 'a cart')
  const added = await cartsItemsAdd(empty.data.id, { variantId, quantity: 1 }, options)
  assert(added.status === 200, 'a cart with an item')
  cartsItemsAddResponse.parse(added.data)
  const service = added.data.shipping.options[0]?.service
  assert(service, 'a shipping option')
  const updated = await cartsUpdate(empty.data.id, { shipping: { service } }, options)
  assert(updated.status === 200, 'a cart with shipping')
  const cart = updated.data
  const checkout = await checkoutPay(
    { cartId: cart.id, paymentMethod: PAYMENT_METHOD, expectedTotal: cart.totals.total },
    options,
  )
  assert(checkout.status === 201, `a checkout, not ${JSON.stringify(checkout.data)}`)
  return checkout.data
}
