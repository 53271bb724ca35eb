import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { defineSystemJob, enqueueSystemJob } from '../../jobs/job.ts'
import { networkOf } from '../../kit/client-network.ts'
import { auditInAllWorkspaces } from './accounts/accounts.ts'
import {
  type AttemptCounter,
  type AttemptLimits,
  consumeAttempt,
  resetCounter,
  tryConsumeAttempt,
} from './attempt-limits.ts'
import { findUserByEmail } from './queries.ts'
import { findTrustedDevice } from './trusted-devices.ts'

const JOB = { name: 'sign-in.audit-lockout', maxAttempts: 25 }

/** Failures per account: from one network, from all networks together, from a trusted device. */
const MAX_PER_ACCOUNT_AND_NETWORK = 5
const MAX_PER_ACCOUNT = 100
const MAX_PER_DEVICE = 5
/** Failures from one network, for any account: an office shares its address. */
const MAX_PER_NETWORK = 20
/** Password reset emails that strangers can trigger for one account. */
const MAX_RESET_EMAILS = 5

/**
 * The counters for an attempt at this account. A stranger locks out their own network, and with a hundred failures from
 * many networks every unknown device, but never a device from which the owner has signed in.
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
 * False when the account has reached its limit: no email is sent, so the last link stays valid, and the response is the
 * same. Otherwise strangers could flood a mailbox and void each link before its owner opens it. Trusted devices are not
 * affected.
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

/** Resets the counter of the successful sign-in; strangers' failures elsewhere still count. */
export const resetOwnFailures = (ctx: SystemCtx, { counters: [ownCounter] }: AttemptLimits) =>
  ownCounter && resetCounter(ctx, ownCounter.name)

/** Written later, even for an unknown address: the response time must not reveal which exists. */
const enqueueLockoutAudit = (ctx: SystemCtx, email: string, ip: string) => enqueueSystemJob(ctx, JOB, { email, ip })

export const lockoutJob = defineSystemJob({
  ...JOB,
  payload: Type.Object({ email: Type.String(), ip: Type.String() }),
  run: async (ctx, { email, ip }) => {
    const user = await findUserByEmail(ctx, email)
    if (!user) return
    const entry = { action: 'user.locked_out', ip, isSelf: false } as const
    await transaction(ctx, (ctx) => auditInAllWorkspaces(ctx, user, entry))
  },
})
