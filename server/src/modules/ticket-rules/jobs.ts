import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { defineSubscriber } from '../../events/subscriber.ts'
import { defineJob, enqueue, type Schedule } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import { LAST_ID } from '../../kit/ids.ts'
import { findAutoCloseRule } from './auto-close.ts'
import { matches } from './conditions.ts'
import { loadTickets, type RuleTicket } from './facts.ts'
import * as queries from './queries.ts'
import { type RunnableRule, runRules } from './run-rules.ts'
import type { Trigger } from './schemas.ts'

const listActive = async (ctx: Ctx, trigger: Trigger): Promise<RunnableRule[]> =>
  (await queries.listRules(ctx)).filter((rule) => rule.active && rule.trigger === trigger)

const runTrigger = async (ctx: Ctx, trigger: Trigger, ticketId: string, occasion: string): Promise<void> =>
  runRules(ctx, await listActive(ctx, trigger), ticketId, trigger, () => occasion)

export const followNewTickets = defineSubscriber({
  name: 'ticket-rules.follow-new-tickets',
  on: ['ticket.created'],
  run: (ctx, { data: { ticketId } }) => runTrigger(ctx, 'ticket_created', ticketId, 'created'),
})

/** The first message of a ticket is the ticket. */
export const followMessages = defineSubscriber({
  name: 'ticket-rules.follow-messages',
  on: ['ticket.message_created'],
  run: async (ctx, { data: { ticketId, messageId, kind } }) => {
    if (kind !== 'customer' || !(await queries.hasEarlierMessage(ctx, ticketId, messageId))) return
    await runTrigger(ctx, 'customer_message', ticketId, messageId)
  },
})

/** Changes made by rules start no rules, so that none can start itself or run in circles. */
export const followUpdates = defineSubscriber({
  name: 'ticket-rules.follow-updates',
  on: ['ticket.updated'],
  run: async (ctx, { id, data: { ticketId, source } }) => {
    if (source !== 'rule') await runTrigger(ctx, 'ticket_updated', ticketId, id)
  },
})

const BATCH_SIZE = 500

/** A time rule runs once for what it found: again after the next message or change of the status. */
const stateOf = ({ lastMessageId, statusId, statusChangedAt }: RuleTicket): string =>
  `${lastMessageId ?? ''} ${statusId} ${statusChangedAt}`

export const hourlyJob = defineJob({
  name: 'ticket-rules.hourly',
  maxAttempts: 5,
  payload: Type.Object({}),
  run: async (ctx) => {
    const autoClose = await findAutoCloseRule(ctx)
    const rules = [...(await listActive(ctx, 'hourly')), ...(autoClose ? [autoClose] : [])]
    if (rules.length === 0) return
    for (const category of ['open', 'pending'] as const) {
      let last: queries.TicketPosition | undefined
      do {
        ctx.signal.throwIfAborted()
        const after = last ?? { id: LAST_ID, rank: Number.MAX_SAFE_INTEGER }
        const page = await queries.listUnresolved(ctx, category, after, BATCH_SIZE)
        for (const ticket of await loadTickets(
          ctx,
          page.map(({ id }) => id),
          'hourly',
        )) {
          if (!rules.some(({ conditions }) => matches(conditions, ticket.facts))) continue
          await runRules(ctx, rules, ticket.id, 'hourly', stateOf)
        }
        last = page.length === BATCH_SIZE ? page.at(-1) : undefined
      } while (last)
    }
  },
})

export const runHourlyRules: Schedule = {
  name: 'ticket-rules.run-hourly',
  cron: '5 * * * *',
  run: async (system) => {
    for (const environment of await queries.listHourlyEnvironments(system)) {
      if (system.signal.aborted) return
      const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
      await enqueue(ctx, hourlyJob, {}, { key: `ticket-rules.hourly:${ctx.environmentId}` })
    }
  },
}

const DAY_MS = 86_400_000
/** Longer than any ticket waits: a pruned run could happen again. */
const RETENTION_DAYS = 400

export const pruneRuleRuns: Schedule = {
  name: 'ticket-rules.prune-runs',
  cron: '50 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - RETENTION_DAYS * DAY_MS)
    await inBatches(ctx, (limit) => queries.pruneRuns(ctx, before, limit))
  },
}
