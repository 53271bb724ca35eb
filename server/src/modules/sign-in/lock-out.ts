import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { defineSystemJob, enqueueForSystem } from '../../jobs/job.ts'
import { networkOf } from '../../kit/client-network.ts'
import { auditEverywhere } from './accounts.ts'
import { type Counter, forget, type Guess } from './guesses.ts'
import { findKnownDevice } from './known-devices.ts'
import { findUserByEmail } from './queries.ts'

const JOB = { name: 'sign-in.lock-out', maxAttempts: 25 }

/** Failures at one account: from one network, from all networks together, from a device that is known to it. */
const PER_NETWORK = 5
const PER_ACCOUNT = 100
const PER_DEVICE = 5
/** Failures from one network, whatever the account: an office shares its address. */
const PER_ADDRESS = 20

/**
 * What an attempt at this account counts as. A stranger locks out their own network, and with a hundred failures from many
 * networks every unknown device, but never a device from which the owner has signed in.
 */
export async function guessAt(request: FastifyRequest, email: string, what: 'sign-in' | 'reset'): Promise<Guess> {
  const { ip } = request
  const lockOut = { account: email, notify: (ctx: SystemCtx) => tellLockOut(ctx, email, ip) }
  return {
    counters: await countersOf(request, email, what),
    ...(what === 'sign-in' && { lockOut }),
  }
}

async function countersOf(request: FastifyRequest, email: string, what: string): Promise<Counter[]> {
  const deviceId = await findKnownDevice(request, email)
  if (deviceId) return [{ name: `${what}:device:${deviceId}`, limit: PER_DEVICE, account: email }]
  const network = networkOf(request.ip)
  return [
    { name: `${what}:account-network:${email} ${network}`, limit: PER_NETWORK, account: email },
    { name: `${what}:account:${email}`, limit: PER_ACCOUNT, account: email },
    { name: `${what}:network:${network}`, limit: PER_ADDRESS },
  ]
}

/** Of who has signed in; what strangers have tried elsewhere still counts. */
export const forgetOwnFailures = (ctx: SystemCtx, { counters: [own] }: Guess) => own && forget(ctx, own.name)

/** Written down later, for an address that nobody has too: the time of the answer must not tell the two apart. */
const tellLockOut = (ctx: SystemCtx, email: string, ip: string) => enqueueForSystem(ctx, JOB, { email, ip })

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
