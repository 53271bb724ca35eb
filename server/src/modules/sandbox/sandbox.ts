import { type Ctx, type Environment, type SystemCtx, transaction } from '../../ctx.ts'
import { enqueue, findJobByKey } from '../../jobs/job.ts'
import { type Actor, writeAudit } from '../audit/audit.ts'
import { getSandboxEnvironment } from '../workspaces/workspaces.ts'
import { resetJob } from './jobs.ts'
import type { Sandbox } from './schemas.ts'

/**
 * Runs as a job, because a large catalog takes longer than a request may: 100,000 variants took 151 s on two cores at
 * eight times their capacity.
 */
export function requestSandboxReset(
  ctx: SystemCtx,
  workspaceId: string,
  audit: { actor: Actor; ip: string },
): Promise<Sandbox> {
  return transaction(ctx, async (ctx) => {
    const sandbox = await getSandboxEnvironment(ctx, workspaceId)
    await enqueue(sandboxCtx(ctx, sandbox), resetJob, {}, { key: resetJobKey(sandbox) })
    await writeAudit(ctx, { workspaceId, ...audit, action: 'sandbox.reset', subject: 'Sandbox' })
    return { environmentId: sandbox.environmentId, status: 'resetting' }
  })
}

export async function getSandbox(ctx: SystemCtx, workspaceId: string): Promise<Sandbox> {
  const sandbox = await getSandboxEnvironment(ctx, workspaceId)
  const job = await findJobByKey(ctx, resetJobKey(sandbox))
  const status = !job ? 'ready' : job.isDeadLetter ? 'failed' : 'resetting'
  return { environmentId: sandbox.environmentId, status }
}

const resetJobKey = ({ environmentId }: Environment) => `sandbox.reset:${environmentId}`

const sandboxCtx = (ctx: SystemCtx, sandbox: Environment): Ctx => ({ ...ctx, ...sandbox, caller: { kind: 'system' } })
