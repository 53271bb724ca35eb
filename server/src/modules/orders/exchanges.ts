import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import type { NewEvent } from '../../events/emit.ts'
import { newId } from '../../kit/ids.ts'
import { changeOrder } from './change-order.ts'
import { reckonDraft } from './draft-lines.ts'
import { staffOrder } from './drafts.ts'
import { takeStock } from './imports.ts'
import { shareOf } from './line-share.ts'
import { listExchanged } from './new-order-queries.ts'
import type { Exchange, NewExchange } from './new-order-schemas.ts'
import { getOrder } from './orders.ts'
import { placeOrder } from './place-order.ts'
import type { NewPayment, PlacedOrder } from './placed.ts'
import { findOrder, type OrderRow } from './queries.ts'
import { sum } from './reckon.ts'
import { listAllRefunds } from './refund-queries.ts'
import { planWhole } from './refund-rules.ts'
import { spentOf } from './refunds.ts'
import { getReturn, writeReturn } from './returns.ts'
import type { Order } from './schemas.ts'

/**
 * Something comes back and something else goes out: a return that is agreed to, and a new order that what comes back pays for,
 * as far as it goes. Both or neither, with the stock of the new one.
 */
export function exchange(ctx: Ctx, orderId: Order['id'], wanted: NewExchange, number: number): Promise<Exchange> {
  return transaction(ctx, async (ctx) => {
    const [returnId, newOrderId] = [newId('ret'), newId('ord')]
    await changeOrder(ctx, orderId, 'exchange', async (ctx, order) => {
      const { returns, note = null } = wanted
      const fresh = { id: returnId, status: 'approved', lines: returns, note } as const
      const credit = await creditOf(ctx, order, returns)
      await writeReturn(ctx, order, fresh, '/returns')
      const placed = await placedOfExchange(ctx, order, wanted, { newOrderId, returnId })
      const payments = paymentsOf(order, credit, { total: placed.totals.total, payment: wanted.payment ?? 'pending' })
      const told = (await placeOrder(ctx, { placed, number, payments, checkoutId: null })) ?? []
      const made = await findOrder(ctx, newOrderId)
      if (made) await takeStock(ctx, made)
      const by = actorOf(ctx.caller)
      const exchanged = { type: 'order.exchanged', data: { orderId, returnId, newOrderId, by } } as NewEvent
      return [...told, exchanged]
    })
    return { return: await getReturn(ctx, orderId, returnId), order: await getOrder(ctx, newOrderId) }
  })
}

/** To whom the old one went, at today's prices; sending it costs nothing. */
async function placedOfExchange(
  ctx: Ctx,
  { id, number, currency, email, customerId, contents }: OrderRow,
  { items, note = null }: NewExchange,
  ids: { newOrderId: string; returnId: string },
): Promise<PlacedOrder> {
  const { shippingAddress, billingAddress, locale } = contents
  const reckoned = await reckonDraft(ctx, { items, shipping: null, currency, shippingAddress })
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
 * paid for something else, is worth nothing any more.
 */
async function creditOf(ctx: Ctx, order: OrderRow, returns: NewExchange['returns']): Promise<number> {
  const exchanged = new Map((await listExchanged(ctx, order.id)).map(({ lineId, quantity }) => [lineId, quantity]))
  const worth = returns.map(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId)
    if (!line) return 0
    const before = line.refunded + (exchanged.get(lineId) ?? 0)
    return shareOf(line, before + quantity) - shareOf(line, before)
  })
  const spent = await spentOf(ctx, order.id)
  return Math.min(sum(worth), planWhole(order, await listAllRefunds(ctx, order.id), spent).refundable)
}

function paymentsOf(
  { id, number }: OrderRow,
  credit: number,
  { total, payment }: { total: number; payment: NewExchange['payment'] },
): NewPayment[] {
  const outside = { kind: 'external', provider: null, ref: null, status: 'paid' } as const
  const covered = Math.min(credit, total)
  const rest = payment === 'external' ? total - covered : 0
  return [
    ...(covered > 0 ? [{ ...outside, ref: id, amount: covered, details: { exchangeOf: number } }] : []),
    ...(rest > 0 ? [{ ...outside, amount: rest, details: {} }] : []),
  ]
}
