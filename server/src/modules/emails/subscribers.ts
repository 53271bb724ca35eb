import { defineSubscriber, type Subscriber } from '../../events/subscriber.ts'
import type { Mail } from '../../ports/mail.ts'
import { getOrder } from '../orders/orders.ts'
import { createEmailForEvent } from './emails.ts'

/** Imported orders were confirmed by the system they come from. */
const confirmOrders = (mail: Mail) =>
  defineSubscriber({
    name: 'emails.confirm-orders',
    on: ['order.created'],
    isIndependent: true,
    run: async (ctx, { data: { orderId, source } }) => {
      if (source !== 'import') await createEmailForEvent(ctx, mail, { kind: 'order_confirmation', orderId })
    },
  })

const notifyShipments = (mail: Mail) =>
  defineSubscriber({
    name: 'emails.notify-shipments',
    on: ['order.fulfilled'],
    run: async (ctx, { data: { orderId, fulfillmentId, notify } }) => {
      if (notify) await createEmailForEvent(ctx, mail, { kind: 'order_shipped', orderId, fulfillmentId })
    },
  })

/** Not every scan: what the customer waits for, and what they must know. */
const NOTIFIED_STATUSES = [
  'out_for_delivery',
  'available_for_pickup',
  'attempt_failed',
  'delivered',
  'exception',
  'returned',
] as const
/** Later it is no news, as when a shop connects its carrier and the past arrives. */
const MAX_AGE_MS = 2 * 86_400_000

/** Imported orders are looked after by the system they come from. */
const notifyTracking = (mail: Mail) =>
  defineSubscriber({
    name: 'emails.notify-tracking',
    on: ['order.tracking_updated'],
    run: async (ctx, { data: { orderId, fulfillmentId, trackingStatus, occurredAt } }) => {
      const isNews = Date.parse(occurredAt) > ctx.now.getTime() - MAX_AGE_MS
      if (!isNews || !(NOTIFIED_STATUSES as readonly string[]).includes(trackingStatus)) return
      if ((await getOrder(ctx, orderId)).source === 'import') return
      await createEmailForEvent(ctx, mail, { kind: 'shipment_update', orderId, fulfillmentId })
    },
  })

const notifyRefunds = (mail: Mail) =>
  defineSubscriber({
    name: 'emails.notify-refunds',
    on: ['order.refunded'],
    run: (ctx, { data: { orderId, refundId } }) =>
      createEmailForEvent(ctx, mail, { kind: 'order_refunded', orderId, refundId }),
  })

export const emailSubscribers = (mail: Mail): Subscriber[] =>
  [confirmOrders, notifyShipments, notifyTracking, notifyRefunds].map((subscriber) => subscriber(mail))
