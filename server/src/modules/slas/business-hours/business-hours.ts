import { type Ctx, transaction } from '../../../ctx.ts'
import { lockEnvironment } from '../../../db/lock-environment.ts'
import { assertIfMatch } from '../../../http/responses/etag.ts'
import { AppError, type ErrorDetail, invalidRequest, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { isTimeZone } from '../../workspaces/workspaces.ts'
import {
  type BusinessHours,
  type BusinessHoursChanges,
  DAYS,
  MAX_BUSINESS_HOURS,
  type NewBusinessHours,
} from '../schemas.ts'
import { type DayInterval, type WorkingHours, workingSpans } from '../working-time.ts'
import * as queries from './queries.ts'

export const { listHours } = queries

export async function getHours(ctx: Ctx, id: string): Promise<BusinessHours> {
  const hours = await queries.findHours(ctx, id)
  if (!hours) throw notFound('business hours', id)
  return hours
}

export function createHours(ctx: Ctx, input: NewBusinessHours): Promise<BusinessHours> {
  assertValidHours(input)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    if ((await listHours(ctx)).length >= MAX_BUSINESS_HOURS) {
      throw new AppError(
        'conflict',
        `A shop can have at most ${MAX_BUSINESS_HOURS} business hours. Delete one first.`,
        {
          fields: { limit: MAX_BUSINESS_HOURS },
        },
      )
    }
    const now = ctx.now.toISOString()
    const hours = { id: newId('bh'), holidays: [], ...input, version: 1, createdAt: now, updatedAt: now }
    await queries.insertHours(ctx, hours)
    return hours
  })
}

export function updateHours(
  ctx: Ctx,
  id: string,
  changes: BusinessHoursChanges,
  ifMatch: string | undefined,
): Promise<BusinessHours> {
  assertValidHours(changes)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const before = await getHours(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const hours = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now.toISOString() }
    await queries.updateHours(ctx, hours)
    return hours
  })
}

export function deleteHours(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    assertIfMatch(ifMatch, (await getHours(ctx, id)).version)
    const policies = await queries.listPoliciesWith(ctx, id)
    if (policies.length > 0) {
      const names = policies.map(({ name }) => `“${name}”`).join(', ')
      throw new AppError('conflict', `SLA policies use these business hours: ${names}. Change them first.`)
    }
    await queries.deleteHours(ctx, id)
  })
}

function assertValidHours({ timeZone, intervals = [], holidays = [] }: BusinessHoursChanges): void {
  const errors: ErrorDetail[] = []
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    errors.push({ path: '/timeZone', message: 'must be an IANA time zone, such as Europe/Berlin or UTC' })
  }
  for (const [at, { start, end }] of intervals.entries()) {
    if (end <= start) errors.push({ path: `/intervals/${at}/end`, message: 'must be later than the start' })
  }
  for (const [at, one] of intervals.entries()) {
    const overlaps = intervals.some(
      (other, index) => index < at && other.day === one.day && one.start < other.end && other.start < one.end,
    )
    if (overlaps) errors.push({ path: `/intervals/${at}`, message: 'must not overlap another interval of the day' })
  }
  for (const [at, { date }] of holidays.entries()) {
    const isRepeated = holidays.findIndex((other) => other.date === date) < at
    if (isRepeated) errors.push({ path: `/holidays/${at}/date`, message: 'must not repeat a date' })
  }
  if (errors.length > 0) throw invalidRequest('The business hours are not valid.', errors)
}

export const toWorkingHours = ({ timeZone, intervals, holidays }: BusinessHours): WorkingHours => ({
  timeZone,
  holidays: new Set(holidays.map(({ date }) => date)),
  intervals: intervals.map(
    ({ day, start, end }): DayInterval => ({
      weekday: DAYS.indexOf(day),
      startMinute: toMinute(start),
      endMinute: toMinute(end),
    }),
  ),
})

const toMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The spans of working time that start between two times, in their order. */
export function listWorkingSpans(hours: BusinessHours, from: Date, to: Date): { startMs: number; endMs: number }[] {
  const spans = []
  for (const span of workingSpans(toWorkingHours(hours), from.getTime())) {
    if (span.startMs >= to.getTime()) break
    spans.push(span)
  }
  return spans
}
