import { defineSubscriber } from '../../events/subscriber.ts'
import { handleDispute } from './disputes.ts'
import { issueSoldCards } from './gift-card-sales.ts'

/** Every event after which an order may be paid, or may have got an email address. */
const issueGiftCards = defineSubscriber({
  name: 'gift-cards.issue',
  on: [
    'order.created',
    'order.captured',
    'order.payment_recorded',
    'order.updated',
    'order.refunded',
    'order.credit_returned',
    'order.refund_failed',
  ],
  isIndependent: true,
  run: (ctx, { data: { orderId } }) => issueSoldCards(ctx, orderId),
})

const handleDisputes = defineSubscriber({
  name: 'gift-cards.handle-disputes',
  on: ['payment.disputed'],
  run: (ctx, { data }) => handleDispute(ctx, data),
})

export const giftCardSaleSubscribers = [issueGiftCards, handleDisputes]
