import { type Ctx, transaction } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { renderForTicket, toTicketChanges } from '../macros/macros.ts'
import type { TicketAction } from '../macros/schemas.ts'
import { addNote, addReply } from '../tickets/messages/messages.ts'
import { getTicket, recordTicketEvent, updateTicket } from '../tickets/tickets.ts'
import { matches } from './conditions.ts'
import { loadTickets, type RuleTicket } from './facts.ts'
import * as queries from './queries.ts'
import type { RuleAction, TicketRule, Trigger } from './schemas.ts'

/** A rule as the engine runs it; the built-in one has no ID of its own. */
export type RunnableRule = Pick<TicketRule, 'name' | 'trigger' | 'conditions' | 'actions'> & { id: string }

const DAY_MS = 86_400_000
/** Two systems that answer each other's changes through the API would never stop. */
const MAX_RUNS_PER_DAY = 50

/**
 * Runs the rules on one ticket, in their order; each sees what the ones before have changed. A rule runs once per
 * occasion, however often the job is retried.
 */
export async function runRules(
  ctx: Ctx,
  rules: RunnableRule[],
  ticketId: string,
  trigger: Trigger,
  occasion: (ticket: RuleTicket) => string,
): Promise<void> {
  for (const rule of rules) {
    const [ticket] = await loadTickets(ctx, [ticketId], trigger)
    if (!ticket || ticket.isIgnored) return
    if (!matches(rule.conditions, ticket.facts)) continue
    await runRule(ctx, rule, ticket, occasion(ticket))
    if (rule.actions.some(({ type }) => type === 'stop')) return
  }
}

async function runRule(ctx: Ctx, rule: RunnableRule, ticket: RuleTicket, occasion: string): Promise<void> {
  const run = { ticketId: ticket.id, ruleId: rule.id, occasion }
  try {
    await transaction(ctx, async (ctx) => {
      const recent = await queries.countRecentRuns(ctx, ticket.id, new Date(ctx.now.getTime() - DAY_MS))
      if (recent.runs >= MAX_RUNS_PER_DAY || (await queries.insertRun(ctx, run)) === 0) return
      const mayReply = recent.replies === 0 && !ticket.isAutomatic && ticket.requesterEmail !== null
      await applyActions(ctx, rule, run, mayReply)
      await queries.countRun(ctx, rule.id)
    })
  } catch (error) {
    // A status that was deleted, or a member who left: the history says so, and the next rules run.
    if (!(error instanceof AppError) || error.status >= 500) throw error
    await transaction(ctx, async (ctx) => {
      if ((await queries.insertRun(ctx, run)) === 0) return
      const data = { ruleId: rule.id, ruleName: rule.name, message: error.message }
      await recordTicketEvent(ctx, ticket.id, { type: 'rule_failed', source: 'rule', data })
    })
  }
}

async function applyActions(
  ctx: Ctx,
  { id: ruleId, name, actions }: RunnableRule,
  run: Parameters<typeof queries.markReplied>[1],
  mayReply: boolean,
): Promise<void> {
  const { ticketId } = run
  const changes = toTicketChanges(ctx, ticketActionsOf(actions))
  if (Object.keys(changes).length > 0) await updateTicket(ctx, ticketId, changes, { source: 'rule', ruleId })
  const ticket = await getTicket(ctx, ticketId)
  let replied = false
  for (const action of actions) {
    if (action.type === 'add_note') {
      await addNote(ctx, ticketId, { text: (await renderForTicket(ctx, ticket, action.text)).body })
    }
    if (action.type === 'send_reply' && mayReply && !replied) {
      const text = (await renderForTicket(ctx, ticket, action.text)).body
      await addReply(ctx, ticketId, { text }, { automatic: true, source: 'rule' })
      await queries.markReplied(ctx, run)
      replied = true
    }
  }
  await recordTicketEvent(ctx, ticketId, {
    type: 'rule_applied',
    source: 'rule',
    data: { ruleId, ruleName: name, replied },
  })
}

const TEXT_ACTIONS = ['send_reply', 'add_note', 'stop'] as const

export const ticketActionsOf = (actions: RuleAction[]): TicketAction[] =>
  actions.filter((action): action is TicketAction => !(TEXT_ACTIONS as readonly string[]).includes(action.type))
