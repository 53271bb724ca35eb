import type { Ctx } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import { notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { money } from '../../../kit/money.ts'
import { countTaken } from '../../inventory/restock.ts'
import { keepAccount } from '../../payments/connection.ts'
import { changeOrder } from '../change-order.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import { refuseMove } from '../status.ts'
import { firstCheck } from './asking.ts'
import { creditedOf, listExchanged } from './credit-queries.ts'
import { listLost } from './dispute-queries.ts'
import type { NewRefund, Refund, RefundPreview, RefundsQuery } from './money-schemas.ts'
import * as queries from './refund-queries.ts'
import {
  type Earlier,
  manualAmountOf,
  methodOfTender,
  planRefund,
  type RefundedLine,
  type RefundPlan,
  type RefundTender,
  type Spent,
} from './refund-rules.ts'
import { isMadeOutside, settleRefund } from './settle-refund.ts'
import { previewCards, takeCardsBack } from './sold-cards.ts'

export async function previewRefund(ctx: Ctx, orderId: string, wanted: NewRefund): Promise<RefundPreview> {
  const order = await getRow(ctx, orderId)
  refuseMove(order, 'refund')
  const earlier = await queries.listAllRefunds(ctx, orderId)
  const plan = await planFor(ctx, order, earlier, wanted)
  const cards = await previewCards(ctx, order, earlier, plan)
  const { currency } = order
  return {
    orderId: order.id,
    amount: money(plan.amount, currency),
    lines: plan.lines.map((line) => toLine(line, currency)),
    shipping: money(plan.shipping, currency),
    tenders: plan.tenders.map(({ status: _, ...tender }) => toTender(tender, order)),
    refundable: money(plan.refundable, currency),
    manualAmount: money(manualAmountOf(plan.tenders.map(completed), order.payments), currency),
    giftCards: {
      count: cards.length,
      amount: money(
        cards.reduce((sum, { amount }) => sum + amount, 0),
        currency,
      ),
    },
  }
}

/** Noted first, then the money moves, then it is noted that it has: whatever is cut off in between is finished by a retry or a job. */
export async function refundOrder(
  ctx: Ctx,
  orderId: string,
  wanted: NewRefund,
  request: string | null,
): Promise<Refund> {
  const before = request === null ? undefined : await queries.findSameRefund(ctx, orderId, request)
  const refund = before
    ? await settleRefund(ctx, before)
    : await settleRefund(ctx, await beginRefund(ctx, orderId, wanted, request), true)
  return toRefund(refund, await getRow(ctx, orderId))
}

/** From now on the units are out and the amount counts as given back, so that nobody gives it back again. No money has moved. */
export async function beginRefund(ctx: Ctx, orderId: string, wanted: NewRefund, request: string | null) {
  let begun: queries.RefundRow | undefined
  await changeOrder(ctx, orderId, 'refund', async (ctx, order) => {
    const plan = await planFor(ctx, order, await queries.listAllRefunds(ctx, orderId), wanted)
    begun = await writeRefund(ctx, order, plan, { reason: wanted.reason ?? null, note: wanted.note ?? null, request })
    return []
  })
  if (!begun) throw new Error(`The refund of ${orderId} was begun and is not there`)
  return begun
}

/** What is not counted, or is on the shelf already, is not put there, whoever asks for it. */
async function planFor(ctx: Ctx, order: OrderRow, earlier: Earlier[], wanted: NewRefund): Promise<RefundPlan> {
  const plan = planRefund(order, earlier, wanted, await spentOf(ctx, order))
  if (plan.lines.every(({ restocked }) => restocked === 0)) return plan
  const taken = await countTaken(ctx, order.id)
  const lines = plan.lines.map((line) => {
    const variantId = order.lines.find(({ id }) => id === line.lineId)?.variantId ?? ''
    const left = taken.get(variantId) ?? 0
    const restocked = Math.min(line.restocked, left)
    taken.set(variantId, left - restocked)
    return { ...line, restocked }
  })
  return { ...plan, lines }
}

/** What the order has paid for others, and what banks have taken back. */
export async function spentOf(ctx: Ctx, { id, currency }: Pick<OrderRow, 'id' | 'currency'>): Promise<Spent> {
  const { amount } = await creditedOf(ctx, id)
  const exchanged = amount > 0 ? await listExchanged(ctx, id) : []
  const lost = await listLost(ctx, id, currency)
  return {
    amount,
    units: new Map(exchanged.map(({ lineId, ...units }) => [lineId, units])),
    lost: new Map(lost.map(({ ref, amount }) => [ref, amount])),
  }
}

type Said = Pick<queries.NewRefundRow, 'reason' | 'note' | 'request' | 'actor'>

/** Inside the transaction that holds the order. */
export async function writeRefund(ctx: Ctx, order: OrderRow, plan: RefundPlan, said: Said) {
  const { refundable: _, ...planned } = plan
  if (plan.tenders.some(({ kind }) => kind === 'provider')) await keepAccount(ctx)
  const named = { id: newId('rf'), orderId: order.id, currency: order.currency, checkAt: firstCheck(ctx) }
  const refund = await queries.insertRefund(ctx, { ...named, ...planned, ...said })
  await takeCardsBack(ctx, order, refund)
  const changes = plan.lines.map(({ lineId, quantity, removed }) => ({
    id: lineId,
    refunded: quantity,
    current: -removed,
  }))
  if (changes.length > 0) await queries.changeLines(ctx, order.id, changes)
  return refund
}

export async function listRefunds(ctx: Ctx, orderId: string, query: RefundsQuery): Promise<Page<Refund>> {
  const order = await getRow(ctx, orderId)
  const page = keyset(query)
  const refunds = await queries.listRefunds(ctx, orderId, page)
  return toPage(
    refunds.map((refund) => toRefund(refund, order)),
    page,
  )
}

async function getRow(ctx: Ctx, id: string): Promise<OrderRow> {
  const order = await findOrder(ctx, id)
  if (!order) throw notFound('order', id)
  return order
}

function toRefund(row: queries.RefundRow, order: OrderRow): Refund {
  const { currency, amount, shipping, lines, tenders, actor, ...refund } = row
  return {
    ...refund,
    source: isMadeOutside({ actor }) ? 'provider' : 'api',
    manualAmount: money(manualAmountOf(tenders, order.payments), currency),
    amount: money(amount, currency),
    lines: lines.map((line) => toLine(line, currency)),
    shipping: money(shipping, currency),
    tenders: tenders.map((tender) => ({
      ...toTender(tender, order),
      status: tender.status,
      failure: tender.failure ?? null,
    })),
  }
}

const toLine = (line: RefundedLine, currency: string) => ({ ...line, amount: money(line.amount, currency) })

/** As it will be when all goes well. */
const completed = (tender: RefundTender): RefundTender => ({ ...tender, status: 'completed' })

const toTender = (tender: Omit<RefundTender, 'status'>, { currency, payments }: OrderRow) => ({
  paymentId: tender.paymentId as Refund['tenders'][number]['paymentId'],
  kind: tender.kind,
  method: methodOfTender(tender, payments),
  amount: money(tender.amount, currency),
  ...(tender.points !== undefined && { points: tender.points }),
})
