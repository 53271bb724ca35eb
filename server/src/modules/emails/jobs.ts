import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { defineJob, type Schedule } from '../../jobs/job.ts'
import { inBatches, type RetentionRule } from '../../jobs/retention.ts'
import type { Mail } from '../../ports/mail.ts'
import { CODE_MINUTES, NO_SMTP_REASON, SEND_JOB } from './emails.ts'
import * as queries from './queries.ts'
import { isCodeEmail } from './schemas.ts'
import { revealSecret } from './secrets.ts'

export const sendEmailJob = (mail: Mail) =>
  defineJob({
    ...SEND_JOB,
    payload: Type.Object({ emailId: Type.String() }),
    run: (ctx, { emailId }) => sendEmail(ctx, mail, emailId),
  })

const DAY_MS = 86_400_000
/** Applies to undelivered gift cards: a buyer who misses the card asks within a year. */
const SECRET_RETENTION_DAYS = 365

/** The record stays with its order. */
export const emailRetention: RetentionRule = {
  name: 'emails',
  keep: 'emails',
  prune: (ctx, before, limit) => {
    const yearAgo = ctx.now.getTime() - SECRET_RETENTION_DAYS * DAY_MS
    return queries.pruneBodies(ctx, before, new Date(Math.min(yearAgo, before.getTime())), limit)
  },
}

/** Long enough to find out why a code did not arrive. */
export const pruneLoginCodes: Schedule = {
  name: 'emails.prune-login-codes',
  cron: '40 * * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - DAY_MS)
    await inBatches(ctx, (limit) => queries.deleteLoginCodes(ctx, before, limit))
  },
}

const EXPIRED_REASON = 'The code expired before the email could be sent.'
const MAX_ERROR_LENGTH = 500

/** At-least-once: a crash after the mail server accepts the email and before the result is stored sends it again. */
export async function sendEmail(ctx: Ctx, mail: Mail, id: string): Promise<void> {
  // Emails to buyers are never printed to the log. Sandbox emails are never queued; this is a second safeguard.
  if (mail.isLogOnly || ctx.mode !== 'live') {
    await queries.finishAttempt(ctx, id, 'suppressed', NO_SMTP_REASON)
    return
  }
  const email = await queries.startAttempt(ctx, id)
  if (!email) return
  if (isExpired(ctx, email)) return recordResult(ctx, email, 'failed', EXPIRED_REASON)
  const { to, senderName, subject, text, html, attempts } = revealSecret(ctx, email)
  const failure = await mail.send({ to, senderName, subject, text, html }).then(() => undefined, failureReason)
  if (failure === undefined) return recordResult(ctx, email, 'sent', null)
  if (attempts >= SEND_JOB.maxAttempts) return recordResult(ctx, email, 'failed', failure)
  await queries.finishAttempt(ctx, id, 'queued', failure)
  // Don't log the mail server's message: it may contain the buyer's address.
  throw new Error(`could not send email ${id}; the outbox has the reason`)
}

const isExpired = (ctx: Ctx, { kind, createdAt }: queries.OutgoingEmail): boolean =>
  isCodeEmail(kind) && Date.parse(createdAt) + CODE_MINUTES * 60_000 <= ctx.now.getTime()

const recordResult = (ctx: Ctx, email: queries.OutgoingEmail, status: 'sent' | 'failed', error: string | null) =>
  transaction(ctx, async (ctx) => {
    const { id: emailId, kind, orderId } = email
    const wasQueued = await queries.finishAttempt(ctx, emailId, status, error)
    if (wasQueued) await emit(ctx, `email.${status}`, { emailId, kind, orderId })
  })

const failureReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH)
