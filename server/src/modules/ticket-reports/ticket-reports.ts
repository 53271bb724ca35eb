import type { Ctx } from '../../ctx.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { getHours, listWorkingSpans } from '../slas/business-hours/business-hours.ts'
import * as queries from './queries.ts'
import {
  MAX_DAYS,
  type TicketFigures,
  type TicketReport,
  type TicketReportGroup,
  type TicketReportQuery,
} from './schemas.ts'

const DEFAULT_DAYS = 30

export async function getTicketReport(ctx: Ctx, query: TicketReportQuery): Promise<TicketReport> {
  const { groupBy = 'day' } = query
  const { from, to, days, ...range } = await resolveRange(ctx, query)
  const { timeZone } = range
  const spans = await loadSpans(ctx, range, query.businessHoursId)
  const [total] = await queries.loadFigures(ctx, range, 'none', spans)
  const [atEnd] = await queries.loadBacklog(ctx, range.end, 'none')
  const totals = toFigures(total, atEnd?.backlog ?? 0)
  const rows = await queries.loadFigures(ctx, range, groupBy, spans)
  const data =
    groupBy === 'day'
      ? toDays(rows, from, days, await openingBacklog(ctx, range.start))
      : await toGroups(ctx, rows, await queries.loadBacklog(ctx, range.end, groupBy), groupBy)
  return { from, to, timeZone, groupBy, totals, data, nextCursor: null }
}

interface ReportDays {
  from?: string | undefined
  to?: string | undefined
}

/** The days of a report in the shop's time zone: the last 30, unless it names others. */
export async function resolveRange(ctx: Ctx, { from, to }: ReportDays) {
  const { startMs, endMs, ...range } = await queries.resolveRange(ctx, from ?? null, to ?? null, DEFAULT_DAYS)
  assertRange(range.days)
  return { ...range, start: new Date(startMs), end: new Date(endMs) }
}

function assertRange(days: number): void {
  if (days >= 1 && days <= MAX_DAYS) return
  const message = days < 1 ? 'must not be after `to`' : `must be at most ${MAX_DAYS - 1} days before \`to\``
  throw invalidRequest('The range is not valid.', [{ path: '/from', message, limit: MAX_DAYS }])
}

/** Working time of tickets that are older than this is not counted: the list of spans must end somewhere. */
const MAX_AGE_MS = MAX_DAYS * 86_400_000

async function loadSpans(
  ctx: Ctx,
  { start, end }: queries.ReportRange,
  businessHoursId: string | undefined,
): Promise<queries.WorkingSpans> {
  if (businessHoursId === undefined) return { starts: null, ends: null, totals: null }
  const hours = await getHours(ctx, businessHoursId)
  const from = new Date(start.getTime() - MAX_AGE_MS)
  const to = new Date(Math.max(end.getTime(), ctx.now.getTime()))
  const spans = listWorkingSpans(hours, from, to)
  let total = 0
  const totals = spans.map(({ startMs, endMs }) => {
    const before = total
    total += (endMs - startMs) / 1000
    return before
  })
  return {
    starts: spans.map(({ startMs }) => startMs / 1000),
    ends: spans.map(({ endMs }) => endMs / 1000),
    totals,
  }
}

const openingBacklog = async (ctx: Ctx, start: Date): Promise<number> =>
  (await queries.loadBacklog(ctx, start, 'none'))[0]?.backlog ?? 0

function toFigures(row: queries.FiguresRow | undefined, backlog: number): TicketFigures {
  return {
    created: row?.created ?? 0,
    resolved: row?.resolved ?? 0,
    backlog,
    replies: row?.replies ?? 0,
    firstResponse: toTimes(row?.firstResponse, row?.businessFirstResponse),
    resolution: toTimes(row?.resolution, row?.businessResolution),
    satisfaction: row?.rating == null ? null : { average: round(row.rating, 2), count: row.ratingCount },
  }
}

type Percentiles = number[] | null | undefined

function toTimes(calendar: Percentiles, business: Percentiles): TicketFigures['firstResponse'] {
  const minutes = toMinutes(calendar)
  return minutes && { ...minutes, business: toMinutes(business) }
}

function toMinutes(percentiles: Percentiles): { median: number; p90: number } | null {
  const [median, p90] = percentiles ?? []
  return median === undefined || p90 === undefined ? null : { median: round(median, 1), p90: round(p90, 1) }
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

const DAY_MS = 86_400_000

export const listDays = (from: string, days: number): string[] =>
  Array.from({ length: days }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10))

/** Every day of the range, also those on which nothing happened. */
function toDays(rows: queries.FiguresRow[], from: string, days: number, opening: number): TicketReportGroup[] {
  const byDay = new Map(rows.map((row) => [row.key, row]))
  let backlog = opening
  return listDays(from, days).map((key) => {
    const row = byDay.get(key)
    backlog += (row?.created ?? 0) - (row?.resolved ?? 0)
    return { key, label: null, ...toFigures(row, backlog) }
  })
}

async function toGroups(
  ctx: Ctx,
  rows: queries.FiguresRow[],
  backlogs: { key: string; backlog: number }[],
  groupBy: 'agent' | 'tag' | 'channel',
): Promise<TicketReportGroup[]> {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const backlogOf = new Map(backlogs.map(({ key, backlog }) => [key, backlog]))
  const keys = [...new Set([...byKey.keys(), ...backlogOf.keys()])]
  const agents = groupBy === 'agent' ? await queries.listAgents(ctx, keys) : []
  const nameOf = new Map(agents.map(({ id, name }) => [id, name]))
  return keys
    .map((key) => ({
      key: key === '' ? null : key,
      label: nameOf.get(key) ?? null,
      ...toFigures(byKey.get(key), backlogOf.get(key) ?? 0),
    }))
    .toSorted((one, other) => other.created - one.created || (one.key ?? '').localeCompare(other.key ?? ''))
}
