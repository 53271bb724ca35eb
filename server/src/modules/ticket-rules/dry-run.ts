import type { Ctx } from '../../ctx.ts'
import { LAST_ID } from '../../kit/ids.ts'
import { renderForTicket, toTicketChanges } from '../macros/macros.ts'
import type { TicketChange } from '../tickets/schemas.ts'
import { getTicket } from '../tickets/tickets.ts'
import { matches } from './conditions.ts'
import { loadTickets, type RuleTicket } from './facts.ts'
import * as queries from './queries.ts'
import { ticketActionsOf } from './run-rules.ts'
import type { RuleAction, RuleDryRun, RuleDryRunResult } from './schemas.ts'
import { assertValidRule } from './ticket-rules.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const BATCH_SIZE = 500
const MAX_TICKETS = 10_000
const MAX_RUN_MS = 5000
const SAMPLE_SIZE = 10

/** What the rule would do to the tickets of the last month, as they are now. Writes nothing. */
export async function dryRunRule(
  ctx: Ctx,
  { trigger, conditions = { match: 'all', conditions: [] }, actions }: RuleDryRun,
): Promise<RuleDryRunResult> {
  await assertValidRule(ctx, { conditions, actions })
  const since = new Date(ctx.now.getTime() - DAYS * DAY_MS)
  const deadlineMs = performance.now() + MAX_RUN_MS
  const sample: RuleTicket[] = []
  let [evaluated, matched, before] = [0, 0, LAST_ID]
  for (;;) {
    const ids = (await queries.listRecent(ctx, since, before, BATCH_SIZE)).map(({ id }) => id)
    const tickets = await loadTickets(ctx, ids, trigger)
    const matching = tickets.filter((ticket) => appliesNow(ctx, trigger, ticket) && matches(conditions, ticket.facts))
    evaluated += tickets.length
    matched += matching.length
    const newestFirst = matching.toSorted((one, other) => (one.id > other.id ? -1 : 1))
    sample.push(...newestFirst.slice(0, SAMPLE_SIZE - sample.length))
    const complete = ids.length < BATCH_SIZE
    if (complete || evaluated >= MAX_TICKETS || performance.now() > deadlineMs) {
      const described = await Promise.all(sample.map((ticket) => describe(ctx, ticket, actions)))
      return { evaluated, matched, complete, sample: described }
    }
    before = ids.at(-1) ?? before
  }
}

/** The hourly schedule leaves resolved and snoozed tickets alone. */
const appliesNow = (ctx: Ctx, trigger: RuleDryRun['trigger'], { category, snoozedUntil }: RuleTicket): boolean =>
  trigger !== 'hourly' ||
  (category !== 'resolved' && (snoozedUntil === null || Date.parse(snoozedUntil) <= ctx.now.getTime()))

async function describe(
  ctx: Ctx,
  ticket: RuleTicket,
  actions: RuleAction[],
): Promise<RuleDryRunResult['sample'][number]> {
  const { id: ticketId, number, subject } = ticket
  const textOf = async (type: 'send_reply' | 'add_note') => {
    const action = actions.find((one) => one.type === type)
    return action && 'text' in action
      ? (await renderForTicket(ctx, await getTicket(ctx, ticketId), action.text)).body
      : null
  }
  const mayReply = !ticket.isAutomatic && ticket.requesterEmail !== null
  return {
    ticketId,
    number,
    subject,
    changes: changesOf(ctx, ticket, actions),
    reply: mayReply ? await textOf('send_reply') : null,
    note: await textOf('add_note'),
  }
}

function changesOf(ctx: Ctx, ticket: RuleTicket, actions: RuleAction[]): TicketChange[] {
  const changes = toTicketChanges(ctx, ticketActionsOf(actions))
  const { addTags = [], removeTags = [] } = changes
  const tags = [...new Set([...ticket.tags, ...addTags])].filter((tag) => !removeTags.includes(tag))
  const candidates: TicketChange[] = [
    { field: 'statusId', from: ticket.statusId, to: changes.statusId ?? ticket.statusId },
    { field: 'priority', from: ticket.priority, to: changes.priority ?? ticket.priority },
    { field: 'assigneeId', from: ticket.assigneeId, to: valueOr(changes.assigneeId, ticket.assigneeId) },
    { field: 'teamId', from: ticket.teamId, to: valueOr(changes.teamId, ticket.teamId) },
    { field: 'tags', from: ticket.tags, to: tags },
    { field: 'snoozedUntil', from: ticket.snoozedUntil, to: valueOr(changes.snoozedUntil, ticket.snoozedUntil) },
  ]
  return candidates.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

const valueOr = <Value>(value: Value | undefined, otherwise: Value): Value => (value === undefined ? otherwise : value)
