import { expect } from 'vitest'
import type { Ctx } from '../src/ctx.ts'
import { issueSoldCards } from '../src/modules/gift-card-sales/gift-card-sales.ts'
import { addSimpleProduct } from './cart-shop.ts'
import { type CheckoutShop, openCheckoutShop } from './checkout-shop.ts'
import type { Shop } from './open-shop.ts'

export const addGiftCardProduct = async (shop: Pick<Shop, 'api'>): Promise<string> => {
  const more = { requiresShipping: false }
  const product = { giftCard: true }
  return (await addSimpleProduct(shop, { title: 'Gift card', sku: 'GIFT', price: 5000, more, product })).variants[0].id
}

export async function buyGiftCards(
  shop: Shop,
  quantity: number,
  { checkoutInput = {}, client = shop.storefront, ...cart } = {} as PurchaseOptions,
) {
  const items = [{ variantId: await addGiftCardProduct(shop), quantity }]
  const { id: cartId } = (await client.post('/v1/carts', { items, email: 'ada@example.com', ...cart })).body
  const response = await client.post('/v1/checkout/card', { cartId, paymentMethod: 'pm_card_visa', ...checkoutInput })
  expect([response.status, response.body.error]).toEqual([201, undefined])
  const order = (await shop.api.get(`/v1/orders/${response.body.order.id}`)).body
  return { id: order.id as string, path: `/v1/orders/${order.id}`, itemId: order.items[0].id as string, order }
}

/** Staff record an external payment: in live mode without Stripe, the only real money. */
export async function sellForExternalPayment(
  shop: Pick<Shop, 'api'>,
  items: object[],
  { email = 'ada@example.com', paid = true } = {},
) {
  const { id } = (await shop.api.post('/v1/orders', { kind: 'draft', items, ...(email && { email }) })).body
  const { body } = await shop.api.post(`/v1/orders/${id}/completion`, { payment: paid ? 'external' : 'pending' })
  expect([body.error, body.paymentStatus]).toEqual([undefined, paid ? 'paid' : 'pending'])
  return { id: id as string, path: `/v1/orders/${id}`, order: body }
}

interface PurchaseOptions {
  checkoutInput?: object
  client?: Shop['api']
}

/** Like the job that runs after an order. */
export const issueSandboxCards = (shop: Shop, orderId: string) => issueSoldCards(sandboxCtx(shop), orderId)
export const sandboxCtx = ({ server, test }: Shop): Ctx => ({
  ...server.system,
  ...test,
  now: new Date(),
  caller: { kind: 'system' },
})

export const issueLiveCards = (shop: Shop, orderId: string) => issueSandboxCards({ ...shop, test: shop.live }, orderId)

export const listCards = async ({ api }: Pick<Shop, 'api'>) => (await api.get('/v1/gift-cards')).body.data
export const CODE_PATTERN = /[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){3}/

/** Gift card codes from the sandbox's emails. */
export async function listEmailedCodes({ api }: Pick<Shop, 'api'>): Promise<string[]> {
  const { data } = (await api.get('/v1/emails?kind=gift_card')).body
  const emails = await Promise.all(data.map(({ id }: { id: string }) => api.get(`/v1/emails/${id}`)))
  return emails.map(({ body }) => CODE_PATTERN.exec(body.text)?.[0] ?? '')
}

export const openSandboxShop = (): Promise<CheckoutShop> => openCheckoutShop({ inSandbox: true })

/** Gift card checks in the order's timeline, oldest first. */
export async function listCardReviews({ api }: Pick<Shop, 'api'>, path: string) {
  const { data } = (await api.get(`${path}/timeline`)).body
  const reviews = data.filter(({ type }: { type: string }) => type === 'order.gift_cards_reviewed').toReversed()
  return reviews.map(({ data: { outcome, count, amount } }: { data: Record<string, unknown> }) => [
    outcome,
    count,
    amount,
  ])
}

export const listCardBalances = async (shop: Pick<Shop, 'api'>) =>
  (await listCards(shop)).map(({ status, balance }: { status: string; balance: { amount: number } }) => [
    status,
    balance.amount,
  ])
