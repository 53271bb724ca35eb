import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { emit } from '../../../events/emit.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { assertNotMerged, getRow, lockCurrentTicket, recordTicketEvent } from '../change-ticket.ts'
import { refreshFromMessages } from '../messages/messages.ts'
import { lockTickets, saveTicket } from '../queries.ts'
import type { Ticket } from '../schemas.ts'
import { toPriority } from '../ticket-row.ts'
import { createTicket, getTicket, resolveTicketId } from '../tickets.ts'
import { closeInto } from './merges.ts'
import * as queries from './queries.ts'
import type { NewTicketSplit } from './schemas.ts'

/** The messages belong to a new ticket of the same requester from now on, and answers to them follow. */
export function splitTicket(
  ctx: Ctx,
  id: string,
  { messageIds, subject }: NewTicketSplit,
  number: number,
): Promise<Ticket> {
  return transaction(ctx, async (ctx) => {
    const ticket = await lockCurrentTicket(ctx, id)
    const messages = await chooseMessages(ctx, id, messageIds)
    const { requesterEmail, requesterName, customerId } = ticket
    const { id: newTicketId } = await createTicket(ctx, {
      number,
      subject: subject ?? ticket.subject,
      channel: ticket.channel,
      customerId,
      ...(requesterEmail !== null && { requester: { email: requesterEmail, name: requesterName } }),
      priority: toPriority(ticket.priority),
      assigneeId: ticket.assigneeId,
      teamId: ticket.teamId,
      tags: ticket.tags,
      customFields: ticket.customFields,
      followerIds: ticket.followerIds,
      orderIds: ticket.orderIds,
      mailboxId: ticket.mailboxId,
      splitFromId: ticket.id,
    })
    await queries.rehomeMessages(ctx, messageIds, newTicketId, newTicketId)
    for (const one of [ticket, await getRow(ctx, newTicketId)]) {
      await saveTicket(ctx, await refreshFromMessages(ctx, one))
    }
    const row = { id: newId('tmg'), kind: 'split', sourceId: newTicketId, targetId: id } as const
    await queries.insertMerge(ctx, { ...row, undo: { messages }, actor: actorOf(ctx.caller) })
    await recordTicketEvent(ctx, id, { type: 'split', data: { ticketId: newTicketId, number } })
    await recordTicketEvent(ctx, newTicketId, { type: 'split_from', data: { ticketId: id, number: ticket.number } })
    await emit(ctx, 'ticket.split', { ticketId: ticket.id, newTicketId })
    return getTicket(ctx, newTicketId)
  })
}

async function chooseMessages(ctx: Ctx, ticketId: string, ids: string[]) {
  const all = await queries.listMessageHomes(ctx, ticketId)
  const chosen = all.filter(({ id }) => ids.includes(id))
  const known = new Set<string>(chosen.map(({ id }) => id))
  const errors = ids.flatMap((id, at): ErrorDetail[] =>
    known.has(id) ? [] : [{ path: `/messageIds/${at}`, message: 'is not a message of this ticket' }],
  )
  if (errors.length > 0) throw invalidRequest('Some messages are not in this ticket.', errors)
  if (chosen.length === all.length) {
    throw invalidRequest('At least one message must stay in the ticket.', [
      { path: '/messageIds', message: 'must not be all messages of the ticket' },
    ])
  }
  return chosen
}

/** The messages return to where they were. The new ticket ends, and what it got since goes to the original. */
export function unsplitTicket(ctx: Ctx, newTicketId: string): Promise<Ticket> {
  return transaction(ctx, async (ctx) => {
    const created = await lockCurrentTicket(ctx, newTicketId)
    const split = await queries.findSplit(ctx, newTicketId)
    if (!split) throw new AppError('conflict', 'This ticket was not split from another one.')
    const targetId = await lockRoot(ctx, split.targetTicketId, newTicketId)
    const touched = new Set<string>([targetId])
    for (const [homeId, ids] of await groupByHome(ctx, split.undo, newTicketId)) {
      const ticketId = await lockRoot(ctx, homeId, newTicketId)
      await queries.rehomeMessages(ctx, ids, homeId, ticketId)
      touched.add(ticketId)
    }
    await queries.moveMessages(ctx, newTicketId, targetId)
    await closeInto(ctx, created, targetId)
    for (const id of touched) await saveTicket(ctx, await refreshFromMessages(ctx, await getRow(ctx, id)))

    await queries.markReversed(ctx, split.id)
    await recordTicketEvent(ctx, newTicketId, { type: 'split_reversed', data: { ticketId: targetId } })
    await recordTicketEvent(ctx, targetId, { type: 'split_reversed', data: { ticketId: newTicketId } })
    await emit(ctx, 'ticket.split_reversed', { ticketId: targetId, newTicketId: created.id })
    return getTicket(ctx, targetId)
  })
}

/** Messages that were split off once more belong to that ticket now. */
async function groupByHome(ctx: Ctx, undo: queries.SplitUndo, ticketId: string): Promise<Map<string, string[]>> {
  const current = new Map((await queries.listMessageHomes(ctx, ticketId)).map(({ id, homeId }) => [id, homeId]))
  const returning = undo.messages.filter(({ id }) => current.get(id) === ticketId)
  const byHome = new Map<string, string[]>()
  for (const { id, homeId } of returning) byHome.set(homeId, [...(byHome.get(homeId) ?? []), id])
  return byHome
}

async function lockRoot(ctx: Ctx, id: string, newTicketId: string): Promise<Ticket['id']> {
  const rootId = await resolveTicketId(ctx, id)
  if (rootId === newTicketId) {
    throw new AppError('conflict', 'The original ticket was merged into this one. Reverse that merge first.')
  }
  await lockTickets(ctx, [rootId])
  assertNotMerged(await getRow(ctx, rootId))
  return rootId
}
