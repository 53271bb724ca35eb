import type { Ctx } from '../../ctx.ts'
import { foldText } from '../../kit/fold-text.ts'
import * as listQueries from './list-queries.ts'
import type { TicketFilter, TicketsQuery } from './schemas.ts'
import { listStatuses } from './statuses/statuses.ts'
import { toPriorityRank } from './ticket-row.ts'

/** Nobody reads further; a search for a word that is in every message must end. */
const MAX_MATCHES = 500
/** Matches no user: a key has no tickets of its own. */
const NOBODY = 'usr_'

export async function toFilterRow(ctx: Ctx, filter: TicketFilter): Promise<listQueries.FilterRow> {
  const own = ctx.caller.kind === 'member' ? ctx.caller.userId : NOBODY
  const toUserId = (user: string | undefined) => (user === 'me' ? own : (user ?? null))
  const waitingMs = filter.waitingLongerThan === undefined ? null : filter.waitingLongerThan * 60_000
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
    priority: filter.priority ? toPriorityRank(filter.priority) : null,
    waitingBefore: waitingMs === null ? null : new Date(ctx.now.getTime() - waitingMs),
    isSnoozed: filter.snoozed ?? null,
    isSpam: filter.spam ?? false,
    dueBefore: filter.dueBefore ?? null,
    mentionedId: toUserId(filter.mentioned),
    createdFromMs: toMs(filter.createdFrom),
    createdToMs: toMs(filter.createdTo),
    candidateIds: filter.q === undefined ? null : await listMatches(ctx, filter.q),
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

async function listMatches(ctx: Ctx, q: string): Promise<string[]> {
  const pattern = `%${foldText(q.trim()).replaceAll(/[\\%_]/g, '\\$&')}%`
  return (await listQueries.listMatches(ctx, pattern, q, MAX_MATCHES)).map(({ id }) => id)
}

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

/** As in the generated columns of the table. */
const WAITING_OFFSET = 9_000_000_000_000
const PRIORITY_STEP = 100_000_000_000_000

/** The part of a list that its filter allows: PostgreSQL doesn't know what a filter says about the order. */
export function rankRangeOf(
  sort: NonNullable<TicketsQuery['sort']>,
  { createdFromMs, createdToMs, priority, waitingBefore, dueBefore }: listQueries.FilterRow,
): { minRank: number | null; maxRank: number | null } {
  if (sort === 'newest') return { minRank: createdFromMs, maxRank: createdToMs }
  if (sort === 'waiting' && waitingBefore) return { minRank: WAITING_OFFSET - waitingBefore.getTime(), maxRank: null }
  if (sort === 'due' && dueBefore) return { minRank: WAITING_OFFSET - Date.parse(dueBefore), maxRank: null }
  if (sort !== 'priority' || priority === null) return { minRank: null, maxRank: null }
  const middle = priority * PRIORITY_STEP
  return { minRank: middle - WAITING_OFFSET, maxRank: middle + WAITING_OFFSET }
}
