import { createHmac, randomInt } from 'node:crypto'
import { type Ctx, transaction } from '../../ctx.ts'
import { AppError, tooManyRequests } from '../../kit/errors.ts'
import { newSecretId } from '../../kit/ids.ts'
import { lockCustomer, matchCustomer, updateCustomer } from '../customers/customers.ts'
import { normalizeEmail } from '../customers/identity/identity.ts'
import { CODE_MINUTES, createCodeEmail } from '../emails/emails.ts'
import * as queries from './queries.ts'
import type { CustomerTokens, LoginCode, LoginCodeExchange, NewLoginCode } from './schemas.ts'
import { openSession } from './sessions.ts'

const HOUR_MS = 3_600_000
const CODES_PER_HOUR = 5
const MAX_ATTEMPTS = 3

export async function createLoginCode(ctx: Ctx, input: NewLoginCode): Promise<LoginCode> {
  const { id, expiresAt } = await issueLoginCode(ctx, input)
  return { id, expiresAt }
}

/**
 * Does the same for every email, and reads no customer: nobody learns whether the email belongs to one. Whoever gets
 * the code can sign in: show it to nobody but the owner of the email.
 */
export function issueLoginCode(ctx: Ctx, input: NewLoginCode): Promise<LoginCode & { code: string }> {
  const id = newSecretId('lgc')
  const email = normalizeEmail(input.email)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(ctx.now.getTime() + CODE_MINUTES * 60_000)
  const row = { id, email, codeHash: hashCode(ctx, id, code), locale: input.locale ?? null, expiresAt }
  return transaction(ctx, async (ctx) => {
    const saved = await queries.saveLoginCode(ctx, row, CODES_PER_HOUR, new Date(ctx.now.getTime() - HOUR_MS))
    if (!saved) throw await tooManyCodes(ctx, email)
    await createCodeEmail(ctx, 'login_code', { id, email, code })
    return { id, expiresAt: expiresAt.toISOString(), code }
  })
}

async function tooManyCodes(ctx: Ctx, email: string): Promise<AppError> {
  const hour = await queries.findHourStart(ctx, email)
  const waitMs = hour ? Date.parse(hour.hourStartedAt) + HOUR_MS - ctx.now.getTime() : HOUR_MS
  const message = `At most ${CODES_PER_HOUR} login codes per hour can be sent to one email.`
  return tooManyRequests(waitMs / 1000, message, { limit: CODES_PER_HOUR })
}

/** Six digits are found by trying without the key; the id is part of it, so that equal codes have different hashes. */
const hashCode = (ctx: Ctx, id: string, code: string): Buffer =>
  createHmac('sha256', ctx.secretFor('login-codes')).update(`${ctx.environmentId}\n${id}\n${code}`).digest()

/** The attempt is counted even if it fails. Of concurrent requests with the right code, one succeeds. */
export async function exchangeLoginCode(ctx: Ctx, { loginCodeId, code }: LoginCodeExchange): Promise<CustomerTokens> {
  const result = await transaction(ctx, async (ctx) => {
    const attempt = await queries.attemptLoginCode(ctx, loginCodeId, hashCode(ctx, loginCodeId, code), MAX_ATTEMPTS)
    if (!attempt?.isCorrect) return { attemptsLeft: attempt ? MAX_ATTEMPTS - attempt.attempts : 0 }
    return openSession(ctx, await signIn(ctx, attempt.email, attempt.locale))
  })
  if ('token' in result) return result
  throw new AppError('login_code_rejected', 'This code is wrong or has expired. Try again, or request a new code.', {
    fields: { attemptsLeft: result.attemptsLeft },
  })
}

/** Who can read the email is the customer, whoever entered the address first. */
async function signIn(ctx: Ctx, email: string, locale: string | null): Promise<string> {
  const customerId = await matchCustomer(ctx, { email, locale, phone: null, name: null, address: null })
  if (!customerId) throw new Error('A customer with an email can always be matched')
  await verifyEmail(ctx, customerId, email)
  return customerId
}

export async function verifyEmail(ctx: Ctx, customerId: string, email: string): Promise<void> {
  const { emails } = await lockCustomer(ctx, customerId)
  if (emails.some(({ address, verified }) => address === email && !verified)) {
    const verified = emails.map((one) => (one.address === email ? { ...one, verified: true } : one))
    await updateCustomer(ctx, customerId as `cus_${string}`, { emails: verified }, undefined)
  }
}
