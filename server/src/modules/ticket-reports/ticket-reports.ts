import type { Ctx } from '../../ctx.ts'
import { invalidRequest } from '../../kit/errors.ts'
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
  const resolved = await queries.resolveRange(ctx, query.from ?? null, query.to ?? null, DEFAULT_DAYS)
  assertRange(resolved.days)
  const { timeZone, from, to } = resolved
  const range = { timeZone, start: new Date(resolved.startMs), end: new Date(resolved.endMs) }
  const [total] = await queries.loadFigures(ctx, range, 'none')
  const [atEnd] = await queries.loadBacklog(ctx, range.end, 'none')
  const totals = toFigures(total, atEnd?.backlog ?? 0)
  const rows = await queries.loadFigures(ctx, range, groupBy)
  const data =
    groupBy === 'day'
      ? toDays(rows, from, resolved.days, await openingBacklog(ctx, range.start))
      : await toGroups(ctx, rows, await queries.loadBacklog(ctx, range.end, groupBy), groupBy)
  return { from, to, timeZone, groupBy, totals, data, nextCursor: null }
}

function assertRange(days: number): void {
  if (days >= 1 && days <= MAX_DAYS) return
  const message = days < 1 ? 'must not be after `to`' : `must be at most ${MAX_DAYS - 1} days before \`to\``
  throw invalidRequest('The range is not valid.', [{ path: '/from', message, limit: MAX_DAYS }])
}

const openingBacklog = async (ctx: Ctx, start: Date): Promise<number> =>
  (await queries.loadBacklog(ctx, start, 'none'))[0]?.backlog ?? 0

function toFigures(row: queries.FiguresRow | undefined, backlog: number): TicketFigures {
  return {
    created: row?.created ?? 0,
    resolved: row?.resolved ?? 0,
    backlog,
    replies: row?.replies ?? 0,
    firstResponse: toMinutes(row?.firstResponse),
    resolution: toMinutes(row?.resolution),
  }
}

function toMinutes(percentiles: number[] | null | undefined): TicketFigures['firstResponse'] {
  const [median, p90] = percentiles ?? []
  return median === undefined || p90 === undefined ? null : { median: round(median), p90: round(p90) }
}

const round = (minutes: number) => Math.round(minutes * 10) / 10

const DAY_MS = 86_400_000

/** Every day of the range, also those on which nothing happened. */
function toDays(rows: queries.FiguresRow[], from: string, days: number, opening: number): TicketReportGroup[] {
  const byDay = new Map(rows.map((row) => [row.key, row]))
  let backlog = opening
  return Array.from({ length: days }, (_, at) => {
    const key = new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10)
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
