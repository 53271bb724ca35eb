import { subscriber } from '../../events/subscriber.ts'
import { mailFor } from './mails.ts'

/** What a buyer is told of. An order that comes from elsewhere was confirmed there. */
export const mailOfOrders = subscriber({
  name: 'mails.orders',
  on: ['order.created'],
  run: async (ctx, { data }) => {
    if (data.source === 'import') return
    await mailFor(ctx, { kind: 'order_confirmation', orderId: data.orderId })
  },
})
