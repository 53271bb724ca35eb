import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { emit } from '../../../events/emit.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { assertNotMerged, getRow, lockChain, recordTicketEvent, reopen, withStatus } from '../change-ticket.ts'
import { refreshFromMessages } from '../messages/messages.ts'
import { findTicket, lockTickets, saveTicket } from '../queries.ts'
import type { Ticket } from '../schemas.ts'
import { defaultStatus } from '../statuses/statuses.ts'
import type { TicketRow } from '../ticket-row.ts'
import { getTicket } from '../tickets.ts'
import * as queries from './queries.ts'

/**
 * All messages of `sourceId` are in `targetId` from now on, and later ones follow. Only tickets that were not merged can
 * be merged, so there are no cycles.
 */
export function mergeTickets(ctx: Ctx, sourceId: string, targetId: string): Promise<Ticket> {
  return transaction(ctx, async (ctx) => {
    if (sourceId === targetId) {
      throw invalidRequest('A ticket can’t be merged into itself.', [
        { path: '/intoId', message: 'must be another ticket' },
      ])
    }
    await lockTickets(ctx, [sourceId, targetId])
    const source = await getRow(ctx, sourceId)
    const target = await findTicket(ctx, targetId)
    if (!target) {
      throw invalidRequest('No such ticket to merge into.', [
        { path: '/intoId', message: 'is not a ticket of this shop' },
      ])
    }
    assertNotMerged(source)
    assertNotMerged(target)

    await queries.moveMessages(ctx, sourceId, targetId)
    await closeInto(ctx, source, target.id)
    const added = missingIn(target, source)
    const merged = await refreshFromMessages(ctx, withAdded(target, added))
    const isDue = merged.waitingSince !== null && merged.category !== 'open'
    const after = isDue ? await reopen(ctx, merged) : merged
    await saveTicket(ctx, after)

    const undo: queries.MergeUndo = {
      source: stateOf(source),
      target: isDue ? { before: stateOf(target), statusId: after.statusId } : null,
      added,
    }
    const actor = actorOf(ctx.caller)
    await queries.insertMerge(ctx, { id: newId('tmg'), kind: 'merge', sourceId, targetId, undo, actor })
    await recordTicketEvent(ctx, sourceId, { type: 'merged_into', data: { ticketId: targetId, number: target.number } })
    await recordTicketEvent(ctx, targetId, { type: 'merged', data: { ticketId: sourceId, number: source.number } })
    await emit(ctx, 'ticket.merged', { ticketId: target.id, mergedTicketId: source.id })
    return getTicket(ctx, targetId)
  })
}

/** The merged ticket is itself again, with its messages, its status, and what arrived for it in the meantime. */
export function unmergeTicket(ctx: Ctx, sourceId: string): Promise<Ticket> {
  return transaction(ctx, async (ctx) => {
    const chain = await lockChain(ctx, sourceId)
    const source = await getRow(ctx, sourceId)
    const merge = await queries.findMerge(ctx, sourceId)
    const rootId = chain.at(-1)
    if (!merge || rootId === undefined) throw new AppError('conflict', 'This ticket is not merged into another one.')

    await saveTicket(ctx, { ...source, mergedIntoId: null })
    await queries.returnMessages(ctx, rootId, sourceId)
    await removeAdded(ctx, chain.slice(1), merge)
    const restored = await refreshFromMessages(ctx, { ...source, ...merge.undo.source, mergedIntoId: null })
    const hasNews = await queries.hasCustomerMessageSince(ctx, sourceId, merge.createdAt)
    await saveTicket(ctx, hasNews && restored.waitingSince !== null ? await reopen(ctx, restored) : restored)

    await queries.markReversed(ctx, merge.id)
    const { targetTicketId: targetId } = merge
    await recordTicketEvent(ctx, sourceId, { type: 'merge_reversed', data: { ticketId: targetId } })
    await recordTicketEvent(ctx, targetId, { type: 'merge_reversed', data: { ticketId: sourceId } })
    await emit(ctx, 'ticket.merge_reversed', { ticketId: targetId, mergedTicketId: source.id })
    return getTicket(ctx, sourceId)
  })
}

/** A ticket whose messages have left for another one. */
export async function closeInto(ctx: Ctx, ticket: TicketRow, targetId: Ticket['id']): Promise<void> {
  const resolved = withStatus(ctx, ticket, await defaultStatus(ctx, 'resolved'))
  await saveTicket(ctx, await refreshFromMessages(ctx, { ...resolved, mergedIntoId: targetId }))
}

const stateOf = (ticket: TicketRow): queries.MergeUndo['source'] => ({
  statusId: ticket.statusId,
  statusName: ticket.statusName,
  category: ticket.category,
  resolvedAt: ticket.resolvedAt,
  snoozedUntil: ticket.snoozedUntil,
  reopenedCount: ticket.reopenedCount,
})

/** The earlier of two due dates. */
const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one

const missingIn = (target: TicketRow, source: TicketRow): queries.Added => ({
  tags: source.tags.filter((tag) => !target.tags.includes(tag)),
  followerIds: source.followerIds.filter((id) => !target.followerIds.includes(id)),
  orderIds: source.orderIds.filter((id) => !target.orderIds.includes(id)),
  ...(source.dueAt !== null &&
    source.dueAt !== target.dueAt &&
    earlier(source.dueAt, target.dueAt) === source.dueAt && { dueAt: { from: target.dueAt, to: source.dueAt } }),
})

const withAdded = (ticket: TicketRow, { tags, followerIds, orderIds, dueAt }: queries.Added): TicketRow => ({
  ...ticket,
  tags: [...ticket.tags, ...tags],
  followerIds: [...ticket.followerIds, ...followerIds],
  orderIds: [...ticket.orderIds, ...orderIds],
  dueAt: dueAt ? dueAt.to : ticket.dueAt,
})

const without = (ticket: TicketRow, { tags, followerIds, orderIds, dueAt }: queries.Added): TicketRow => ({
  ...ticket,
  tags: ticket.tags.filter((tag) => !tags.includes(tag)),
  followerIds: ticket.followerIds.filter((id) => !followerIds.includes(id)),
  orderIds: ticket.orderIds.filter((id) => !orderIds.includes(id)),
  // One that was set since stays.
  dueAt: dueAt && ticket.dueAt === dueAt.to ? dueAt.from : ticket.dueAt,
})

const both = (first: queries.Added, second: queries.Added): queries.Added => ({
  tags: first.tags.filter((tag) => second.tags.includes(tag)),
  followerIds: first.followerIds.filter((id) => second.followerIds.includes(id)),
  orderIds: first.orderIds.filter((id) => second.orderIds.includes(id)),
  ...(first.dueAt &&
    first.dueAt.to === second.dueAt?.to && {
      dueAt: { from: earlier(first.dueAt.from, second.dueAt.from), to: first.dueAt.to },
    }),
})

/** From the target, and from the tickets that it was merged into since, as far as they got it by that. */
async function removeAdded(ctx: Ctx, chain: string[], { undo }: queries.MergeRow): Promise<void> {
  let { added } = undo
  for (const [at, id] of chain.entries()) {
    const ticket = await refreshFromMessages(ctx, without(await getRow(ctx, id), added))
    const wasReopened = at === 0 && undo.target !== null && ticket.statusId === undo.target.statusId
    const isIdle = ticket.waitingSince === null
    await saveTicket(ctx, wasReopened && isIdle ? { ...ticket, ...undo.target?.before } : ticket)
    const next = await queries.findMerge(ctx, id)
    if (next) added = both(added, next.undo.added)
  }
}
