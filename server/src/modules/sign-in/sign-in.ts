import { createHmac } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { notifyAccessRevoked } from '../../http/auth/access-revocation.ts'
import type { StaffUser } from '../../http/auth/staff.ts'
import { AppError, tooManyRequests } from '../../kit/errors.ts'
import { lazy } from '../../kit/lazy.ts'
import { auditInAllWorkspaces, normalizeEmail, revokeAccess } from './accounts/accounts.ts'
import { withAttemptLimits } from './attempt-limits.ts'
import type { AuthPool } from './auth-pool.ts'
import type { BetterAuthOptions, openBetterAuth } from './better-auth.ts'
import { authHeaders, COOKIE_PREFIX, forwardCookies } from './cookies.ts'
import { attemptLimitsFor, resetOwnFailures } from './lockout.ts'
import * as queries from './queries.ts'
import type { Credentials, SecondFactor, SignInResult } from './schemas.ts'
import { trustDevice } from './trusted-devices.ts'

/** The same for an unknown address and for a wrong password; better-auth also takes the same time for both. */
const wrongCredentialsError = () => new AppError('unauthorized', 'The email address or password is incorrect.')

const wrongCodeError = () =>
  new AppError('unauthorized', 'The code is incorrect or was already used. Wait for the next one.')

export async function signIn(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  { email: enteredEmail, password }: Credentials,
): Promise<SignInResult> {
  const { system } = request
  const email = normalizeEmail(enteredEmail)
  const limits = await attemptLimitsFor(request, email)
  const result = await withAttemptLimits(system, limits, () => openSession(auth, request, reply, { email, password }))
  // Not reset before the second factor: a known password must not buy endless guesses at the code.
  if (result.status === 'signed_in') await resetOwnFailures(system, limits)
  return result
}

/** Also for a new account: that is not a guess, and must not fail because of others' guesses. */
export async function openSession(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: Credentials,
): Promise<SignInResult> {
  const { api } = await auth()
  const { headers, response } = await mapAuthErrors(wrongCredentialsError, () =>
    api.signInEmail({
      body: { email: normalizeEmail(email), password },
      headers: authHeaders(request),
      returnHeaders: true,
    }),
  )
  forwardCookies(reply, headers)
  if (!('user' in response)) return { status: 'two_factor_required' }
  return completeSignIn(request, reply, response.user.email)
}

export async function signInWithSecondFactor(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  factor: SecondFactor,
): Promise<SignInResult> {
  const { system } = request
  const challenge = await findTwoFactorChallenge(auth, request)
  // Only for counting: better-auth determines the user after checking the cookie's signature.
  const claimedUser = challenge && (await queries.findUserByVerification(system, challenge.identifier))
  if (!claimedUser) throw new AppError('unauthorized', 'Your sign-in has expired. Enter your password again.')
  const { headers } = challenge
  const { api } = await auth()
  const verify = async () => {
    if ('backupCode' in factor) {
      return api.verifyBackupCode({ body: { code: factor.backupCode }, headers, returnHeaders: true })
    }
    if (!(await claimTotpCode(auth, system, claimedUser.userId, factor.code))) throw wrongCodeError()
    return api.verifyTOTP({ body: { code: factor.code }, headers, returnHeaders: true })
  }
  const limits = await attemptLimitsFor(request, claimedUser.email)
  const result = await withAttemptLimits(system, limits, () => mapAuthErrors(wrongCodeError, verify))
  await resetOwnFailures(system, limits)
  forwardCookies(reply, result.headers)
  return completeSignIn(request, reply, result.response.user.email)
}

export async function signOut(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const user = await findSessionUser(auth, request)
  const { api } = await auth()
  const { headers } = await api.signOut({ headers: authHeaders(request), returnHeaders: true })
  if (user) await notifyAccessRevoked(request.system, user.userId)
  forwardCookies(reply, headers)
}

export function signOutEverywhere(ctx: SystemCtx, user: StaffUser, ip: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await revokeAccess(ctx, user.userId)
    await auditInAllWorkspaces(ctx, user, { action: 'user.signed_out_everywhere', ip })
  })
}

/** Without a reply the session is only read: extending it needs a cookie in the response. */
export async function findSessionUser(
  auth: Auth,
  request: FastifyRequest,
  reply?: FastifyReply,
): Promise<StaffUser | undefined> {
  if (!request.headers.cookie?.includes(`${COOKIE_PREFIX}.`)) return undefined
  const query = reply ? {} : { disableRefresh: true }
  const { api } = await auth()
  const { headers, response } = await api.getSession({ headers: authHeaders(request), query, returnHeaders: true })
  if (!response) return undefined
  if (reply) forwardCookies(reply, headers)
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

async function completeSignIn(request: FastifyRequest, reply: FastifyReply, email: string): Promise<SignInResult> {
  const { system, ip } = request
  const user = await queries.findUserByEmail(system, email)
  if (user) await transaction(system, (ctx) => auditInAllWorkspaces(ctx, user, { action: 'user.signed_in', ip }))
  await trustDevice(request, reply, email)
  return { status: 'signed_in' }
}

const CODE_LOCK_SECONDS = 900

/** better-auth's rejections become ours; its server errors stay errors. */
export async function mapAuthErrors<Result>(toError: () => AppError, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { isAPIError } = await import('better-auth/api')
    // better-auth counts wrong codes itself, in the database, which also survives a restart.
    if (isAPIError(error) && error.statusCode === 429) throw tooManyRequests(CODE_LOCK_SECONDS)
    if (isAPIError(error) && error.statusCode < 500) throw toError()
    throw error
  }
}

export type Auth = () => Promise<ReturnType<typeof openBetterAuth>>

/** Loaded on the first sign-in, or when the server is idle: it is two fifths of all code that a start would load. */
export const openAuth = (options: BetterAuthOptions): Auth =>
  lazy(async () => {
    const auth = (await import('./better-auth.ts')).openBetterAuth(options)
    return { ...auth, api: surfaceDatabaseErrors(auth.api, options.database) }
  })

/** Wraps every call, so that none reports a database outage as a server error. */
const surfaceDatabaseErrors = <Api extends object>(api: Api, { withDatabaseErrors }: AuthPool): Api =>
  new Proxy(api, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...args: unknown[]) => withDatabaseErrors(async () => call.apply(target, args))
    },
  })

/**
 * The sign-in that waits for its second factor. better-auth gets only this cookie: then both of us read the same one,
 * and another person's session in the same browser can't be used for the code.
 */
export async function findTwoFactorChallenge(auth: Auth, request: FastifyRequest) {
  const [{ $context }, { parseCookies }] = await Promise.all([auth(), import('better-auth/cookies')])
  const { name } = (await $context).createAuthCookie('two_factor')
  const value = parseCookies(request.headers.cookie ?? '').get(name)
  if (!value) return undefined
  const headers = authHeaders(request)
  headers.set('cookie', `${name}=${encodeURIComponent(value)}`)
  return { identifier: value.slice(0, value.lastIndexOf('.')), headers }
}

const STEP_MS = 30_000
/**
 * better-auth accepts one step either way. One more is claimed, since the clock may tick between our check and its own.
 */
const WINDOW_STEPS = 2

/**
 * False for a code that was used before, or is older than one that was (RFC 6238, 5.2). Claimed before the code is
 * verified and in one statement: of two requests with the same code, on any server, one proceeds. A wrong code claims
 * nothing.
 */
export async function claimTotpCode(auth: Auth, ctx: SystemCtx, userId: string, code: string): Promise<boolean> {
  const factor = await findSecret(ctx, userId)
  if (!factor) return true
  const { secretConfig } = await (await auth()).$context
  const secret = await symmetricDecrypt({ key: secretConfig, data: factor.secret })
  const step = findStep(secret, code)
  return step === undefined || (await claimStep(ctx, userId, step)) > 0
}

/** By the system clock, as better-auth verifies it. */
function findStep(secret: string, code: string): number | undefined {
  const now = Math.floor(Date.now() / STEP_MS)
  for (let step = now + WINDOW_STEPS; step >= now - WINDOW_STEPS; step--) {
    if (totpAt(secret, step) === code) return step
  }
  return undefined
}

function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0x0f) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

const SecretRow = Type.Object({ secret: Type.String() })

const findSecret = (ctx: SystemCtx, userId: string) =>
  ctx.db.row(SecretRow, sql`select secret from two_factors where user_id = ${userId}`)

const claimStep = (ctx: SystemCtx, userId: string, step: number) =>
  ctx.db.run(sql`
    update two_factors set last_totp_step = ${step}
    where user_id = ${userId} and (last_totp_step is null or last_totp_step < ${step})`)
