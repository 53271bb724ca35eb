import type { Ctx } from '../../ctx.ts'
import { foldText, hasTrigram } from '../../kit/fold-text.ts'
import * as listQueries from './list-queries.ts'
import type { TicketFilter, TicketsQuery } from './schemas.ts'
import { listStatuses } from './statuses/statuses.ts'
import { toPriorityRank } from './ticket-row.ts'

/** As in the generated columns of the table. */
const WAITING_OFFSET = 9_000_000_000_000
const PRIORITY_STEP = 100_000_000_000_000

/** Nobody reads further; a search for a word that is in every message must end. */
const MAX_MATCHES = 500
/** Matches no user: a key has no tickets of its own. */
const NOBODY = 'usr_'

export async function toFilterRow(ctx: Ctx, filter: TicketFilter): Promise<listQueries.FilterRow> {
  const own = ctx.caller.kind === 'member' ? ctx.caller.userId : NOBODY
  const toUserId = (user: string | undefined) => (user === 'me' ? own : (user ?? null))
  const waitingMs = filter.waitingLongerThan === undefined ? null : filter.waitingLongerThan * 60_000
  const priority = filter.priority ? toPriorityRank(filter.priority) : null
  return {
    ...(await toStatusFilter(ctx, filter.status?.split(',') ?? [])),
    assigneeId: filter.assignee === 'none' ? null : toUserId(filter.assignee),
    isUnassigned: filter.assignee === 'none',
    teamId: filter.team === 'none' ? null : (filter.team ?? null),
    isWithoutTeam: filter.team === 'none',
    tag: filter.tag ?? null,
    channel: filter.channel ?? null,
    customerId: filter.customer ?? null,
    orderId: filter.order ?? null,
    priority,
    priorityMinRank: priority === null ? null : priority * PRIORITY_STEP - WAITING_OFFSET,
    priorityMaxRank: priority === null ? null : priority * PRIORITY_STEP + WAITING_OFFSET,
    waitingBefore: waitingMs === null ? null : new Date(ctx.now.getTime() - waitingMs),
    isSnoozed: filter.snoozed ?? null,
    isSpam: filter.spam ?? false,
    dueBefore: filter.dueBefore ?? null,
    mentionedId: toUserId(filter.mentioned),
    followerId: toUserId(filter.follower),
    createdFromMs: toMs(filter.createdFrom),
    createdToMs: toMs(filter.createdTo),
    candidateIds: await listCandidates(ctx, filter),
  }
}

const toMs = (time: string | undefined): number | null => (time === undefined ? null : Date.parse(time))

/** Of both, those that match either. */
async function toStatusFilter(
  ctx: Ctx,
  named: string[],
): Promise<Pick<listQueries.FilterRow, 'statusIds' | 'categories' | 'isUnresolved'>> {
  const statusIds = named.filter((name) => name.startsWith('tst_'))
  const categories = named.filter((name) => !name.startsWith('tst_'))
  if (statusIds.length === 0) {
    const isUnresolved = categories.length > 0 && !categories.includes('resolved')
    return { statusIds: null, categories: categories.length > 0 ? categories : null, isUnresolved }
  }
  if (categories.length === 0) return { statusIds, categories: null, isUnresolved: false }
  const inCategories = (await listStatuses(ctx)).filter(({ category }) => categories.includes(category))
  return { statusIds: [...statusIds, ...inCategories.map(({ id }) => id)], categories: null, isUnresolved: false }
}

/** Those that a search or an order finds, which are few. Null: everything matches. */
async function listCandidates(ctx: Ctx, { q, order }: TicketFilter): Promise<string[] | null> {
  if (q !== undefined) return listMatches(ctx, q)
  if (order === undefined) return null
  return (await listQueries.listOrderMatches(ctx, order, MAX_MATCHES)).map(({ id }) => id)
}

/** So many of the newest are searched before an index is used. */
const MAX_SCANNED = 2000
/** One or two letters are no entry of the index, so they are searched here only. */
const MAX_SCANNED_WITHOUT_INDEX = 20_000

/** The newest tickets that contain the text, and those with a message that has all its words. */
async function listMatches(ctx: Ctx, q: string): Promise<string[]> {
  const tickets = await matchTickets(ctx, q.trim())
  const messages = await matchMessages(ctx, q)
  return [...new Set([...tickets, ...messages].map(({ id }) => id))]
}

/**
 * The newest tickets contain a common text often enough, and reading them is faster than its many entries in the index. The
 * trigrams of `@gmail.com` are in too many tickets to narrow a search down: an address is
 * found by how it starts, and elsewhere in the newest tickets.
 */
async function matchTickets(ctx: Ctx, q: string) {
  if (/^#\d{1,15}$/.test(q)) return listQueries.findByNumber(ctx, Number(q.slice(1)))
  const text = foldText(q)
  const pattern = `%${escapePattern(text)}%`
  if (q.indexOf('@') > 0) {
    const [typed, folded] = [q.toLowerCase(), text].map((start) => `${escapePattern(start)}%`) as [string, string]
    const ofRequester = await listQueries.findByEmail(ctx, typed, folded, MAX_MATCHES)
    return [...ofRequester, ...(await listQueries.scanTickets(ctx, pattern, MAX_SCANNED, MAX_MATCHES))]
  }
  if (!hasTrigram(text)) return listQueries.scanTickets(ctx, pattern, MAX_SCANNED_WITHOUT_INDEX, MAX_MATCHES)
  const newest = await listQueries.scanTickets(ctx, pattern, MAX_SCANNED, MAX_MATCHES)
  return newest.length < MAX_MATCHES ? listQueries.findTickets(ctx, pattern, MAX_MATCHES) : newest
}

async function matchMessages(ctx: Ctx, words: string) {
  const newest = await listQueries.scanMessages(ctx, words, MAX_SCANNED, MAX_MATCHES)
  return newest.length < MAX_MATCHES ? listQueries.findMessages(ctx, words, MAX_MATCHES) : newest
}

const escapePattern = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** More are not worth sorting. */
const MAX_CANDIDATES = 2000

/**
 * PostgreSQL reads tickets in the order of the list until it has a page. If only the last ones match, as those created
 * years ago do in a list by waiting time, it would read all: few matches are looked up first.
 */
export async function withTimeCandidates(
  ctx: Ctx,
  sort: NonNullable<TicketsQuery['sort']>,
  filter: listQueries.FilterRow,
): Promise<listQueries.FilterRow> {
  const { createdFromMs, createdToMs, waitingBefore, dueBefore, candidateIds } = filter
  const isByCreation = (createdFromMs !== null || createdToMs !== null) && sort !== 'newest'
  const isByWaiting = waitingBefore !== null && sort !== 'waiting'
  const isByDueDate = dueBefore !== null && sort !== 'due'
  if (candidateIds || !(isByCreation || isByWaiting || isByDueDate)) return filter
  const matches = await listQueries.listTimeMatches(ctx, filter, MAX_CANDIDATES + 1)
  return matches.length > MAX_CANDIDATES ? filter : { ...filter, candidateIds: matches.map(({ id }) => id) }
}

/** The part of a list that its filter allows: PostgreSQL doesn't know what a filter says about the order. */
export function rankRangeOf(
  sort: NonNullable<TicketsQuery['sort']>,
  { createdFromMs, createdToMs, priorityMinRank, priorityMaxRank, waitingBefore, dueBefore }: listQueries.FilterRow,
): { minRank: number | null; maxRank: number | null } {
  if (sort === 'newest') return { minRank: createdFromMs, maxRank: createdToMs }
  if (sort === 'waiting' && waitingBefore) return { minRank: WAITING_OFFSET - waitingBefore.getTime(), maxRank: null }
  if (sort === 'due' && dueBefore) return { minRank: WAITING_OFFSET - Date.parse(dueBefore), maxRank: null }
  return sort === 'priority' ? { minRank: priorityMinRank, maxRank: priorityMaxRank } : { minRank: null, maxRank: null }
}
