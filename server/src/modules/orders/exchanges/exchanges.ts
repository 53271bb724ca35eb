import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { proratedTotal } from '../../../kit/allocate-money.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { formatMoney, type Money, money } from '../../../kit/money.ts'
import { sum } from '../../../kit/sum.ts'
import { toTotals } from '../../../pricing/pricing-result.ts'
import { assertCanCreateValue, auditValueCreation } from '../../audit/audit.ts'
import { changeOrder } from '../change-order.ts'
import { staffOrderDefaults } from '../drafts/drafts.ts'
import { resolveDraft } from '../drafts/resolve-draft.ts'
import { commitStock, getOrder, placeOrder } from '../orders.ts'
import { hasTestPayments } from '../payment-rules.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import { planFullRefund } from '../refunds/plan-refund.ts'
import { listAllRefunds } from '../refunds/queries.ts'
import { loadUnavailableFunds } from '../refunds/refunds.ts'
import { assertReturnable, createReturn, getReturn } from '../returns/returns.ts'
import type { NewOrderPayment, Order, OrderSnapshot } from '../schemas.ts'
import { assertAllowed } from '../status.ts'
import type { Exchange, ExchangePreview, NewExchange } from './schemas.ts'

/**
 * Creates an approved return and a new order, which the returned items pay for as far as their credit goes. All or
 * nothing, including the stock of the new order.
 */
export function createExchange(ctx: Ctx, orderId: Order['id'], input: NewExchange, number: number): Promise<Exchange> {
  return transaction(ctx, async (ctx) => {
    const [returnId, newOrderId] = [newId('ret'), newId('ord')]
    await changeOrder(ctx, orderId, 'exchange', async (ctx, order) => {
      const { snapshot, payments } = await planExchange(ctx, order, input, { newOrderId, returnId })
      if (hasGiftCards(snapshot)) {
        await auditValueCreation(ctx, 'gift_card_order.exchanged', `#${number}`, {
          orderId: newOrderId,
          exchangeOf: orderId,
        })
      }
      const { returns, note = null } = input
      await createReturn(ctx, order, { id: returnId, status: 'approved', items: returns, staffNote: note })
      await placeOrder(ctx, { snapshot, number, payments, checkoutId: null, kind: 'sale' })
      const newOrder = await findOrder(ctx, newOrderId)
      if (newOrder) await commitStock(ctx, newOrder)
      const actor = actorOf(ctx.caller)
      return [{ type: 'order.exchanged', data: { orderId, returnId, newOrderId, actor } } as NewEvent]
    })
    return { return: await getReturn(ctx, orderId, returnId), order: await getOrder(ctx, newOrderId) }
  })
}

/**
 * The same computation as for the real exchange, except stock: availability is only checked when the exchange is
 * created.
 */
export async function previewExchange(ctx: Ctx, orderId: string, input: NewExchange): Promise<ExchangePreview> {
  const order = await findOrder(ctx, orderId)
  if (!order) throw notFound('order', orderId)
  assertAllowed(order, 'exchange')
  const ids = { newOrderId: newId('ord'), returnId: newId('ret') }
  const { snapshot, credit } = await planExchange(ctx, order, input, ids)
  const { currency, totals } = snapshot
  const due = money(Math.max(0, totals.total - credit), currency)
  return {
    orderId: order.id,
    credit: money(credit, currency),
    totals: { ...toTotals({ totals, currency }), due },
    due,
    remainingCredit: money(Math.max(0, credit - totals.total), currency),
  }
}

interface ExchangeIds {
  newOrderId: string
  returnId: NonNullable<Order['exchangeOf']>['returnId']
}

/** Rejects what can't be exchanged. Writes nothing. */
async function planExchange(ctx: Ctx, order: OrderRow, input: NewExchange, ids: ExchangeIds) {
  const { returns, payment = 'pending', expectedTotal, expectedDue } = input
  assertNoGiftCards(order, returns)
  await assertReturnable(ctx, order, returns, '/returns')
  const credit = await computeCredit(ctx, order, returns)
  const snapshot = await snapshotExchange(ctx, order, input, ids)
  if (hasGiftCards(snapshot)) assertCanCreateValue(ctx, 'gift_card_order.exchanged')
  const { currency, totals } = snapshot
  assertExpected('/expectedTotal', expectedTotal, money(totals.total, currency))
  assertExpected('/expectedDue', expectedDue, money(Math.max(0, totals.total - credit), currency))
  return { credit, snapshot, payments: toNewPayments(order, credit, { total: snapshot.totals.total, payment }) }
}

const hasGiftCards = ({ items }: OrderSnapshot): boolean => items.some(({ giftCard }) => giftCard)

/** Prices, taxes and the old order may have changed since the preview. */
function assertExpected(path: string, expected: Money | undefined, actual: Money): void {
  if (!expected || (expected.amount === actual.amount && expected.currency === actual.currency)) return
  const message = `is now ${formatMoney(actual)}`
  throw new AppError('conflict', 'The amounts of the exchange have changed. Preview it again.', {
    details: [{ path, message, amount: actual }],
  })
}

/** Only a refund ends a sold gift card: an exchanged one could still be spent. */
function assertNoGiftCards({ number, items }: OrderRow, returns: NewExchange['returns']): void {
  const giftCards = new Set(items.flatMap(({ id, details }) => (details.giftCard ? [id] : [])))
  const details = returns.flatMap(({ itemId }, index) =>
    giftCards.has(itemId) ? [{ path: `/returns/${index}/itemId`, message: 'is a gift card', itemId }] : [],
  )
  if (details.length === 0) return
  throw new AppError('conflict', `Gift cards can’t be exchanged. Refund the gift card of order #${number} instead.`, {
    details,
  })
}

/** Ships to the old order's address at today's prices, with free shipping. */
async function snapshotExchange(
  ctx: Ctx,
  { id, number, currency, email, customerId, contents }: OrderRow,
  { items, note = null }: NewExchange,
  ids: ExchangeIds,
): Promise<OrderSnapshot> {
  const { shippingAddress, billingAddress, locale } = contents
  const resolved = await resolveDraft(ctx, { items, shipping: null, currency, shippingAddress, billingAddress })
  return {
    ...staffOrderDefaults,
    ...resolved,
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
 * The amount charged, with discounts and taxes, capped at what could be refunded. A unit already refunded or exchanged
 * has no credit left. Refunds use an item's first units and exchanges its last, so that both add up to the item's
 * total, to the cent, in any order.
 */
async function computeCredit(ctx: Ctx, order: OrderRow, returns: NewExchange['returns']): Promise<number> {
  const unavailable = await loadUnavailableFunds(ctx, order)
  const values = returns.map(({ itemId, quantity }) => {
    const item = order.items.find(({ id }) => id === itemId)
    if (!item) return 0
    const remaining = item.ordered - (unavailable.exchangedUnits.get(itemId)?.quantity ?? 0)
    const chargedUpTo = (units: number) => proratedTotal(item, Math.max(item.refunded, units))
    return chargedUpTo(remaining) - chargedUpTo(remaining - quantity)
  })
  return Math.min(sum(values), planFullRefund(order, await listAllRefunds(ctx, order.id), unavailable).refundable)
}

function toNewPayments(
  { id, number, payments }: OrderRow,
  credit: number,
  { total, payment }: { total: number; payment: NewExchange['payment'] },
): NewOrderPayment[] {
  const external = { kind: 'external', provider: null, ref: null, status: 'paid' } as const
  const covered = Math.min(credit, total)
  const remaining = payment === 'external' ? total - covered : 0
  const details = { exchangeOf: { orderId: id, number }, ...(hasTestPayments(payments) && { test: true }) }
  return [
    ...(covered > 0 ? [{ ...external, ref: id, amount: covered, details }] : []),
    ...(remaining > 0 ? [{ ...external, amount: remaining, details: {} }] : []),
  ]
}
