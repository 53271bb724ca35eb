import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { Ticket } from '../tickets/schemas.ts'
import { getTicket, recordTicketEvent } from '../tickets/tickets.ts'
import { listHours, toWorkingHours } from './business-hours/business-hours.ts'
import { advanceClock, type Clock, stateOf, type Terms } from './clocks.ts'
import { appliesTo, listPolicies } from './policies/policies.ts'
import * as queries from './queries.ts'
import { METRICS, type SlaMetric, type SlaPolicy, type SlaState, type SlaTarget, type TicketSla } from './schemas.ts'

/**
 * Brings the clocks of a ticket up to date: with its messages, status, priority and policy, and with the time. `at` is
 * when it changed. Each warning and each breach is emitted once.
 */
export async function refreshTicketSla(ctx: Ctx, ticketId: Ticket['id'], at: Date = ctx.now): Promise<void> {
  // Most shops have no policies, and every message comes by here.
  if ((await listPolicies(ctx)).length === 0 && (await queries.listClocks(ctx, [ticketId])).length === 0) return
  await transaction(ctx, async (ctx) => {
    if ((await queries.lockTicket(ctx, ticketId)) === 0) return
    const ticket = await getTicket(ctx, ticketId)
    const clocks = await queries.listClocks(ctx, [ticketId])
    const policy = await findPolicy(ctx, ticket)
    const hours = policy?.businessHoursId
      ? (await listHours(ctx)).find(({ id }) => id === policy.businessHoursId)
      : undefined
    for (const metric of METRICS) {
      const before = clocks.find((clock) => clock.metric === metric)
      const terms = policy && termsOf(policy, metric, hours && toWorkingHours(hours))
      const after = terms && advanceClock(metric, before, ticket, terms, at)
      await saveChanges(ctx, ticketId, before, after)
    }
  })
}

/** Spam and merged tickets have no targets. */
async function findPolicy(ctx: Ctx, ticket: Ticket): Promise<SlaPolicy | undefined> {
  if (ticket.spam || ticket.mergedIntoId !== null) return undefined
  const policies = await listPolicies(ctx)
  const customer =
    ticket.customerId && policies.some(({ conditions }) => conditions.customerTags)
      ? await queries.findCustomerTags(ctx, ticket.customerId)
      : undefined
  return policies.find((policy) => appliesTo(policy, ticket, customer?.tags ?? []))
}

function termsOf(policy: SlaPolicy, metric: SlaMetric, hours: Terms['hours']): Terms | undefined {
  const { firstResponseMinutes, nextResponseMinutes, resolutionMinutes } = policy.targets
  const targetMinutes = {
    first_response: firstResponseMinutes,
    next_response: nextResponseMinutes,
    resolution: resolutionMinutes,
  }[metric]
  if (targetMinutes === null) return undefined
  return { policyId: policy.id, targetMinutes, hours, warningMinutes: policy.warningMinutes, since: policy.createdAt }
}

async function saveChanges(
  ctx: Ctx,
  ticketId: Ticket['id'],
  before: queries.ClockRow | undefined,
  after: Clock | undefined,
): Promise<void> {
  if (!after) {
    // A target that was completed under a policy that is gone stays for reports.
    if (before && before.completedAt === null) await queries.deleteClock(ctx, ticketId, before.metric)
    return
  }
  const isSameWait = before?.startedAt === after.startedAt
  if (before && isUnchanged(before, after)) return
  await queries.saveClock(ctx, ticketId, after)
  const isNew = (time: 'warnedAt' | 'breachedAt') => after[time] !== null && !(isSameWait && before?.[time])
  if (isNew('breachedAt')) await emitSlaEvent(ctx, ticketId, 'sla_breached', after)
  else if (isNew('warnedAt') && after.breachedAt === null) await emitSlaEvent(ctx, ticketId, 'sla_warning', after)
}

const isUnchanged = ({ ticketId: _, ...before }: queries.ClockRow, after: Clock): boolean =>
  (Object.keys(before) as (keyof Clock)[]).every((key) => before[key] === after[key])

async function emitSlaEvent(
  ctx: Ctx,
  ticketId: Ticket['id'],
  type: 'sla_warning' | 'sla_breached',
  clock: Clock,
): Promise<void> {
  const data = {
    metric: clock.metric,
    policyId: clock.policyId as SlaPolicy['id'],
    dueAt: clock.dueAt ?? clock.breachedAt,
  }
  await recordTicketEvent(ctx, ticketId, { type, source: 'system', data })
  await emit(ctx, `ticket.${type}`, { ticketId, ...data })
}

export async function getTicketSla(ctx: Ctx, ticketId: Ticket['id']): Promise<TicketSla> {
  await getTicket(ctx, ticketId)
  const [sla] = await listTicketSlas(ctx, [ticketId])
  return sla ?? { ticketId, policyId: null, state: null, nextDueAt: null, targets: [] }
}

/** Tickets without targets are left out. */
export async function listTicketSlas(ctx: Ctx, ticketIds: string[]): Promise<TicketSla[]> {
  const clocks = await queries.listClocks(ctx, ticketIds)
  return [...Map.groupBy(clocks, ({ ticketId }) => ticketId)].map(([ticketId, own]) => toTicketSla(ticketId, own))
}

const SEVERITY: SlaState[] = ['breached', 'warning', 'ok', 'paused', 'met']

function toTicketSla(ticketId: Ticket['id'], clocks: queries.ClockRow[]): TicketSla {
  const targets = clocks
    .map(toTarget)
    .toSorted((one, other) => METRICS.indexOf(one.metric) - METRICS.indexOf(other.metric))
  const open = targets.filter(({ completedAt }) => completedAt === null)
  const states = (open.length > 0 ? open : targets).map(({ state }) => state)
  const dueTimes = open.flatMap(({ dueAt }) => dueAt ?? []).toSorted()
  return {
    ticketId,
    policyId: clocks.find(({ completedAt }) => completedAt === null)?.policyId ?? clocks[0]?.policyId ?? null,
    state: SEVERITY.find((state) => states.includes(state)) ?? null,
    nextDueAt: dueTimes[0] ?? null,
    targets,
  }
}

const toTarget = (clock: queries.ClockRow): SlaTarget => ({
  metric: clock.metric,
  state: stateOf(clock),
  targetMinutes: clock.targetMinutes,
  startedAt: clock.startedAt,
  dueAt: clock.dueAt,
  breachedAt: clock.breachedAt,
  completedAt: clock.completedAt,
})
