import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { defineSystemJob, enqueueSystemJob } from '../../jobs/job.ts'
import { networkOf } from '../../kit/client-network.ts'
import { auditInAllWorkspaces } from './accounts.ts'
import {
  type AttemptCounter,
  type AttemptLimits,
  consumeAttempt,
  resetCounter,
  tryConsumeAttempt,
} from './attempt-limits.ts'
import { findUserByEmail } from './queries.ts'
import { findTrustedDevice } from './trusted-devices.ts'

const JOB = { name: 'sign-in.lock-out', maxAttempts: 25 }

/** Failures at one account: from one network, from all networks together, from a device that is known to it. */
const MAX_PER_ACCOUNT_AND_NETWORK = 5
const MAX_PER_ACCOUNT = 100
const MAX_PER_DEVICE = 5
/** Failures from one network, whatever the account: an office shares its address. */
const MAX_PER_NETWORK = 20
/** Mails with a reset link that strangers can have sent to one account. */
const MAX_RESET_EMAILS = 5

/**
 * What an attempt at this account counts as. A stranger locks out their own network, and with a hundred failures from many
 * networks every unknown device, but never a device from which the owner has signed in.
 */
export async function attemptLimitsFor(request: FastifyRequest, email: string): Promise<AttemptLimits> {
  const { ip } = request
  const lockout = { account: email, notify: (ctx: SystemCtx) => enqueueLockoutAudit(ctx, email, ip) }
  const deviceId = await findTrustedDevice(request, email)
  if (deviceId) return { counters: [deviceCounter('sign-in', deviceId, email)], lockout }
  const accountCounter = { name: `sign-in:account:${email}`, limit: MAX_PER_ACCOUNT, account: email }
  return { counters: [...networkCounters('sign-in', ip, email), accountCounter], lockout }
}

/**
 * False when the account has had its mails: nothing is sent then, so the last link stays valid, and the answer is the same.
 * Otherwise strangers could fill a mailbox and void each link before its owner opens it. Known devices are not affected.
 */
export async function consumeResetEmail(request: FastifyRequest, email: string): Promise<boolean> {
  const deviceId = await findTrustedDevice(request, email)
  const counters = deviceId ? [deviceCounter('reset', deviceId, email)] : networkCounters('reset', request.ip, email)
  await consumeAttempt(request.system, { counters })
  if (deviceId) return true
  return tryConsumeAttempt(request.system, { name: `reset:account:${email}`, limit: MAX_RESET_EMAILS, account: email })
}

type Action = 'sign-in' | 'reset'

const deviceCounter = (action: Action, deviceId: string, email: string): AttemptCounter => ({
  name: `${action}:device:${deviceId}`,
  limit: MAX_PER_DEVICE,
  account: email,
})

function networkCounters(action: Action, ip: string, email: string): AttemptCounter[] {
  const network = networkOf(ip)
  return [
    { name: `${action}:account-network:${email} ${network}`, limit: MAX_PER_ACCOUNT_AND_NETWORK, account: email },
    { name: `${action}:network:${network}`, limit: MAX_PER_NETWORK },
  ]
}

/** Of who has signed in; what strangers have tried elsewhere still counts. */
export const resetOwnFailures = (ctx: SystemCtx, { counters: [ownCounter] }: AttemptLimits) =>
  ownCounter && resetCounter(ctx, ownCounter.name)

/** Written down later, for an address that nobody has too: the time of the answer must not tell the two apart. */
const enqueueLockoutAudit = (ctx: SystemCtx, email: string, ip: string) => enqueueSystemJob(ctx, JOB, { email, ip })

export const lockoutJob = defineSystemJob({
  ...JOB,
  payload: Type.Object({ email: Type.String(), ip: Type.String() }),
  run: async (ctx, { email, ip }) => {
    const user = await findUserByEmail(ctx, email)
    if (!user) return
    const entry = { action: 'sign-in.locked-out', ip, byThemselves: false }
    await transaction(ctx, (ctx) => auditInAllWorkspaces(ctx, user, entry))
  },
})
