import { defineSubscriber } from '../../events/subscriber.ts'
import { createEmailForEvent } from './emails.ts'

/** Imported orders were confirmed by the system they come from. */
const confirmOrders = defineSubscriber({
  name: 'emails.confirm-orders',
  on: ['order.created'],
  run: async (ctx, { data: { orderId, source } }) => {
    if (source !== 'import') await createEmailForEvent(ctx, { kind: 'order_confirmation', orderId })
  },
})

const notifyShipments = defineSubscriber({
  name: 'emails.notify-shipments',
  on: ['order.fulfilled'],
  run: async (ctx, { data: { orderId, fulfillmentId, notify } }) => {
    if (notify) await createEmailForEvent(ctx, { kind: 'order_shipped', orderId, fulfillmentId })
  },
})

const notifyRefunds = defineSubscriber({
  name: 'emails.notify-refunds',
  on: ['order.refunded'],
  run: (ctx, { data: { orderId, refundId } }) =>
    createEmailForEvent(ctx, { kind: 'order_refunded', orderId, refundId }),
})

export const emailSubscribers = [confirmOrders, notifyShipments, notifyRefunds]
