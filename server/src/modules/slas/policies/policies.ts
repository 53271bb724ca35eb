import { type Ctx, transaction } from '../../../ctx.ts'
import { lockEnvironment } from '../../../db/lock-environment.ts'
import { assertIfMatch } from '../../../http/responses/etag.ts'
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Ticket } from '../../tickets/schemas.ts'
import { listHours } from '../business-hours/business-hours.ts'
import { MAX_POLICIES, type NewSlaPolicy, type SlaPolicy, type SlaPolicyChanges } from '../schemas.ts'
import * as queries from './queries.ts'

export const { listPolicies } = queries

export async function getPolicy(ctx: Ctx, id: string): Promise<SlaPolicy> {
  const policy = (await listPolicies(ctx)).find((one) => one.id === id)
  if (!policy) throw notFound('SLA policy', id)
  return policy
}

export function createPolicy(ctx: Ctx, input: NewSlaPolicy): Promise<SlaPolicy> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const policies = await listPolicies(ctx)
    if (policies.length >= MAX_POLICIES) {
      throw new AppError('conflict', `A shop can have at most ${MAX_POLICIES} SLA policies. Delete one first.`, {
        fields: { limit: MAX_POLICIES },
      })
    }
    const now = ctx.now.toISOString()
    const policy: SlaPolicy = {
      id: newId('sla'),
      active: true,
      conditions: {},
      businessHoursId: null,
      warningMinutes: null,
      position: (policies.at(-1)?.position ?? 0) + 1,
      ...input,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    await assertValidPolicy(ctx, policy)
    await queries.insertPolicy(ctx, policy)
    return policy
  })
}

export function updatePolicy(
  ctx: Ctx,
  id: string,
  changes: SlaPolicyChanges,
  ifMatch: string | undefined,
): Promise<SlaPolicy> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const before = await getPolicy(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const policy = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now.toISOString() }
    await assertValidPolicy(ctx, policy)
    await queries.updatePolicy(ctx, policy)
    return policy
  })
}

export function deletePolicy(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    assertIfMatch(ifMatch, (await getPolicy(ctx, id)).version)
    await queries.deletePolicy(ctx, id)
    await queries.deleteOpenClocks(ctx, id)
  })
}

async function assertValidPolicy(ctx: Ctx, { targets, businessHoursId }: SlaPolicy): Promise<void> {
  if (Object.values(targets).every((minutes) => minutes === null)) {
    throw invalidRequest('The policy has no targets.', [{ path: '/targets', message: 'must have at least one target' }])
  }
  if (businessHoursId !== null && !(await listHours(ctx)).some(({ id }) => id === businessHoursId)) {
    throw invalidRequest('No such business hours. List them with GET /v1/business-hours.', [
      { path: '/businessHoursId', message: 'does not exist in this shop' },
    ])
  }
}

/** Whether the policy is for this ticket. */
export function appliesTo(
  { active, conditions }: Pick<SlaPolicy, 'active' | 'conditions'>,
  ticket: Pick<Ticket, 'priority' | 'teamId' | 'channel'>,
  customerTags: string[],
): boolean {
  const { priorities, teamIds, channels, customerTags: required } = conditions
  return (
    active &&
    (priorities?.includes(ticket.priority) ?? true) &&
    (teamIds?.some((id) => id === ticket.teamId) ?? true) &&
    (channels?.includes(ticket.channel) ?? true) &&
    (required?.some((tag) => customerTags.includes(tag)) ?? true)
  )
}
