import { subscriber } from '../../events/subscriber.ts'
import { followDispute } from './disputes.ts'
import { issueSold } from './issue.ts'

/** After everything by which an order may have been paid, or have got an address to write to. */
const sellGiftCards = subscriber({
  name: 'gift-cards.sell',
  on: [
    'order.created',
    'order.captured',
    'order.paid',
    'order.updated',
    'order.refunded',
    'order.credit_returned',
    'order.refund_failed',
  ],
  run: (ctx, { data: { orderId } }) => issueSold(ctx, orderId),
})

const followDisputes = subscriber({
  name: 'gift-cards.disputes',
  on: ['payment.disputed'],
  run: (ctx, { data }) => followDispute(ctx, data),
})

export const giftCardSaleSubscribers = [sellGiftCards, followDisputes]
