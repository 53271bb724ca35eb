import { createHmac, randomInt } from 'node:crypto'
import { type Ctx, transaction } from '../../ctx.ts'
import { newSecretId } from '../../kit/ids.ts'
import { customerKeyOf, normalizeEmail } from '../customers/identity/identity.ts'
import { CODE_MINUTES, createCodeEmail } from '../emails/emails.ts'
import * as queries from './queries.ts'
import { maskEmail } from './redact.ts'
import type { ToolSession } from './schemas.ts'
import { ToolError } from './tool-error.ts'
import type { ToolHandler } from './tool-handler.ts'
import { assertCount, HOUR_MS, sessionIdOf } from './tool-limits.ts'

const MAX_ATTEMPTS = 3
const SENDS_PER_ADDRESS = 3
const SENDS_PER_SESSION = 6
/** Longer than any conversation. */
const SESSION_MS = 30 * 24 * HOUR_MS
/** How long a code proves an email address. */
export const VERIFIED_MS = 30 * 60_000

/** Does the same for every email, and reads no customer: nobody learns whether the shop knows the email. */
export const sendVerificationCode: ToolHandler<'send_verification_code'> = (ctx, input, session) => {
  const sessionId = requireSession(session)
  const email = normalizeEmail(input.email)
  const id = newSecretId('vcd')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(ctx.now.getTime() + CODE_MINUTES * 60_000)
  const address = customerKeyOf(email, ctx.environmentId, ctx.secretFor('customer-keys'))
  return transaction(ctx, async (ctx) => {
    const send = { name: 'code_sent' }
    await assertCount(ctx, { ...send, subject: sessionId, limit: SENDS_PER_SESSION, windowMs: SESSION_MS })
    await assertCount(ctx, { ...send, subject: address, limit: SENDS_PER_ADDRESS, windowMs: HOUR_MS })
    await queries.saveVerificationCode(ctx, {
      sessionId,
      id,
      email,
      codeHash: hashCode(ctx, sessionId, id, code),
      expiresAt,
    })
    await createCodeEmail(ctx, 'chat_code', { id, email, code })
    return { sentTo: maskEmail(email), expiresAt: expiresAt.toISOString() }
  })
}

const REJECTED = 'This code is wrong or has expired. Try again, or ask for a new code.'

/** The attempt is counted even if it fails. Of concurrent calls with the right code, one succeeds. */
export const checkVerificationCode: ToolHandler<'check_verification_code'> = async (ctx, { code }, session) => {
  const sessionId = requireSession(session)
  const sent = await queries.findVerificationCode(ctx, sessionId)
  if (!sent) throw new ToolError('rejected', REJECTED)
  const codeHash = hashCode(ctx, sessionId, sent.id, code)
  const attempt = await queries.attemptVerificationCode(ctx, { sessionId, id: sent.id, codeHash }, MAX_ATTEMPTS)
  if (!attempt?.isCorrect) throw new ToolError('rejected', REJECTED)
  await session.onVerified(attempt.email)
  return { email: attempt.email }
}

/** Undefined once the proof is too old. For sessions that nobody else remembers, such as those of agents. */
export async function findVerifiedEmail(ctx: Ctx, sessionId: string): Promise<string | undefined> {
  const since = new Date(ctx.now.getTime() - VERIFIED_MS)
  return (await queries.findVerifiedEmail(ctx, sessionId, since))?.email
}

function requireSession(session: ToolSession): string {
  const sessionId = sessionIdOf(session)
  if (sessionId === null) throw new ToolError('invalid', 'A code needs a session: send its sessionId.')
  return sessionId
}

/** The session is part of the hash: a code proves nothing in another conversation. */
const hashCode = (ctx: Ctx, sessionId: string, id: string, code: string): Buffer =>
  createHmac('sha256', ctx.secretFor('chat-verification-codes'))
    .update(`${ctx.environmentId}\n${sessionId}\n${id}\n${code}`)
    .digest()
