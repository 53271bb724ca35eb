import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { assertValidActions, assertValidPlaceholders } from '../macros/macros.ts'
import * as queries from './queries.ts'
import {
  MAX_CONDITIONS,
  MAX_RULES,
  type NewTicketRule,
  type RuleConditions,
  type TicketRule,
  type TicketRuleChanges,
} from './schemas.ts'

export const { listRules } = queries

export async function getRule(ctx: Ctx, id: string): Promise<TicketRule> {
  const rule = (await listRules(ctx)).find((one) => one.id === id)
  if (!rule) throw notFound('rule', id)
  return rule
}

export function createRule(ctx: Ctx, input: NewTicketRule): Promise<TicketRule> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const rules = await listRules(ctx)
    if (rules.length >= MAX_RULES) {
      throw new AppError('conflict', `A shop can have at most ${MAX_RULES} rules. Delete one you don’t use.`, {
        fields: { limit: MAX_RULES },
      })
    }
    const now = ctx.now.toISOString()
    const rule: TicketRule = {
      id: newId('rule'),
      active: true,
      conditions: { match: 'all', conditions: [] },
      position: Math.max(0, ...rules.map(({ position }) => position)) + 1,
      ...input,
      runCount: 0,
      lastRunAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    await assertValidRule(ctx, rule)
    await queries.insertRule(ctx, rule)
    return rule
  })
}

export function updateRule(
  ctx: Ctx,
  id: string,
  changes: TicketRuleChanges,
  ifMatch: string | undefined,
): Promise<TicketRule> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const before = await getRule(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const rule = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now.toISOString() }
    await assertValidRule(ctx, rule)
    await queries.updateRule(ctx, rule)
    return rule
  })
}

export function deleteRule(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    assertIfMatch(ifMatch, (await getRule(ctx, id)).version)
    await queries.deleteRule(ctx, id)
  })
}

export async function assertValidRule(
  ctx: Ctx,
  { conditions, actions }: Pick<TicketRule, 'conditions' | 'actions'>,
): Promise<void> {
  const count = countConditions(conditions)
  if (count > MAX_CONDITIONS) {
    const message = `must not have more than ${MAX_CONDITIONS} conditions, those in groups included`
    throw invalidRequest('The rule has too many conditions.', [{ path: '/conditions', message }])
  }
  await assertValidActions(ctx, actions)
  for (const [at, action] of actions.entries()) {
    if ('text' in action) assertValidPlaceholders(action.text, `/actions/${at}/text`)
  }
}

const countConditions = ({ conditions, groups = [] }: RuleConditions): number =>
  groups.reduce((sum, group) => sum + group.conditions.length, conditions.length)
