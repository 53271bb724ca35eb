import { type Ctx, transaction } from '../../../ctx.ts'
import { newId } from '../../../kit/ids.ts'
import { toPreview } from '../../../kit/preview.ts'
import { matchCustomer } from '../../customers/customers.ts'
import { toSearchText } from '../../customers/identity/identity.ts'
import type { Ticket, TicketMessage } from '../schemas.ts'
import type { TicketStatus } from '../statuses/schemas.ts'
import { toPriorityRank } from '../ticket-row.ts'
import { FIRST_TICKET_NUMBER } from '../tickets.ts'
import * as queries from './queries.ts'

interface ImportedMessage {
  kind: TicketMessage['kind']
  text: string
  /** Who wrote a reply or a note. */
  authorId?: string
  authorName?: string
  createdAt: string
}

/** A ticket with its history; the first message created it. */
export interface ImportedTicket {
  subject: string
  channel: Ticket['channel']
  status: Pick<TicketStatus, 'id' | 'name' | 'category'>
  priority: Ticket['priority']
  requester: { name: string; email: string }
  assigneeId: Ticket['assigneeId']
  teamId: Ticket['teamId']
  tags: string[]
  orderIds: Ticket['orderIds']
  messages: [ImportedMessage, ...ImportedMessage[]]
  resolvedAt: string | null
  snoozedUntil: string | null
}

/**
 * Tickets of another help desk, oldest first. Nothing is emitted and nothing is sent: all of it happened before. Returns
 * their IDs.
 */
export function importTickets(ctx: Ctx, tickets: ImportedTicket[]): Promise<Ticket['id'][]> {
  return transaction(ctx, async (ctx) => {
    const customerIds = await matchRequesters(ctx, tickets)
    const last = await queries.claimNumbers(ctx, FIRST_TICKET_NUMBER, tickets.length)
    const imported = tickets.map((ticket, at) => {
      const customerId = customerIds.get(ticket.requester.email) ?? null
      return toRows(ticket, customerId, last - tickets.length + 1 + at)
    })
    await queries.insertTickets(
      ctx,
      imported.map(({ row }) => row),
    )
    await queries.insertMessages(
      ctx,
      imported.flatMap(({ messages }) => messages),
    )
    await queries.insertEvents(
      ctx,
      imported.flatMap(({ events }) => events),
    )
    return imported.map(({ row }) => row.id)
  })
}

async function matchRequesters(ctx: Ctx, tickets: ImportedTicket[]): Promise<Map<string, string | null>> {
  const requesters = new Map(tickets.map(({ requester }) => [requester.email, requester]))
  const customerIds = new Map<string, string | null>()
  for (const { name, email } of requesters.values()) {
    customerIds.set(email, await matchCustomer(ctx, { name, email, phone: null, locale: null, address: null }))
  }
  return customerIds
}

function toRows(ticket: ImportedTicket, customerId: string | null, number: number) {
  const { subject, channel, status, priority, requester, messages: history } = ticket
  const id = newId('tkt')
  const messages = history.map((message) => toMessageRow(ticket, id, customerId, message))
  const [{ createdAt }] = history
  const lastMessage = messages.at(-1)
  const row = {
    id,
    number,
    subject,
    channel,
    statusId: status.id,
    category: status.category,
    priority: toPriorityRank(priority),
    customerId,
    requesterEmail: requester.email,
    requesterName: requester.name,
    assigneeId: ticket.assigneeId,
    teamId: ticket.teamId,
    tags: ticket.tags,
    orderIds: ticket.orderIds,
    snoozedUntil: ticket.snoozedUntil,
    waitingSince: waitingSince(history),
    firstRespondedAt: history.find(({ kind }) => kind === 'reply')?.createdAt ?? null,
    resolvedAt: ticket.resolvedAt,
    lastMessageId: lastMessage?.id,
    lastMessageAt: lastMessage?.createdAt,
    lastMessageKind: lastMessage?.kind,
    lastMessagePreview: toPreview(lastMessage?.text ?? ''),
    messageCount: messages.length,
    search: toSearchText([subject, `#${number}`, requester.name, requester.email]),
    createdAt,
  }
  return { row, messages, events: toEventRows(ticket, id, createdAt) }
}

/** The first message of the customer after the last reply. */
function waitingSince(history: ImportedMessage[]): string | null {
  const replied = history.findLastIndex(({ kind }) => kind === 'reply')
  return history.slice(replied + 1).find(({ kind }) => kind === 'customer')?.createdAt ?? null
}

function toMessageRow(
  { channel, requester }: ImportedTicket,
  ticketId: string,
  customerId: string | null,
  { kind, text, authorId, authorName, createdAt }: ImportedMessage,
) {
  const isEmail = kind === 'reply' && (channel === 'email' || channel === 'contact_form')
  const author =
    kind === 'customer'
      ? { authorType: 'customer', authorId: customerId, authorName: requester.name, authorEmail: requester.email }
      : { authorType: 'member', authorId: authorId ?? null, authorName: authorName ?? null, authorEmail: null }
  return {
    id: newId('msg'),
    ticketId,
    kind,
    ...author,
    text,
    to: isEmail ? [requester.email] : [],
    deliveryStatus: isEmail ? 'sent' : null,
    createdAt,
  }
}

function toEventRows({ status, resolvedAt }: ImportedTicket, ticketId: string, createdAt: string) {
  const created = { id: newId('tev'), ticketId, type: 'created', changes: [], createdAt }
  if (resolvedAt === null) return [created]
  const changes = [{ field: 'status', from: null, to: { id: status.id, name: status.name, category: status.category } }]
  return [created, { id: newId('tev'), ticketId, type: 'updated', changes, createdAt: resolvedAt }]
}
