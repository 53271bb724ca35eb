import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { defineSystemJob, enqueueForSystem } from '../../jobs/job.ts'
import { auditEverywhere } from './accounts.ts'
import { findUserByEmail } from './queries.ts'

const JOB = { name: 'sign-in.lock-out', maxAttempts: 25 }

/** Written down later, for an address that nobody has too: the time of the answer must not tell the two apart. */
export const tellLockOut = (ctx: SystemCtx, email: string, ip: string) => enqueueForSystem(ctx, JOB, { email, ip })

export const lockOutJob = defineSystemJob({
  ...JOB,
  payload: Type.Object({ email: Type.String(), ip: Type.String() }),
  run: async (ctx, { email, ip }) => {
    const user = await findUserByEmail(ctx, email)
    if (!user) return
    const entry = { action: 'sign-in.locked-out', ip, byThemselves: false }
    await transaction(ctx, (ctx) => auditEverywhere(ctx, user, entry))
  },
})
