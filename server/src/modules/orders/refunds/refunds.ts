import type { Ctx } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import { notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { formatMoney, money } from '../../../kit/money.ts'
import { sum } from '../../../kit/sum.ts'
import { assertCanCreateValue, auditValueCreation } from '../../audit/audit.ts'
import { countRestockable } from '../../inventory/inventory.ts'
import { lockAccount } from '../../payments/payments.ts'
import { storeCreditError } from '../../store-credit/store-credit.ts'
import { changeOrder } from '../change-order.ts'
import { firstCheckAt, isTestPayment } from '../payment-rules.ts'
import { findOrder, getExchangeCredit, listLostDisputes, type OrderRow } from '../queries.ts'
import type { OrderPageQuery } from '../request-schemas.ts'
import { holdSoldGiftCards, previewDeactivatedGiftCards } from '../sold-gift-cards/sold-gift-cards.ts'
import { assertAllowed } from '../status.ts'
import {
  creditedAmountOf,
  isCreditedTender,
  manualAmountOf,
  type PriorRefund,
  planRefund,
  type RefundedItem,
  type RefundPlan,
  type RefundTender,
  tenderMethod,
  type UnavailableFunds,
} from './plan-refund.ts'
import * as queries from './queries.ts'
import type { NewRefund, Refund, RefundPreview } from './schemas.ts'
import { isExternalRefund, settleRefund } from './settle-refund.ts'

export async function previewRefund(ctx: Ctx, orderId: string, input: NewRefund): Promise<RefundPreview> {
  const order = await getOrderRow(ctx, orderId)
  assertAllowed(order, 'refund')
  const priorRefunds = await queries.listAllRefunds(ctx, orderId)
  const plan = await loadRefundPlan(ctx, order, priorRefunds, input)
  const cards = await previewDeactivatedGiftCards(ctx, order, priorRefunds, plan)
  const { currency } = order
  return {
    orderId: order.id,
    amount: money(plan.amount, currency),
    items: plan.items.map((item) => toItemResponse(item, currency)),
    shipping: money(plan.shipping, currency),
    tenders: plan.tenders.map(({ status: _, ...tender }) => toTenderResponse(tender, order)),
    refundable: money(plan.refundable, currency),
    manualAmount: money(manualAmountOf(plan.tenders.map(asCompleted), order.payments), currency),
    giftCards: {
      count: cards.length,
      amount: money(sum(cards.map(({ amount }) => amount)), currency),
    },
  }
}

/** Records the intent, moves the money, then records the outcome: a retry or a job finishes an interrupted refund. */
export async function refundOrder(
  ctx: Ctx,
  orderId: string,
  input: NewRefund,
  requestKey: string | null,
): Promise<Refund> {
  const existing = requestKey === null ? undefined : await queries.findRefundOfRequest(ctx, orderId, requestKey)
  const refund = existing
    ? await settleRefund(ctx, existing)
    : await settleRefund(ctx, await beginRefund(ctx, orderId, input, requestKey), true)
  return toRefundResponse(refund, await getOrderRow(ctx, orderId))
}

/**
 * From here on the units are removed and the amount counts as refunded, so it can't be refunded twice. No money has
 * moved yet.
 */
export async function beginRefund(ctx: Ctx, orderId: string, input: NewRefund, requestKey: string | null) {
  let started: queries.RefundRow | undefined
  await changeOrder(ctx, orderId, 'refund', async (ctx, order) => {
    const plan = await loadRefundPlan(ctx, order, await queries.listAllRefunds(ctx, orderId), input)
    const credited = creditedAmountOf(plan.tenders.map(asCompleted))
    if (credited > 0) {
      const details = { orderId, amount: formatMoney(money(credited, order.currency)) }
      await auditValueCreation(ctx, 'store_credit.refunded', `#${order.number}`, details)
    }
    started = await createRefund(ctx, order, plan, {
      reason: input.reason ?? null,
      staffNote: input.staffNote ?? null,
      requestKey,
    })
    return []
  })
  if (!started) throw new Error(`The refund of ${orderId} was started but no longer exists`)
  return started
}

/** Never restocks untracked units or units already restocked, whatever the request says. */
async function loadRefundPlan(
  ctx: Ctx,
  order: OrderRow,
  priorRefunds: PriorRefund[],
  input: NewRefund,
): Promise<RefundPlan> {
  const plan = planRefund(order, priorRefunds, input, await loadUnavailableFunds(ctx, order))
  assertCreditable(ctx, order, plan)
  if (plan.items.every(({ restocked }) => restocked === 0)) return plan
  const soldUnits = await countRestockable(ctx, order.id)
  const items = plan.items.map((item) => {
    const variantId = order.items.find(({ id }) => id === item.itemId)?.variantId ?? ''
    const remaining = soldUnits.get(variantId) ?? 0
    const restocked = Math.min(item.restocked, remaining)
    soldUnits.set(variantId, remaining - restocked)
    return { ...item, restocked }
  })
  return { ...plan, items }
}

/** Nobody can turn a test payment of a live shop into money that the shop owes. */
function assertCreditable(ctx: Ctx, { customerId, payments }: OrderRow, { tenders }: RefundPlan): void {
  const credited = tenders.filter(isCreditedTender)
  if (credited.length === 0) return
  assertCanCreateValue(ctx, 'store_credit.refunded')
  if (customerId === null) throw storeCreditError('the order has no customer', {}, '/method')
  const isTest = credited.some(({ paymentId }) => payments.some((one) => one.id === paymentId && isTestPayment(one)))
  if (isTest && ctx.mode === 'live') throw storeCreditError('the order was paid with a test payment', {}, '/method')
}

/** Credit applied to exchange orders, and money lost to disputes. */
export async function loadUnavailableFunds(
  ctx: Ctx,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
): Promise<UnavailableFunds> {
  const { amount } = await getExchangeCredit(ctx, id)
  const exchanged = amount > 0 ? await queries.listExchangedUnits(ctx, id) : []
  const lost = await listLostDisputes(ctx, id, currency)
  return {
    exchangeCredit: amount,
    exchangedUnits: new Map(exchanged.map(({ itemId, ...units }) => [itemId, units])),
    lostByPayment: new Map(lost.map(({ ref, amount }) => [ref, amount])),
  }
}

type RefundDetails = Pick<queries.NewRefundRow, 'reason' | 'staffNote' | 'requestKey' | 'actor'>

/** Runs inside the transaction that locks the order. */
export async function createRefund(ctx: Ctx, order: OrderRow, plan: RefundPlan, details: RefundDetails) {
  const { refundable: _, ...planned } = plan
  if (plan.tenders.some((tender) => tenderMethod(tender, order.payments) === 'provider')) await lockAccount(ctx)
  const base = { id: newId('rf'), orderId: order.id, currency: order.currency, checkAt: firstCheckAt(ctx) }
  const refund = await queries.insertRefund(ctx, { ...base, ...planned, ...details })
  await holdSoldGiftCards(ctx, order, refund)
  const changes = plan.items.map(({ itemId, quantity, removed }) => ({
    id: itemId,
    refunded: quantity,
    current: -removed,
  }))
  if (changes.length > 0) await queries.adjustItemQuantities(ctx, order.id, changes)
  return refund
}

export async function listRefunds(ctx: Ctx, orderId: string, query: OrderPageQuery): Promise<Page<Refund>> {
  const order = await getOrderRow(ctx, orderId)
  const page = keyset(query)
  const refunds = await queries.listRefunds(ctx, orderId, page)
  return toPage(
    refunds.map((refund) => toRefundResponse(refund, order)),
    page,
  )
}

async function getOrderRow(ctx: Ctx, id: string): Promise<OrderRow> {
  const order = await findOrder(ctx, id)
  if (!order) throw notFound('order', id)
  return order
}

function toRefundResponse(row: queries.RefundRow, order: OrderRow): Refund {
  const { currency, amount, shipping, items, tenders, actor, ...refund } = row
  return {
    ...refund,
    source: isExternalRefund({ actor }) ? 'provider' : 'api',
    manualAmount: money(manualAmountOf(tenders, order.payments), currency),
    amount: money(amount, currency),
    items: items.map((item) => toItemResponse(item, currency)),
    shipping: money(shipping, currency),
    tenders: tenders.map((tender) => ({
      ...toTenderResponse(tender, order),
      status: tender.status,
      failure: tender.failure ?? null,
    })),
  }
}

const toItemResponse = (item: RefundedItem, currency: string) => ({ ...item, amount: money(item.amount, currency) })

/** A preview assumes that every tender succeeds. */
const asCompleted = (tender: RefundTender): RefundTender => ({ ...tender, status: 'completed' })

const toTenderResponse = (tender: Omit<RefundTender, 'status'>, { currency, payments }: OrderRow) => ({
  paymentId: tender.paymentId as Refund['tenders'][number]['paymentId'],
  kind: tender.kind,
  method: tenderMethod(tender, payments),
  amount: money(tender.amount, currency),
  ...(tender.points !== undefined && { points: tender.points }),
})
