import { subscriber } from '../../events/subscriber.ts'
import { mailFor } from './mails.ts'

/** An order that comes from elsewhere was confirmed there. */
const confirmOrders = subscriber({
  name: 'mails.confirm-orders',
  on: ['order.created'],
  run: async (ctx, { data: { orderId, source } }) => {
    if (source !== 'import') await mailFor(ctx, { kind: 'order_confirmation', orderId })
  },
})

const tellOfParcels = subscriber({
  name: 'mails.tell-of-parcels',
  on: ['order.fulfilled'],
  run: async (ctx, { data: { orderId, fulfillmentId, notify } }) => {
    if (notify) await mailFor(ctx, { kind: 'order_shipped', orderId, reference: fulfillmentId })
  },
})

const tellOfRefunds = subscriber({
  name: 'mails.tell-of-refunds',
  on: ['order.refunded'],
  run: (ctx, { data: { orderId, refundId } }) => mailFor(ctx, { kind: 'order_refunded', orderId, reference: refundId }),
})

/** What a buyer is told of. */
export const mailSubscribers = [confirmOrders, tellOfParcels, tellOfRefunds]
