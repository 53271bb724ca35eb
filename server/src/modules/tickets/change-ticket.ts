import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import * as queries from './queries.ts'
import type { Ticket, TicketChange, TicketSource } from './schemas.ts'
import type { TicketStatus } from './statuses/schemas.ts'
import { defaultStatus } from './statuses/statuses.ts'
import { type TicketRow, toTicket } from './ticket-row.ts'

/** Other changes of the ticket wait until the transaction ends. */
export async function lockTicket(ctx: Ctx, id: string): Promise<TicketRow> {
  await queries.lockTickets(ctx, [id])
  return getRow(ctx, id)
}

/** The same for a ticket that is to change: a merged one has nothing left to change. */
export async function lockCurrentTicket(ctx: Ctx, id: string): Promise<TicketRow> {
  const ticket = await lockTicket(ctx, id)
  assertNotMerged(ticket)
  return ticket
}

class ChainChanged extends Error {}

/**
 * The ticket and all it was merged into, in this order: none of them changes until the transaction ends. If a merge comes
 * first, the locks are released before others are taken: those taken out of order could deadlock.
 */
export async function lockChain(ctx: Ctx, id: string): Promise<Ticket['id'][]> {
  for (;;) {
    const ids = await listChain(ctx, id)
    if (ids.length === 0) throw notFound('ticket', id)
    try {
      await transaction(ctx, async (ctx) => {
        await queries.lockTickets(ctx, ids)
        if ((await listChain(ctx, id)).join() !== ids.join()) throw new ChainChanged()
      })
      return ids
    } catch (error) {
      if (!(error instanceof ChainChanged)) throw error
    }
  }
}

const listChain = async (ctx: Ctx, id: string) => (await queries.listChain(ctx, id)).map((one) => one.id)

export function assertNotMerged({ mergedIntoId }: TicketRow): void {
  if (mergedIntoId === null) return
  throw new AppError('conflict', 'This ticket was merged into another one. Use that one, or reverse the merge first.', {
    fields: { mergedIntoId },
  })
}

export async function getRow(ctx: Ctx, id: string): Promise<TicketRow> {
  const row = await queries.findTicket(ctx, id)
  if (!row) throw notFound('ticket', id)
  return row
}

/** With the times that follow from the category. */
export function withStatus(
  ctx: Ctx,
  ticket: TicketRow,
  { id, name, category }: Pick<TicketStatus, 'id' | 'name' | 'category'>,
): TicketRow {
  const changed = { ...ticket, statusId: id, statusName: name, category }
  if (category === ticket.category) return changed
  if (category === 'resolved') return { ...changed, resolvedAt: ctx.now.toISOString(), snoozedUntil: null }
  if (ticket.category === 'resolved') return { ...changed, resolvedAt: null, reopenedCount: ticket.reopenedCount + 1 }
  return changed
}

/** When the customer writes: the ticket is due again, whatever it was. */
export async function reopen(ctx: Ctx, ticket: TicketRow): Promise<TicketRow> {
  const awake = { ...ticket, snoozedUntil: null }
  return ticket.category === 'open' ? awake : withStatus(ctx, awake, await defaultStatus(ctx, 'open'))
}

const TRACKED_FIELDS = [
  'subject',
  'status',
  'priority',
  'customerId',
  'assigneeId',
  'teamId',
  'tags',
  'customFields',
  'followerIds',
  'orderIds',
  'mailboxId',
  'snoozedUntil',
  'dueAt',
  'spam',
] as const

/** What staff changed, as the history shows it. */
export function changesOf(before: TicketRow, after: TicketRow): TicketChange[] {
  const [from, to] = [toTicket(before), toTicket(after)]
  return TRACKED_FIELDS.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field])).map((field) => ({
    field,
    from: from[field],
    to: to[field],
  }))
}

export interface NewTicketEvent {
  type: string
  source?: TicketSource
  changes?: TicketChange[]
  data?: Record<string, unknown>
}

/** Adds an entry to the ticket's history. */
export async function recordTicketEvent(ctx: Ctx, ticketId: string, event: NewTicketEvent): Promise<void> {
  const { type, source = sourceOf(ctx), changes = [], data = {} } = event
  const actorName = ctx.caller.kind === 'member' ? ctx.caller.name : null
  await queries.insertEvent(ctx, { ticketId, type, actor: actorOf(ctx.caller), actorName, source, changes, data })
  notifyTicketChanged(ctx, ticketId)
}

export function sourceOf({ caller }: Ctx): TicketSource {
  if (caller.kind === 'member') return 'dashboard'
  return caller.kind === 'key' ? 'api' : 'system'
}

/** Open inboxes update themselves. */
export const notifyTicketChanged = (ctx: Ctx, ticketId: string): void =>
  ctx.db.notify('ticket_changed', `${ctx.environmentId} ${ticketId}`)
