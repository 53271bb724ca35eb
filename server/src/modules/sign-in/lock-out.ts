import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { defineSystemJob, enqueueForSystem } from '../../jobs/job.ts'
import { networkOf } from '../../kit/client-network.ts'
import { auditEverywhere } from './accounts.ts'
import { type Counter, forget, type Guess, spend, trySpend } from './guesses.ts'
import { findKnownDevice } from './known-devices.ts'
import { findUserByEmail } from './queries.ts'

const JOB = { name: 'sign-in.lock-out', maxAttempts: 25 }

/** Failures at one account: from one network, from all networks together, from a device that is known to it. */
const PER_NETWORK = 5
const PER_ACCOUNT = 100
const PER_DEVICE = 5
/** Failures from one network, whatever the account: an office shares its address. */
const PER_ADDRESS = 20
/** Mails with a reset link that strangers can have sent to one account. */
const RESET_MAILS = 5

/**
 * What an attempt at this account counts as. A stranger locks out their own network, and with a hundred failures from many
 * networks every unknown device, but never a device from which the owner has signed in.
 */
export async function guessAt(request: FastifyRequest, email: string): Promise<Guess> {
  const { ip } = request
  const lockOut = { account: email, notify: (ctx: SystemCtx) => tellLockOut(ctx, email, ip) }
  const deviceId = await findKnownDevice(request, email)
  if (deviceId) return { counters: [ofDevice('sign-in', deviceId, email)], lockOut }
  const ofAccount = { name: `sign-in:account:${email}`, limit: PER_ACCOUNT, account: email }
  return { counters: [...ofNetwork('sign-in', ip, email), ofAccount], lockOut }
}

/**
 * False when the account has had its mails: nothing is sent then, so the last link stays valid, and the answer is the same.
 * Otherwise strangers could fill a mailbox and void each link before its owner opens it. Known devices are not affected.
 */
export async function mayMailResetLink(request: FastifyRequest, email: string): Promise<boolean> {
  const deviceId = await findKnownDevice(request, email)
  const counters = deviceId ? [ofDevice('reset', deviceId, email)] : ofNetwork('reset', request.ip, email)
  await spend(request.system, { counters })
  if (deviceId) return true
  return trySpend(request.system, { name: `reset:account:${email}`, limit: RESET_MAILS, account: email })
}

type Action = 'sign-in' | 'reset'

const ofDevice = (action: Action, deviceId: string, email: string): Counter => ({
  name: `${action}:device:${deviceId}`,
  limit: PER_DEVICE,
  account: email,
})

function ofNetwork(action: Action, ip: string, email: string): Counter[] {
  const network = networkOf(ip)
  return [
    { name: `${action}:account-network:${email} ${network}`, limit: PER_NETWORK, account: email },
    { name: `${action}:network:${network}`, limit: PER_ADDRESS },
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
