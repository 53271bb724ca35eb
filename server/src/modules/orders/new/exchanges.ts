import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { type Money, money } from '../../../kit/money.ts'
import { toPlainText } from '../../../kit/money-text.ts'
import { assertCanCreateValue, createValue } from '../../audit/value-creation.ts'
import { toTotals } from '../../carts/answer.ts'
import { changeOrder } from '../change-order.ts'
import { getReturn, refuseUnreturnable, writeReturn } from '../goods/returns.ts'
import { shareOf } from '../line-share.ts'
import { listAllRefunds } from '../money/refund-queries.ts'
import { planWhole } from '../money/refund-rules.ts'
import { spentOf } from '../money/refunds.ts'
import { getOrder } from '../orders.ts'
import { hasTestMoney } from '../payment-kinds.ts'
import { placeOrder } from '../place-order.ts'
import type { NewPayment, PlacedOrder } from '../placed.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import type { Order } from '../schemas.ts'
import { refuseMove } from '../status.ts'
import { reckonDraft } from './draft-lines.ts'
import { staffOrder } from './drafts.ts'
import { takeStock } from './imports.ts'
import type { Exchange, ExchangePreview, NewExchange } from './new-order-schemas.ts'
import { sum } from './reckon.ts'

/**
 * Something comes back and something else goes out: a return that is agreed to, and a new order that what comes back pays for,
 * as far as it goes. Both or neither, with the stock of the new one.
 */
export function exchange(ctx: Ctx, orderId: Order['id'], wanted: NewExchange, number: number): Promise<Exchange> {
  return transaction(ctx, async (ctx) => {
    const [returnId, newOrderId] = [newId('ret'), newId('ord')]
    await changeOrder(ctx, orderId, 'exchange', async (ctx, order) => {
      const { placed, payments } = await planExchange(ctx, order, wanted, { newOrderId, returnId })
      if (hasGiftCards(placed)) {
        await createValue(ctx, 'gift_card_order.exchanged', `#${number}`, { orderId: newOrderId, exchangeOf: orderId })
      }
      const { returns, note = null } = wanted
      await writeReturn(ctx, order, { id: returnId, status: 'approved', lines: returns, note })
      await placeOrder(ctx, { placed, number, payments, checkoutId: null, isSale: true })
      const made = await findOrder(ctx, newOrderId)
      if (made) await takeStock(ctx, made)
      const by = actorOf(ctx.caller)
      return [{ type: 'order.exchanged', data: { orderId, returnId, newOrderId, by } } as NewEvent]
    })
    return { return: await getReturn(ctx, orderId, returnId), order: await getOrder(ctx, newOrderId) }
  })
}

/** What it would come to, reckoned as it is when it is made. Whether all of it is on the shelf is seen only then. */
export async function previewExchange(ctx: Ctx, orderId: string, wanted: NewExchange): Promise<ExchangePreview> {
  const order = await findOrder(ctx, orderId)
  if (!order) throw notFound('order', orderId)
  refuseMove(order, 'exchange')
  const ids = { newOrderId: newId('ord'), returnId: newId('ret') }
  const { placed, credit } = await planExchange(ctx, order, wanted, ids)
  const { currency, totals } = placed
  const due = money(Math.max(0, totals.total - credit), currency)
  return {
    orderId: order.id,
    credit: money(credit, currency),
    totals: { ...toTotals({ totals, currency }), due },
    due,
    left: money(Math.max(0, credit - totals.total), currency),
  }
}

interface Ids {
  newOrderId: string
  returnId: string
}

/** Refuses what can't be exchanged. Writes nothing. */
async function planExchange(ctx: Ctx, order: OrderRow, wanted: NewExchange, ids: Ids) {
  const { returns, payment = 'pending', expectedTotal, expectedDue } = wanted
  refuseGiftCards(order, returns)
  await refuseUnreturnable(ctx, order, returns, '/returns')
  const credit = await creditOf(ctx, order, returns)
  const placed = await placedOfExchange(ctx, order, wanted, ids)
  if (hasGiftCards(placed)) assertCanCreateValue(ctx, 'gift_card_order.exchanged')
  const { currency, totals } = placed
  refuseOther('/expectedTotal', expectedTotal, money(totals.total, currency))
  refuseOther('/expectedDue', expectedDue, money(Math.max(0, totals.total - credit), currency))
  return { credit, placed, payments: paymentsOf(order, credit, { total: placed.totals.total, payment }) }
}

const hasGiftCards = ({ lines }: PlacedOrder): boolean => lines.some(({ isGiftCard }) => isGiftCard)

/** Prices, taxes and what is left of the old order may have changed since somebody has looked at the preview. */
function refuseOther(path: string, expected: Money | undefined, is: Money): void {
  if (!expected || (expected.amount === is.amount && expected.currency === is.currency)) return
  const message = `is ${toPlainText(is)} in truth`
  throw new AppError('conflict', 'The exchange comes to something else by now. Look at its preview again.', {
    details: [{ path, message, actual: is.amount }],
  })
}

/** A card that was sold is ended by a refund and by nothing else: whoever exchanges it could still spend it. */
function refuseGiftCards({ number, lines }: OrderRow, returns: NewExchange['returns']): void {
  const gift = returns.find(({ lineId }) => lines.some(({ id, facts }) => id === lineId && facts.isGiftCard))
  if (!gift) return
  throw new AppError('conflict', `${gift.lineId} of order #${number} is a gift card: refund it, which takes it back.`)
}

/** To whom the old one went, at today's prices; sending it costs nothing. */
async function placedOfExchange(
  ctx: Ctx,
  { id, number, currency, email, customerId, contents }: OrderRow,
  { items, note = null }: NewExchange,
  ids: Ids,
): Promise<PlacedOrder> {
  const { shippingAddress, billingAddress, locale } = contents
  const reckoned = await reckonDraft(ctx, { items, shipping: null, currency, shippingAddress, billingAddress })
  return {
    ...staffOrder,
    ...reckoned,
    id: ids.newOrderId,
    email,
    customerId,
    locale,
    shippingAddress,
    billingAddress,
    note,
    exchangeOf: { orderId: id, number, returnId: ids.returnId },
  }
}

/**
 * As it was charged, with discounts and taxes, and no more than could be given back in money. A unit that was refunded, or has
 * paid for something else, is worth nothing any more. Refunds take the first units of a line and exchanges its last, so that
 * both together come to the line, to the cent, in whatever order they are made.
 */
async function creditOf(ctx: Ctx, order: OrderRow, returns: NewExchange['returns']): Promise<number> {
  const spent = await spentOf(ctx, order)
  const worth = returns.map(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId)
    if (!line) return 0
    const left = line.ordered - (spent.units.get(lineId)?.quantity ?? 0)
    const upTo = (units: number) => shareOf(line, Math.max(line.refunded, units))
    return upTo(left) - upTo(left - quantity)
  })
  return Math.min(sum(worth), planWhole(order, await listAllRefunds(ctx, order.id), spent).refundable)
}

function paymentsOf(
  { id, number, payments }: OrderRow,
  credit: number,
  { total, payment }: { total: number; payment: NewExchange['payment'] },
): NewPayment[] {
  const outside = { kind: 'external', provider: null, ref: null, status: 'paid' } as const
  const covered = Math.min(credit, total)
  const rest = payment === 'external' ? total - covered : 0
  const details = { exchangeOf: number, ...(hasTestMoney(payments) && { isTest: true }) }
  return [
    ...(covered > 0 ? [{ ...outside, ref: id, amount: covered, details }] : []),
    ...(rest > 0 ? [{ ...outside, amount: rest, details: {} }] : []),
  ]
}
