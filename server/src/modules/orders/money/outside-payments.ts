import { actorOf, type Ctx } from '../../../ctx.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { money } from '../../../kit/money.ts'
import { toPlainText } from '../../../kit/money-text.ts'
import { createValue } from '../../audit/value-creation.ts'
import { changeOrder } from '../change-order.ts'
import type { OrderRow } from '../queries.ts'
import type { Order } from '../schemas.ts'
import { dueOf } from '../status.ts'
import { insertOutsidePayments } from './credit-queries.ts'
import type { NewOutsidePayment } from './money-schemas.ts'
import { sellsCards } from './sold-cards.ts'

/** Somebody has paid in cash or by a transfer. Of two who note it at once the second is told what is left. */
export const noteOutsidePayment = (ctx: Ctx, id: Order['id'], wanted: NewOutsidePayment): Promise<Order> =>
  changeOrder(ctx, id, 'note a payment of', async (ctx, order) => {
    const amount = amountOf(order, wanted.amount)
    const { reference = null, note } = wanted
    const paymentId = await payOutside(ctx, order, { amount, reference, details: note === undefined ? {} : { note } })
    const data = { orderId: id, paymentId, amount: money(amount, order.currency), by: actorOf(ctx.caller) }
    return [{ type: 'order.paid', data }]
  })

function amountOf(order: OrderRow, wanted: NewOutsidePayment['amount']): number {
  const { number, currency } = order
  if (wanted && wanted.currency !== currency) {
    const path = '/amount/currency'
    throw invalidRequest('The currency is another.', [{ path, message: `must be ${currency}, as the order is` }])
  }
  const owed = dueOf(order)
  if (!wanted && owed === 0) throw new AppError('conflict', `Nothing of order #${number} is owed.`)
  const amount = wanted?.amount ?? owed
  if (amount <= owed) return amount
  throw new AppError('payment_too_large', `Only ${owed} of order #${number} are owed.`, {
    details: [{ path: '/amount/amount', message: 'is more than is owed', actual: owed }],
  })
}

interface Paid {
  amount: number
  reference?: string | null
  details?: object
}

/** The server has not seen it and only notes it. Answers the payment's id. */
export async function payOutside(ctx: Ctx, order: OrderRow, { amount, reference = null, details = {} }: Paid) {
  if (sellsCards(order)) {
    const said = { orderId: order.id, amount: toPlainText(money(amount, order.currency)) }
    await createValue(ctx, 'gift_card_order.paid', `#${order.number}`, said)
  }
  const id = newId('pay')
  const paid = { id, ref: reference, status: 'paid', refunded: 0, details } as const
  await insertOutsidePayments(ctx, order, [{ ...paid, amount, captured: amount }])
  return id
}
