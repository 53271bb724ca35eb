import { type Ctx, type Environment, type SystemCtx, transaction } from '../../ctx.ts'
import { enqueue, findWaiting } from '../../jobs/job.ts'
import { type Actor, writeAudit } from '../audit/audit.ts'
import { getSandboxOf } from '../workspaces/workspaces.ts'
import { resetJob } from './jobs.ts'
import type { Sandbox } from './schemas.ts'

/** Done in a job, since a large catalogue takes longer than a request may (100,000 variants: 151 s on two cores that had eight times too much to do). */
export function askForReset(ctx: SystemCtx, workspaceId: string, deed: { actor: Actor; ip: string }): Promise<Sandbox> {
  return transaction(ctx, async (ctx) => {
    const sandbox = await getSandboxOf(ctx, workspaceId)
    await enqueue(inside(ctx, sandbox), resetJob, {}, { key: keyOf(sandbox) })
    await writeAudit(ctx, { workspaceId, ...deed, action: 'sandbox.reset', subject: 'Sandbox' })
    return { environmentId: sandbox.environmentId, state: 'resetting' }
  })
}

export async function getSandbox(ctx: SystemCtx, workspaceId: string): Promise<Sandbox> {
  const sandbox = await getSandboxOf(ctx, workspaceId)
  const job = await findWaiting(ctx, keyOf(sandbox))
  const state = !job ? 'ready' : job.hasGivenUp ? 'failed' : 'resetting'
  return { environmentId: sandbox.environmentId, state }
}

const keyOf = ({ environmentId }: Environment) => `sandbox.reset:${environmentId}`

const inside = (ctx: SystemCtx, sandbox: Environment): Ctx => ({ ...ctx, ...sandbox, caller: { kind: 'system' } })
