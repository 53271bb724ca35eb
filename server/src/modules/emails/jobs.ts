import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { defineJob, type Schedule } from '../../jobs/job.ts'
import type { Mail } from '../../ports/mail.ts'
import { SEND_JOB } from './emails.ts'
import * as queries from './queries.ts'
import { revealSecret } from './secrets.ts'

export const sendEmailJob = (mail: Mail) =>
  defineJob({
    ...SEND_JOB,
    payload: Type.Object({ mailId: Type.String() }),
    run: (ctx, { mailId }) => sendEmail(ctx, mail, mailId),
  })

const DAY_MS = 86_400_000
/** Long enough to look at a mail that a buyer asks about, within the time in which most goods may be sent back. */
const RETENTION_DAYS = 90
/** A gift card that has reached nobody: by then its buyer has asked for it, or nobody will. */
const SECRET_RETENTION_DAYS = 365
const BATCH_SIZE = 1000

export const pruneEmailBodies: Schedule = {
  name: 'emails.prune-bodies',
  cron: '20 3 * * *',
  run: async (ctx) => {
    const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
    const [before, secretsBefore] = [daysAgo(RETENTION_DAYS), daysAgo(SECRET_RETENTION_DAYS)]
    while ((await queries.pruneBodies(ctx, before, secretsBefore, BATCH_SIZE)) === BATCH_SIZE);
  },
}

const NO_SMTP_REASON = 'This server has no mail server: set SMTP_URL, then send it again.'
const MAX_ERROR_LENGTH = 500

/** One attempt. A crash after the mail server has taken it and before that is noted sends it a second time. */
export async function sendEmail(ctx: Ctx, mail: Mail, id: string): Promise<void> {
  const email = await queries.startAttempt(ctx, id)
  if (!email) return
  // What is written for a buyer is printed nowhere. Nothing of the sandbox is ever queued; should it be, it stays here.
  if (mail.isLogOnly || ctx.mode !== 'live') {
    await queries.finishAttempt(ctx, id, 'suppressed', NO_SMTP_REASON)
    return
  }
  const { to, senderName, subject, text, html, attempts } = revealSecret(ctx, email)
  const failure = await mail.send({ to, senderName, subject, text, html }).then(() => undefined, failureReason)
  if (failure === undefined) return recordResult(ctx, email, 'sent', null)
  if (attempts >= SEND_JOB.maxAttempts) return recordResult(ctx, email, 'failed', failure)
  await queries.finishAttempt(ctx, id, 'queued', failure)
  // In words of our own: the mail server's may name the buyer, and these are logged.
  throw new Error(`${id} could not be handed to the mail server; the outbox says why`)
}

const recordResult = (ctx: Ctx, email: queries.OutgoingEmail, status: 'sent' | 'failed', error: string | null) =>
  transaction(ctx, async (ctx) => {
    const { id: mailId, kind, orderId } = email
    const wasQueued = await queries.finishAttempt(ctx, mailId, status, error)
    if (wasQueued) await emit(ctx, `mail.${status}`, { mailId, kind, orderId })
  })

const failureReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH)
