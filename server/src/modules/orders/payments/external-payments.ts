import { actorOf, type Ctx } from '../../../ctx.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { formatMoney, money } from '../../../kit/money.ts'
import { auditValueCreation } from '../../audit/audit.ts'
import { changeOrder } from '../change-order.ts'
import { insertExternalPayments } from '../place-order-queries.ts'
import type { OrderRow } from '../queries.ts'
import type { Order } from '../schemas.ts'
import { sellsGiftCards } from '../sold-gift-cards/sold-gift-cards.ts'
import { amountDue } from '../status.ts'
import type { NewExternalPayment } from './schemas.ts'

/** Records a payment in cash or by bank transfer. The second of two concurrent requests gets the amount still due. */
export const recordExternalPayment = (ctx: Ctx, id: Order['id'], input: NewExternalPayment): Promise<Order> =>
  changeOrder(ctx, id, 'record a payment for', async (ctx, order) => {
    const amount = resolveAmount(order, input.amount)
    const { reference = null, staffNote } = input
    const paymentId = await addExternalPayment(ctx, order, {
      amount,
      reference,
      details: staffNote === undefined ? {} : { staffNote },
    })
    const data = { orderId: id, paymentId, amount: money(amount, order.currency), actor: actorOf(ctx.caller) }
    return [{ type: 'order.payment_recorded', data }]
  })

function resolveAmount(order: OrderRow, requested: NewExternalPayment['amount']): number {
  const { number, currency } = order
  if (requested && requested.currency !== currency) {
    const path = '/amount/currency'
    throw invalidRequest(`This order is in ${currency}. Send the amount in ${currency}.`, [
      { path, message: `must be ${currency}, the order’s currency` },
    ])
  }
  const dueAmount = amountDue(order)
  if (!requested && dueAmount === 0) throw new AppError('conflict', `Order #${number} has nothing left to pay.`)
  const amount = requested?.amount ?? dueAmount
  if (amount <= dueAmount) return amount
  const due = { amount: dueAmount, currency }
  throw new AppError('payment_too_large', `You can record at most ${formatMoney(due)} for order #${number}.`, {
    details: [{ path: '/amount/amount', message: 'must not exceed the amount due', maxAmount: due }],
    fields: { due },
  })
}

interface ExternalPaymentInput {
  amount: number
  reference?: string | null
  details?: object
}

/** Records a payment that this server can't verify. Returns its id. */
export async function addExternalPayment(
  ctx: Ctx,
  order: OrderRow,
  { amount, reference = null, details = {} }: ExternalPaymentInput,
) {
  if (sellsGiftCards(order)) {
    const auditDetails = { orderId: order.id, amount: formatMoney(money(amount, order.currency)) }
    await auditValueCreation(ctx, 'gift_card_order.payment_recorded', `#${order.number}`, auditDetails)
  }
  const id = newId('pay')
  const payment = { id, ref: reference, status: 'paid', refunded: 0, details } as const
  await insertExternalPayments(ctx, order, [{ ...payment, amount, captured: amount }])
  return id
}
