import type { Ctx } from '../../ctx.ts'
import type { AgentDelivery } from '../../ports/agent.ts'
import { listRefunds } from '../orders/money/refunds.ts'
import type { Order } from '../orders/schemas.ts'
import type { SessionRow } from './rows.ts'
import type { AcpOrder } from './shapes.ts'
import { toAcpOrder } from './to-order.ts'
import { isBefore, NEWEST } from './versions.ts'

export type EventType = 'order_create' | 'order_update'

/** An event in the version in which the session was created, and how that version signs it. */
export async function toWebhookEvent(
  ctx: Ctx,
  type: EventType,
  order: Order,
  { id, data: { version = NEWEST } }: SessionRow,
): Promise<{ event: object; signature: AgentDelivery['signature'] }> {
  const full = await toAcpOrder(ctx, order, id)
  if (!isBefore(version, '2026-04-17')) return { event: { type, data: full }, signature: 'timestamped' }
  const { checkout_session_id, permalink_url } = full
  const refunds = await refundsOf(ctx, order.id)
  const data = { type: 'order', checkout_session_id, permalink_url, status: statusOf(full), refunds }
  return { event: { type, data }, signature: 'body' }
}

const STATUS: Record<string, string> = {
  created: 'created',
  confirmed: 'confirmed',
  // Not all of it is on its way.
  processing: 'confirmed',
  shipped: 'shipped',
  completed: 'fulfilled',
  canceled: 'canceled',
}

const statusOf = ({ status }: AcpOrder): string => STATUS[status] ?? 'confirmed'

/** More than any order has. */
const limit = 1000

/** All that was given back so far, oldest first, by how: onto gift cards and as points, or as it was paid. Credit of an exchange is no money. */
async function refundsOf(ctx: Ctx, orderId: string): Promise<object[]> {
  const { data: refunds } = await listRefunds(ctx, orderId, { limit })
  return refunds.toReversed().flatMap(({ tenders }) =>
    tenders
      .filter(({ status, method, amount }) => status === 'completed' && method !== 'order_credit' && amount.amount > 0)
      .map(({ kind, amount }) => ({
        type: kind === 'gift_card' || kind === 'points' ? 'store_credit' : 'original_payment',
        amount: amount.amount,
      })),
  )
}
