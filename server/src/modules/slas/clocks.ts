import type { Ticket } from '../tickets/schemas.ts'
import type { SlaMetric, SlaState } from './schemas.ts'
import { addWorkingTime, type WorkingHours, workingTimeBetween } from './working-time.ts'

const MINUTE_MS = 60_000
const WARNING_SHARE = 0.8

/** How far a ticket is with one target. */
export interface Clock {
  metric: SlaMetric
  policyId: string
  targetMinutes: number
  startedAt: string
  /** Null while it is paused, and once it has stopped. */
  runningSince: string | null
  /** Working time before `runningSince`. */
  elapsedMs: number
  dueAt: string | null
  warningAt: string | null
  /** When to look at it again. */
  checkAt: string | null
  warnedAt: string | null
  breachedAt: string | null
  completedAt: string | null
}

/** What the ticket's policy promises. */
export interface Terms {
  policyId: string
  targetMinutes: number
  hours: WorkingHours | undefined
  warningMinutes: number | null
  /** A ticket is not judged by a promise that was made later. */
  since: string
}

type Phase =
  | { name: 'running'; startedAt: string }
  | { name: 'paused'; startedAt: string; until: string | null }
  | { name: 'completed'; startedAt: string; at: string }

type TicketTimes = Pick<
  Ticket,
  'createdAt' | 'firstRespondedAt' | 'waitingSince' | 'resolvedAt' | 'snoozedUntil' | 'status'
>

/** Whether this target counts for the ticket now. Undefined if there is nothing to measure. */
function phaseOf(metric: SlaMetric, ticket: TicketTimes, clock: Clock | undefined, at: Date): Phase | undefined {
  const { createdAt, firstRespondedAt, waitingSince, resolvedAt, snoozedUntil, status } = ticket
  if (metric === 'resolution') {
    if (resolvedAt) return { name: 'completed', startedAt: createdAt, at: resolvedAt }
    const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > at.getTime()
    if (status.category === 'pending') return { name: 'paused', startedAt: createdAt, until: null }
    return isSnoozed
      ? { name: 'paused', startedAt: createdAt, until: snoozedUntil }
      : { name: 'running', startedAt: createdAt }
  }
  if (metric === 'first_response') {
    const startedAt = clock?.startedAt ?? createdAt
    if (firstRespondedAt) return { name: 'completed', startedAt, at: firstRespondedAt }
    // Whoever resolves a ticket without a reply has decided that it needs none.
    if (resolvedAt) return clock && { name: 'completed', startedAt, at: resolvedAt }
    return waitingSince ? { name: 'running', startedAt: clock?.startedAt ?? waitingSince } : undefined
  }
  if (!firstRespondedAt) return undefined
  if (waitingSince && !resolvedAt) return { name: 'running', startedAt: waitingSince }
  return clock && { name: 'completed', startedAt: clock.startedAt, at: clock.completedAt ?? at.toISOString() }
}

/**
 * The clock after something happened to the ticket at `at`, or time has passed. Undefined if there is nothing to
 * measure. Can be repeated: the same ticket at the same time gives the same clock.
 */
export function advanceClock(
  metric: SlaMetric,
  clock: Clock | undefined,
  ticket: TicketTimes,
  terms: Terms,
  at: Date,
): Clock | undefined {
  const phase = phaseOf(metric, ticket, clock, at)
  if (!phase) return undefined
  // Another unanswered message is another wait.
  const current = clock && clock.startedAt === phase.startedAt ? clock : startClock(metric, phase.startedAt, terms)
  const moved = movePhase(current, phase, terms, at)
  return judge({ ...moved, policyId: terms.policyId, targetMinutes: terms.targetMinutes }, phase, terms, at)
}

const startClock = (metric: SlaMetric, startedAt: string, { policyId, targetMinutes, since }: Terms): Clock => ({
  metric,
  policyId,
  targetMinutes,
  startedAt,
  runningSince: since > startedAt ? since : startedAt,
  elapsedMs: 0,
  dueAt: null,
  warningAt: null,
  checkAt: null,
  warnedAt: null,
  breachedAt: null,
  completedAt: null,
})

function movePhase(clock: Clock, phase: Phase, { hours }: Terms, at: Date): Clock {
  if (phase.name === 'running') {
    if (clock.runningSince !== null) return clock
    // A reply that was taken back never ended the wait.
    if (clock.metric !== 'resolution')
      return { ...clock, runningSince: clock.startedAt, elapsedMs: 0, completedAt: null }
    return { ...clock, runningSince: at.toISOString(), completedAt: null }
  }
  const end = phase.name === 'completed' ? new Date(phase.at) : at
  const elapsedMs =
    clock.runningSince === null
      ? clock.elapsedMs
      : clock.elapsedMs + workingTimeBetween(hours, new Date(clock.runningSince), end)
  return { ...clock, runningSince: null, elapsedMs, completedAt: phase.name === 'completed' ? phase.at : null }
}

/** Sets the times that follow from the clock, and whether they have passed. */
function judge(clock: Clock, phase: Phase, { hours, targetMinutes, warningMinutes }: Terms, at: Date): Clock {
  const targetMs = targetMinutes * MINUTE_MS
  if (clock.runningSince === null) {
    const isLate = clock.elapsedMs > targetMs
    return {
      ...clock,
      // A completed clock keeps the time at which it was due.
      dueAt: phase.name === 'completed' ? clock.dueAt : null,
      warningAt: null,
      checkAt: phase.name === 'paused' ? phase.until : null,
      breachedAt: isLate ? (clock.breachedAt ?? clock.dueAt ?? clock.completedAt ?? at.toISOString()) : null,
    }
  }
  const since = new Date(clock.runningSince)
  const after = (spentMs: number) => addWorkingTime(hours, since, Math.max(0, spentMs - clock.elapsedMs))
  const warningMs = warningMinutes === null ? targetMs * WARNING_SHARE : targetMs - warningMinutes * MINUTE_MS
  const [due, warning] = [after(targetMs), after(Math.max(0, warningMs))]
  const isBreached = due <= at
  const isWarned = warning <= at
  const next = isBreached ? null : isWarned ? due : warning
  return {
    ...clock,
    dueAt: due.toISOString(),
    warningAt: warning.toISOString(),
    checkAt: next === null ? null : next.toISOString(),
    // A new target may give the ticket more time.
    warnedAt: isWarned ? (clock.warnedAt ?? at.toISOString()) : null,
    breachedAt: isBreached ? (clock.breachedAt ?? due.toISOString()) : null,
  }
}

export function stateOf({ runningSince, completedAt, warnedAt, breachedAt }: Clock): SlaState {
  if (breachedAt) return 'breached'
  if (completedAt) return 'met'
  if (runningSince === null) return 'paused'
  return warnedAt ? 'warning' : 'ok'
}
