import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { announceEndedAccess } from '../../http/ended-access.ts'
import type { Person } from '../../http/staff.ts'
import { AppError, tooManyRequests } from '../../kit/errors.ts'
import { auditEverywhere, endAccess, normalEmail } from './accounts.ts'
import { type Auth, findChallenge } from './auth.ts'
import { authHeaders, COOKIE_PREFIX, passCookies } from './cookies.ts'
import { attempt } from './guesses.ts'
import { rememberDevice } from './known-devices.ts'
import { forgetOwnFailures, guessAt } from './lock-out.ts'
import * as queries from './queries.ts'
import type { Credentials, SecondFactor, SignedIn } from './schemas.ts'
import { claimTotpCode } from './totp.ts'

/** The same for an unknown address and for a wrong password; better-auth also takes the same time over both. */
const wrong = () => new AppError('unauthorized', 'The e-mail address or the password is wrong.')

const wrongCode = () => new AppError('unauthorized', 'The code is wrong or was already used. Wait for the next one.')

export async function signIn(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  { email: given, password }: Credentials,
): Promise<SignedIn> {
  const { system } = request
  const email = normalEmail(given)
  const guess = await guessAt(request, email)
  const signedIn = await attempt(system, guess, () => openSession(auth, request, reply, { email, password }))
  // Not forgotten before the second factor is there: a known password must not buy endless guesses at the code.
  if (signedIn.status === 'signed_in') await forgetOwnFailures(system, guess)
  return signedIn
}

/** For who has just made the account, too: that is no guess, and must not fail because of others' guesses. */
export async function openSession(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: Credentials,
): Promise<SignedIn> {
  const { api } = await auth()
  const { headers, response } = await refusedAs(wrong, () =>
    api.signInEmail({
      body: { email: normalEmail(email), password },
      headers: authHeaders(request),
      returnHeaders: true,
    }),
  )
  passCookies(reply, headers)
  if (!('user' in response)) return { status: 'two_factor_needed' }
  return welcome(request, reply, response.user.email)
}

export async function signInWithSecondFactor(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  factor: SecondFactor,
): Promise<SignedIn> {
  const { system } = request
  const challenge = await findChallenge(auth, request)
  // Only to count by: who it is, better-auth says, after it has checked the cookie's signature.
  const claimed = challenge && (await queries.findVerified(system, challenge.identifier))
  if (!claimed) throw new AppError('unauthorized', 'This took too long: begin again with your password.')
  const { headers } = challenge
  const { api } = await auth()
  const verify = async () => {
    if ('backupCode' in factor) {
      return api.verifyBackupCode({ body: { code: factor.backupCode }, headers, returnHeaders: true })
    }
    if (!(await claimTotpCode(auth, system, claimed.userId, factor.code))) throw wrongCode()
    return api.verifyTOTP({ body: { code: factor.code }, headers, returnHeaders: true })
  }
  const guess = await guessAt(request, claimed.email)
  const answer = await attempt(system, guess, () => refusedAs(wrongCode, verify))
  await forgetOwnFailures(system, guess)
  passCookies(reply, answer.headers)
  return welcome(request, reply, answer.response.user.email)
}

export async function signOut(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const person = await findPerson(auth, request)
  const { api } = await auth()
  const { headers } = await api.signOut({ headers: authHeaders(request), returnHeaders: true })
  if (person) await announceEndedAccess(request.system, person.userId)
  passCookies(reply, headers)
}

export function signOutEverywhere(ctx: SystemCtx, person: Person, ip: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await endAccess(ctx, person.userId)
    await auditEverywhere(ctx, person, { action: 'sign-out.everywhere', ip })
  })
}

/** Without a reply the session is only looked at: prolonging it needs a cookie that can be sent back. */
export async function findPerson(
  auth: Auth,
  request: FastifyRequest,
  reply?: FastifyReply,
): Promise<Person | undefined> {
  if (!request.headers.cookie?.includes(`${COOKIE_PREFIX}.`)) return undefined
  const query = reply ? {} : { disableRefresh: true }
  const { api } = await auth()
  const { headers, response } = await api.getSession({ headers: authHeaders(request), query, returnHeaders: true })
  if (!response) return undefined
  if (reply) passCookies(reply, headers)
  const { user, session } = response
  return {
    userId: user.id,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    twoFactorEnabled: user.twoFactorEnabled ?? false,
    sessionId: session.id,
  }
}

async function welcome(request: FastifyRequest, reply: FastifyReply, email: string): Promise<SignedIn> {
  const { system, ip } = request
  const user = await queries.findUserByEmail(system, email)
  if (user) await transaction(system, (ctx) => auditEverywhere(ctx, user, { action: 'sign-in', ip }))
  await rememberDevice(request, reply, email)
  return { status: 'signed_in' }
}

const CODE_LOCK_SECONDS = 900

/** better-auth's refusals become ours; its faults stay faults. */
export async function refusedAs<Result>(refusal: () => AppError, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { isAPIError } = await import('better-auth/api')
    // It counts wrong codes on its own, in the database, which also outlives a restart.
    if (isAPIError(error) && error.statusCode === 429) throw tooManyRequests(CODE_LOCK_SECONDS)
    if (isAPIError(error) && error.statusCode < 500) throw refusal()
    throw error
  }
}
