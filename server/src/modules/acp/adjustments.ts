import type { Ctx } from '../../ctx.ts'
import type { EventData } from '../../events/event-schemas.ts'
import type { Event } from '../../events/subscriber.ts'
import { listRefunds } from '../orders/refunds/refunds.ts'
import type { Refund } from '../orders/refunds/schemas.ts'
import { listReturns } from '../orders/returns/returns.ts'
import type { Return } from '../orders/returns/schemas.ts'
import type { Order } from '../orders/schemas.ts'

interface Adjustment {
  id: string
  type: 'refund' | 'cancellation' | 'return' | 'exchange' | 'dispute'
  occurred_at: string
  status: 'pending' | 'completed' | 'failed'
  line_items?: { id: string; quantity: number }[]
  amount?: number
  currency?: string
  description?: string
  reason?: string
}

/** More than any order has. */
const limit = 1000

/**
 * Everything that happened after the order was placed, oldest first. Money is listed once: a return has no amount, its
 * refund does.
 */
export async function listAdjustments(ctx: Ctx, order: Order, events: readonly Event[]): Promise<Adjustment[]> {
  const { data: refunds } = await listRefunds(ctx, order.id, { limit })
  const { data: returns } = await listReturns(ctx, order.id, { limit })
  const exchangedIds = new Set(events.flatMap(({ type, data }) => (type === 'order.exchanged' ? [data.returnId] : [])))
  const all = [
    ...refunds.toReversed().map(fromRefund),
    ...returns.toReversed().map((one) => fromReturn(one, exchangedIds.has(one.id))),
    ...disputeAdjustments(events),
  ]
  return all.toSorted((one, other) => one.occurred_at.localeCompare(other.occurred_at))
}

const fromRefund = ({ id, reason, status, amount, items, createdAt }: Refund): Adjustment => ({
  id,
  type: reason === 'cancellation' ? 'cancellation' : 'refund',
  occurred_at: createdAt,
  status,
  ...(items.length > 0 && { line_items: items.map(({ itemId, quantity }) => ({ id: itemId, quantity })) }),
  amount: amount.amount,
  currency: amount.currency.toLowerCase(),
  ...(reason !== null && { description: reason, reason }),
})

/** The received units, or the expected ones if nothing has arrived yet. */
function fromReturn({ id, status, items, createdAt }: Return, isExchange: boolean): Adjustment {
  const received = items.filter((item) => item.received > 0)
  const line_items =
    received.length > 0
      ? received.map((item) => ({ id: item.itemId, quantity: item.received }))
      : items.map(({ itemId, quantity }) => ({ id: itemId, quantity }))
  const reasons = [...new Set(items.flatMap(({ reason }) => reason ?? []))].join('; ')
  return {
    id,
    type: isExchange ? 'exchange' : 'return',
    occurred_at: createdAt,
    status: returnAdjustmentStatus(status, received.length > 0),
    line_items,
    ...(reasons && { description: reasons }),
  }
}

function returnAdjustmentStatus(status: Return['status'], hasReceived: boolean): Adjustment['status'] {
  if (status === 'requested' || status === 'approved') return 'pending'
  return hasReceived ? 'completed' : 'failed'
}

/**
 * The bank's last decision counts; late events reopen nothing. Lost by the shop: the buyer has the money. Won: the
 * buyer doesn't.
 */
function disputeAdjustments(events: readonly Event[]): Adjustment[] {
  const disputes = new Map<string, Adjustment>()
  for (const { type, data, createdAt } of events) {
    if (type !== 'payment.disputed') continue
    const { disputeId: id, status, amount } = data as EventData<'payment.disputed'>
    const before = disputes.get(id)
    if (before && before.status !== 'pending' && disputeAdjustmentStatus(status) === 'pending') continue
    disputes.set(id, {
      id,
      type: 'dispute',
      occurred_at: before?.occurred_at ?? createdAt,
      status: disputeAdjustmentStatus(status),
      ...(amount && { amount: amount.amount, currency: amount.currency.toLowerCase() }),
      reason: status,
    })
  }
  return [...disputes.values()]
}

function disputeAdjustmentStatus(status: string): Adjustment['status'] {
  if (status === 'lost') return 'completed'
  return CLOSED_STATUSES.includes(status) ? 'failed' : 'pending'
}

/** Stripe's statuses. `warning_closed`: the bank inquired but did not take the money. */
const CLOSED_STATUSES = ['won', 'warning_closed', 'prevented']
