import type { Ctx } from '../../ctx.ts'
import { listFulfillments } from '../orders/fulfillments/fulfillments.ts'
import type { Fulfillment } from '../orders/fulfillments/schemas.ts'
import { countReturnableUnits } from '../orders/returns/returns.ts'
import type { Order } from '../orders/schemas.ts'
import { listPublishedPolicies } from '../policies/policies.ts'
import type { OrderSummary } from './schemas.ts'

const MAX_FULFILLMENTS = 20
const DAY_MS = 86_400_000

/** What its buyer may know of an order. Without addresses: a summary may be quoted in a conversation. */
export async function toOrderSummary(ctx: Ctx, order: Order): Promise<OrderSummary> {
  const fulfillments = await listShipments(ctx, order)
  const returnable = (await isWithinReturnWindow(ctx, fulfillments))
    ? await countReturnableUnits(ctx, order)
    : undefined
  return {
    number: order.number,
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    returnStatus: order.returnStatus,
    placedAt: order.placedAt,
    canceledAt: order.canceledAt,
    total: order.totals.total,
    refunded: order.refunded,
    items: order.items.map(({ id, title, options, quantities }) => ({
      id,
      title,
      variantTitle: Object.values(options).join(' / ') || null,
      quantity: quantities.ordered,
      returnableQuantity: returnable?.get(id) ?? 0,
    })),
    shipments: fulfillments.map(({ status, tracking, createdAt, deliveredAt }) => ({
      status,
      carrier: tracking?.carrier ?? null,
      trackingNumber: tracking?.number ?? null,
      trackingUrl: tracking?.url ?? null,
      shippedAt: createdAt,
      deliveredAt,
    })),
    canCancel: canBeCanceled(order),
  }
}

async function listShipments(ctx: Ctx, order: Order): Promise<Fulfillment[]> {
  const { data } = await listFulfillments(ctx, order.id, { limit: MAX_FULFILLMENTS })
  return data.filter(({ status }) => status !== 'canceled')
}

/**
 * Nothing has left the shop. What is not shipped, such as a download or a gift card, may have been used already, and a
 * dispute or an exchange needs a person.
 */
export const canBeCanceled = ({ status, items, disputes, exchangeOf }: Order): boolean =>
  status === 'open' &&
  items.every(({ requiresShipping, quantities }) => requiresShipping && quantities.fulfilled === 0) &&
  disputes.length === 0 &&
  exchangeOf === null

export const isReturnable = async (ctx: Ctx, order: Order): Promise<boolean> =>
  isWithinReturnWindow(ctx, await listShipments(ctx, order))

/** If nobody recorded the delivery, a shipment is assumed to have taken this long: in doubt, staff decide. */
const MAX_TRANSIT_MS = 14 * DAY_MS

/** By the last shipment, as the published terms say. Without terms, staff decide about each return. */
async function isWithinReturnWindow(ctx: Ctx, shipments: readonly Fulfillment[]): Promise<boolean> {
  if (shipments.length === 0) return true
  const terms = (await listPublishedPolicies(ctx)).find(({ kind }) => kind === 'refund')?.returnTerms
  if (!terms) return true
  const deliveries = shipments.map(({ deliveredAt, createdAt }) =>
    deliveredAt === null ? Date.parse(createdAt) + MAX_TRANSIT_MS : Date.parse(deliveredAt),
  )
  return terms.windowDays > 0 && ctx.now.getTime() <= Math.max(...deliveries) + terms.windowDays * DAY_MS
}
