import { type Ctx, transaction } from '../../ctx.ts'
import { type Page, rankedKeyset, toRankedPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { notFound } from '../../kit/errors.ts'
import { LAST_ID, newId } from '../../kit/ids.ts'
import { assertCustomerExists, getCustomer, matchCustomer } from '../customers/customers.ts'
import {
  changesOf,
  getRow,
  lockCurrentTicket,
  notifyTicketChanged,
  recordTicketEvent,
  sourceOf,
  withStatus,
} from './change-ticket.ts'
import * as listQueries from './list-queries.ts'
import { type NewMessage, storeMessage } from './messages/store-message.ts'
import * as queries from './queries.ts'
import type { NewTicket, Ticket, TicketChanges, TicketFilter, TicketSource, TicketsQuery } from './schemas.ts'
import { defaultStatus, getStatus } from './statuses/statuses.ts'
import { rankRangeOf, toFilterRow, withTimeCandidates } from './ticket-filter.ts'
import { type TicketRow, toPriorityRank, toTicket } from './ticket-row.ts'
import { assertValidChanges } from './validate-ticket.ts'

export { recordTicketEvent }

/** Short enough to read out on the phone, and high enough not to look like the shop's first ticket. */
export const FIRST_TICKET_NUMBER = 1001

/** Call it before a transaction: the counter's row lock would serialize all new tickets of the shop. */
export function claimTicketNumber(ctx: Ctx): Promise<number> {
  if (ctx.db.isTransaction)
    throw new Error('A ticket number claimed inside a transaction would block other tickets until it ends')
  return queries.incrementCounter(ctx, FIRST_TICKET_NUMBER)
}

/** What only other modules may set. */
export interface InternalOptions {
  channel?: Ticket['channel']
  /** From `claimTicketNumber`. Required inside a transaction. */
  number?: number
  message?: NewMessage
  mailboxId?: string | null
  followUpOfId?: Ticket['id'] | null
  splitFromId?: Ticket['id'] | null
  spam?: boolean
  source?: TicketSource
  /** For imports and tests. */
  createdAt?: string
}

export type NewTicketInput = Omit<NewTicket, 'channel' | 'message'> & InternalOptions

/** The customer is found or created by the requester's email. */
export async function createTicket(ctx: Ctx, input: NewTicketInput): Promise<Ticket> {
  const number = input.number ?? (await claimTicketNumber(ctx))
  return transaction(ctx, async (ctx) => {
    await assertValidChanges(ctx, input)
    await assertCustomerExists(ctx, input.customerId ?? null, '/customerId')
    const ticket = await buildTicket(ctx, input, number)
    await queries.insertTicket(ctx, ticket)
    const source = input.source ?? sourceOf(ctx)
    await recordTicketEvent(ctx, ticket.id, { type: 'created', source })
    await emit(ctx, 'ticket.created', { ticketId: ticket.id, channel: ticket.channel })
    // A status in the request wins over what its first message would make of it.
    const { statusId, statusName, category, resolvedAt } = ticket
    const keepStatus = (after: TicketRow): TicketRow =>
      input.statusId ? { ...after, statusId, statusName, category, resolvedAt, reopenedCount: 0 } : after
    if (input.message) await storeMessage(ctx, ticket, input.message, keepStatus)
    return getTicket(ctx, ticket.id)
  })
}

async function buildTicket(ctx: Ctx, input: NewTicketInput, number: number): Promise<TicketRow> {
  const status = input.statusId ? await getStatus(ctx, input.statusId) : await defaultStatus(ctx, 'open')
  const now = input.createdAt ?? ctx.now.toISOString()
  return {
    id: newId('tkt'),
    number,
    subject: input.subject,
    channel: input.channel ?? 'api',
    statusId: status.id,
    statusName: status.name,
    category: status.category,
    priority: toPriorityRank(input.priority ?? 'normal'),
    ...(await resolveRequester(ctx, input)),
    assigneeId: input.assigneeId ?? null,
    teamId: input.teamId ?? null,
    followerIds: input.followerIds ?? [],
    mentionedIds: [],
    tags: input.tags ?? [],
    customFields: input.customFields ?? {},
    orderIds: input.orderIds ?? [],
    mailboxId: input.mailboxId ?? null,
    snoozedUntil: null,
    dueAt: input.dueAt ?? null,
    waitingSince: null,
    firstRespondedAt: null,
    resolvedAt: status.category === 'resolved' ? now : null,
    lastMessageId: null,
    lastMessageAt: now,
    lastMessageKind: null,
    lastMessagePreview: '',
    messageCount: 0,
    reopenedCount: 0,
    mergedIntoId: null,
    splitFromId: input.splitFromId ?? null,
    followUpOfId: input.followUpOfId ?? null,
    isSpam: input.spam ?? false,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

async function resolveRequester(
  ctx: Ctx,
  { customerId = null, requester, spam = false }: NewTicketInput,
): Promise<Pick<TicketRow, 'customerId' | 'requesterEmail' | 'requesterName'>> {
  if (requester) {
    const { email, name = null } = requester
    const contact = { email, name, phone: null, locale: null, address: null }
    return {
      // Spam must not add customers.
      customerId: customerId ?? (spam ? null : await matchCustomer(ctx, contact)),
      requesterEmail: email,
      requesterName: name,
    }
  }
  if (customerId === null) return { customerId, requesterEmail: null, requesterName: null }
  const { name, emails } = await getCustomer(ctx, customerId)
  return { customerId, requesterEmail: emails[0]?.address ?? null, requesterName: name }
}

/** A merged ticket is returned as it is, with `mergedIntoId`. */
export const getTicket = async (ctx: Ctx, id: string): Promise<Ticket> => toTicket(await getRow(ctx, id))

export async function findTicketByNumber(ctx: Ctx, number: number): Promise<Ticket | undefined> {
  const found = await queries.findIdByNumber(ctx, number)
  return found && getTicket(ctx, found.id)
}

/** Follows merges to the ticket that has the messages now. */
export async function resolveTicketId(ctx: Ctx, id: string): Promise<Ticket['id']> {
  const root = await queries.findRoot(ctx, id)
  if (!root) throw notFound('ticket', id)
  return root.id
}

export async function listTickets(ctx: Ctx, query: TicketsQuery): Promise<Page<Ticket>> {
  const sort = query.sort ?? 'waiting'
  const filter = await withTimeCandidates(ctx, sort, await toFilterRow(ctx, query))
  const { minRank, maxRank } = rankRangeOf(sort, filter)
  const page = rankedKeyset(query)
  const start = maxRank !== null && maxRank < page.rank ? { ...page, rank: maxRank, before: LAST_ID } : page
  const rows = await listQueries.listTickets(ctx, start, sort, minRank, filter)
  const { data, nextCursor } = toRankedPage(rows, page)
  return { data: data.map(toTicket), nextCursor }
}

/** Exact up to this number. */
export const MAX_COUNT = 1000

/** More than `MAX_COUNT` are counted as one more. */
export async function countTickets(ctx: Ctx, filter: TicketFilter): Promise<number> {
  return (await listQueries.countTickets(ctx, await toFilterRow(ctx, filter), MAX_COUNT + 1)).count
}

export interface UpdateOptions {
  ifMatch?: string | undefined
  source?: TicketSource
  /** The rule that made the change: rules don't trigger themselves. */
  ruleId?: string
}

/** The only function that changes a ticket's fields. Omitted fields keep their value; a stale `ifMatch` is rejected. */
export function updateTicket(
  ctx: Ctx,
  id: string,
  changes: TicketChanges,
  { ifMatch, source = sourceOf(ctx), ruleId }: UpdateOptions = {},
): Promise<Ticket> {
  return transaction(ctx, async (ctx) => {
    const ticket = await lockCurrentTicket(ctx, id)
    assertIfMatch(ifMatch, ticket.version)
    await assertValidChanges(ctx, changes)
    if (changes.customerId) await assertCustomerExists(ctx, changes.customerId, '/customerId')
    const changed = await applyChanges(ctx, ticket, changes)
    const entries = changesOf(ticket, changed)
    if (entries.length === 0) return toTicket(ticket)
    await queries.saveTicket(ctx, changed)
    await recordTicketEvent(ctx, id, {
      type: 'updated',
      source,
      changes: entries,
      data: ruleId === undefined ? {} : { ruleId },
    })
    await emit(ctx, 'ticket.updated', {
      ticketId: ticket.id,
      changes: entries.map(({ field }) => field),
      source,
      ...(ruleId !== undefined && { ruleId }),
    })
    notifyTicketChanged(ctx, id)
    return getTicket(ctx, id)
  })
}

function withFieldChanges(values: TicketRow['customFields'], changes: TicketChanges['customFields'] = {}) {
  const entries = Object.entries({ ...values, ...changes })
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}

async function applyChanges(ctx: Ctx, ticket: TicketRow, changes: TicketChanges): Promise<TicketRow> {
  const { addTags = [], removeTags = [], addOrderIds = [] } = changes
  const tags = [...new Set([...(changes.tags ?? ticket.tags), ...addTags])].filter((tag) => !removeTags.includes(tag))
  const changed: TicketRow = {
    ...ticket,
    subject: changes.subject ?? ticket.subject,
    priority: changes.priority ? toPriorityRank(changes.priority) : ticket.priority,
    customerId: changes.customerId === undefined ? ticket.customerId : changes.customerId,
    assigneeId: changes.assigneeId === undefined ? ticket.assigneeId : changes.assigneeId,
    teamId: changes.teamId === undefined ? ticket.teamId : changes.teamId,
    tags,
    customFields: withFieldChanges(ticket.customFields, changes.customFields),
    followerIds: changes.followerIds ?? ticket.followerIds,
    orderIds: [...new Set([...(changes.orderIds ?? ticket.orderIds), ...addOrderIds])],
    isSpam: changes.spam ?? ticket.isSpam,
    dueAt: changes.dueAt === undefined ? ticket.dueAt : changes.dueAt,
  }
  const status = changes.statusId ? await getStatus(ctx, changes.statusId) : undefined
  const moved = status ? withStatus(ctx, changed, status) : changed
  return changes.snoozedUntil === undefined ? moved : { ...moved, snoozedUntil: changes.snoozedUntil }
}
