import { expect } from 'vitest'
import type { Ctx } from '../src/ctx.ts'
import { type CheckoutShop, createReadyCart } from './checkout-shop.ts'
import type { Shop } from './open-shop.ts'

interface Purchase {
  quantity?: number
  codes?: string[]
  captureMethod?: 'automatic' | 'manual'
  paymentMethod?: string
}

/** Orders mugs at 24.99 and 4.90 for shipping as a visitor. Returns the order. */
export async function placeOrder(
  shop: CheckoutShop,
  { captureMethod, paymentMethod = 'pm_card_visa', ...cart }: Purchase = {},
) {
  const { id } = await createReadyCart(shop, cart)
  const input = { cartId: id, paymentMethod, ...(captureMethod && { captureMethod }) }
  // Only a server may capture later.
  const buyer = captureMethod === 'manual' ? shop.api : shop.storefront
  const response = await buyer.post('/v1/checkout/card', input)
  expect([response.status, response.body?.error, response.body.status]).toEqual([201, undefined, 'completed'])
  return getOrder(shop, response.body.order.id)
}

export const getOrder = async ({ api }: Pick<Shop, 'api'>, id: string) => (await api.get(`/v1/orders/${id}`)).body

/** The context of the server's own jobs: for operations interrupted halfway. */
export const systemCtx = ({ server, live }: Shop, now = new Date()): Ctx => ({
  ...server.system,
  ...live,
  now,
  caller: { kind: 'system' },
})

/** Totals of the simulated bank for all payments of the shop: captured, refunded, and the number of refunds. */
export async function bankTotals({
  server,
  live,
}: Shop): Promise<{ captured: number; refunded: number; refunds: number }> {
  const { rows } = await server.db.pool.query(
    `select coalesce(sum(captured), 0)::int as captured, coalesce(sum(refunded), 0)::int as refunded,
       (select count(*)::int from simulated_refunds where environment_id = $1) as refunds
     from simulated_payments where environment_id = $1`,
    [live.environmentId],
  )
  return rows[0]
}

/** The types of an order's events after its creation, oldest first. */
export async function orderEvents({ api }: Pick<Shop, 'api'>, orderId: string): Promise<string[]> {
  const { data } = (await api.get(`/v1/orders/${orderId}/timeline?limit=100`)).body
  const types: string[] = data.map(({ type }: { type: string }) => type)
  return types.filter((type) => type !== 'order.created').toReversed()
}

export async function stockOnHand({ api }: Shop, variantId: string): Promise<number> {
  const [level] = (await api.get(`/v1/inventory?variantId=${variantId}`)).body.data
  expect((await api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  return level.onHand
}
