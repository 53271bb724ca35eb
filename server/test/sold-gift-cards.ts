import { expect } from 'vitest'
import type { Ctx } from '../src/ctx.ts'
import { issueSold } from '../src/modules/gift-card-sales/issue.ts'
import { addThing } from './cart-shop.ts'
import { type CheckoutShop, openCheckoutShop } from './checkout-shop.ts'
import type { Shop } from './open-shop.ts'

export const addCards = async (shop: Pick<Shop, 'api'>): Promise<string> => {
  const more = { requiresShipping: false }
  const product = { isGiftCard: true }
  return (await addThing(shop, { title: 'Gift card', sku: 'GIFT', price: 5000, more, product })).variants[0].id
}

export async function buyCards(
  shop: Shop,
  quantity: number,
  { said = {}, by = shop.storefront, ...cart } = {} as Wish,
) {
  const items = [{ variantId: await addCards(shop), quantity }]
  const { id: cartId } = (await by.post('/v1/carts', { items, email: 'ada@example.com', ...cart })).body
  const answer = await by.post('/v1/checkout/card', { cartId, paymentMethod: 'pm_card_visa', ...said })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  const order = (await shop.api.get(`/v1/orders/${answer.body.order.id}`)).body
  return { id: order.id as string, path: `/v1/orders/${order.id}`, lineId: order.items[0].id as string, order }
}

/** Staff notes that the buyer has paid: live, without Stripe, the only real money. */
export async function sellOutside(
  shop: Pick<Shop, 'api'>,
  items: object[],
  { email = 'ada@example.com', paid = true } = {},
) {
  const { id } = (await shop.api.post('/v1/orders', { kind: 'draft', items, ...(email && { email }) })).body
  const { body } = await shop.api.post(`/v1/orders/${id}/completion`, { payment: paid ? 'external' : 'pending' })
  expect([body.error, body.paymentStatus]).toEqual([undefined, paid ? 'paid' : 'pending'])
  return { id: id as string, path: `/v1/orders/${id}`, order: body }
}

interface Wish {
  said?: object
  by?: Shop['api']
}

/** As the job does that follows an order. */
export const issue = (shop: Shop, orderId: string) => issueSold(inSandbox(shop), orderId)
export const inSandbox = ({ server, test }: Shop): Ctx => ({
  ...server.system,
  ...test,
  now: new Date(),
  caller: { kind: 'system' },
})

export const issueLive = (shop: Shop, orderId: string) => issue({ ...shop, test: shop.live }, orderId)

export const cardsOf = async ({ api }: Pick<Shop, 'api'>) => (await api.get('/v1/gift-cards')).body.data
export const CODE = /[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){3}/

/** The codes that the sandbox shows. */
export async function codesOf({ api }: Pick<Shop, 'api'>): Promise<string[]> {
  const { data } = (await api.get('/v1/mails?kind=gift_card')).body
  const mails = await Promise.all(data.map(({ id }: { id: string }) => api.get(`/v1/mails/${id}`)))
  return mails.map(({ body }) => CODE.exec(body.text)?.[0] ?? '')
}

export const sandboxShop = (): Promise<CheckoutShop> => openCheckoutShop({ inSandbox: true })

/** What staff reads of the cards in the order's timeline, oldest first. */
export async function toldOf({ api }: Pick<Shop, 'api'>, path: string) {
  const { data } = (await api.get(`${path}/timeline`)).body
  const checked = data.filter(({ type }: { type: string }) => type === 'order.gift_cards_checked').toReversed()
  return checked.map(({ data: { outcome, count, amount } }: { data: Record<string, unknown> }) => [
    outcome,
    count,
    amount,
  ])
}

export const balancesOf = async (shop: Pick<Shop, 'api'>) =>
  (await cardsOf(shop)).map(({ status, balance }: { status: string; balance: { amount: number } }) => [
    status,
    balance.amount,
  ])
