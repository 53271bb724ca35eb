import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { Mail } from '../../ports/mail.ts'
import { SENDING } from './mails.ts'
import * as queries from './queries.ts'
import { reveal } from './secrets.ts'

const NO_SERVER = 'This server has no mail server: set SMTP_URL, then send it again.'
const MAX_ERROR_LENGTH = 500

/** One attempt. A crash after the mail server has taken it and before that is noted sends it a second time. */
export async function sendMail(ctx: Ctx, mail: Mail, id: string): Promise<void> {
  const toSend = await queries.beginAttempt(ctx, id)
  if (!toSend) return
  // What is written for a buyer is printed nowhere. Nothing of the sandbox is ever queued; should it be, it stays here.
  if (mail.isPrinted || ctx.mode !== 'live') {
    await queries.endAttempt(ctx, id, 'suppressed', NO_SERVER)
    return
  }
  const { to, senderName, subject, text, html, attempts } = reveal(ctx, toSend)
  const failure = await mail.send({ to, senderName, subject, text, html }).then(() => undefined, reasonOf)
  if (failure === undefined) return end(ctx, toSend, 'sent', null)
  if (attempts >= SENDING.maxAttempts) return end(ctx, toSend, 'failed', failure)
  await queries.endAttempt(ctx, id, 'queued', failure)
  // In words of our own: the mail server's may name the buyer, and these are logged.
  throw new Error(`${id} could not be handed to the mail server; the outbox says why`)
}

const end = (ctx: Ctx, mail: queries.ToSend, status: 'sent' | 'failed', error: string | null) =>
  transaction(ctx, async (ctx) => {
    const { id: mailId, kind, orderId } = mail
    const isEnded = await queries.endAttempt(ctx, mailId, status, error)
    if (isEnded) await emit(ctx, `mail.${status}`, { mailId, kind, orderId })
  })

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH)
