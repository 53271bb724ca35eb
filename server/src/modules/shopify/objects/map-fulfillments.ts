import type { LineItemLine, OrderLine } from '../../../ports/shop-lines.ts'
import type { SourceOrder } from '../../orders/order-sync/order-sync.ts'
import { toLine } from './map-customer.ts'

type SourceFulfillment = NonNullable<SourceOrder['fulfillments']>[number]
type ShopFulfillment = OrderLine['fulfillments'][number]

const isSent = ({ status }: ShopFulfillment): boolean => !['CANCELLED', 'ERROR', 'FAILURE'].includes(status)

/**
 * An export says how many units of each item were sent, but not with which of several shipments: such an order must be
 * read again as a single object.
 */
export const lacksShippedItems = ({ fulfillments }: OrderLine): boolean => {
  const sent = fulfillments.filter(isSent)
  return sent.length > 1 && sent.some(({ fulfillmentLineItems }) => fulfillmentLineItems === undefined)
}

/** Without what an export can't have, so that both kinds of reading agree. */
export const withoutShippedItems = (order: OrderLine): OrderLine => ({
  ...order,
  fulfillments: order.fulfillments.map(({ fulfillmentLineItems: _, ...fulfillment }) => fulfillment),
})

interface MappingContext {
  placedAt: string
  now: Date
  /** The customer was erased here: what leads to them does not come back. */
  isErased: boolean
}

export function mapFulfillments(
  { fulfillments }: OrderLine,
  lines: LineItemLine[],
  { placedAt, now, isErased }: MappingContext,
): SourceFulfillment[] {
  const places = new Map(lines.map(({ id }, index) => [id, index]))
  const allSent = lines.map(({ quantity, unfulfilledQuantity }, index) => ({
    index,
    quantity: Math.max(0, quantity - unfulfilledQuantity),
  }))
  const within = (time: string) => {
    const ms = Math.min(Date.parse(time), now.getTime())
    return new Date(Math.max(ms, Date.parse(placedAt))).toISOString()
  }
  const hasOneSent = fulfillments.filter(isSent).length === 1
  return fulfillments.map((fulfillment) => ({
    externalId: fulfillment.id,
    // A single shipment has all that was sent: its own list may be cut off after 100 items.
    items: hasOneSent
      ? allSent
      : (fulfillment.fulfillmentLineItems?.nodes ?? []).flatMap(({ quantity, lineItem }) => {
          const index = places.get(lineItem.id)
          return index === undefined || quantity === null ? [] : [{ index, quantity }]
        }),
    tracking: isErased ? null : toTracking(fulfillment),
    fulfilledAt: within(fulfillment.createdAt),
    deliveredAt: fulfillment.deliveredAt && within(fulfillment.deliveredAt),
    isCanceled: !isSent(fulfillment),
  }))
}

/** Ours has one number. */
function toTracking({ trackingInfo: [info] }: ShopFulfillment): SourceFulfillment['tracking'] {
  if (!info) return null
  const [carrier, number] = [toLine(info.company, 100), toLine(info.number, 100)]
  const url = info.url && /^https?:\/\//.test(info.url) && URL.canParse(info.url) ? info.url.slice(0, 2000) : undefined
  if (!carrier && !number && !url) return null
  return { ...(carrier && { carrier }), ...(number && { number }), ...(url && { url }) }
}
