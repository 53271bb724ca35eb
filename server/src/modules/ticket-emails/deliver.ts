import { buffer } from 'node:stream/consumers'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { type EmailAttachment, type EmailMessage, EmailRejectedError, type Mail } from '../../ports/mail.ts'
import { normalizeEmail } from '../customers/identity/identity.ts'
import { bounceAddress, findDefaultMailbox, findMailbox, newMessageId, ticketAddress } from '../mailboxes/mailboxes.ts'
import type { Mailbox } from '../mailboxes/schemas.ts'
import { loadBranding } from '../theme/theme.ts'
import { openAttachment } from '../tickets/attachments/attachments.ts'
import { getMessage, setDelivery } from '../tickets/messages/messages.ts'
import type { TicketMessage } from '../tickets/schemas.ts'
import { getTicket, recordTicketEvent, resolveTicketId } from '../tickets/tickets.ts'
import { renderTicketEmail, replySubject, threadReferences } from './compose.ts'
import * as queries from './queries.ts'
import { SEND_JOB } from './ticket-emails.ts'

const NO_MAILBOX_REASON = 'There is no active mailbox to send from. Add one in the settings, then retry.'
const NO_SMTP_REASON = 'No mail server is configured. Set SMTP_URL, then retry.'
const NO_RECIPIENT_REASON = 'There is no address to send the reply to.'
const MAX_ERROR_LENGTH = 500
const MAX_THREAD_LENGTH = 50

/** An email of which this attempt is to be sent. */
interface Attempt {
  email: queries.OutgoingEmail
  mailbox: Mailbox
  emailMessageId: string
}

/**
 * At-least-once: a crash after the mail server accepts the email and before that is recorded sends it again, with the
 * same Message-ID.
 */
export async function deliverTicketEmail(ctx: Ctx, mail: Mail, id: string): Promise<void> {
  const attempt = await startAttempt(ctx, mail, id)
  if (!attempt) return
  const { email } = attempt
  const result = await send(ctx, mail, attempt)
  await recordResult(ctx, email, result.status, result.error)
  // Don't log the mail server's message: it may contain the customer's address.
  if (result.status === 'queued') throw new Error(`could not send email ${id}; the ticket has the reason`)
}

async function send(ctx: Ctx, mail: Mail, attempt: Attempt) {
  try {
    const { rejected = [] } = (await mail.send(await composeEmail(ctx, attempt))) ?? {}
    const error = rejected.length > 0 ? `The mail server refused these recipients: ${rejected.join(', ')}` : null
    return { status: 'sent' as const, error }
  } catch (failure) {
    const isFinal = failure instanceof EmailRejectedError || attempt.email.attempts >= SEND_JOB.maxAttempts
    return { status: isFinal ? ('failed' as const) : ('queued' as const), error: failureReason(failure) }
  }
}

/** Decides in one transaction whether the email is sent: from its end on, it can't be canceled. */
const startAttempt = (ctx: Ctx, mail: Mail, id: string): Promise<Attempt | undefined> =>
  transaction(ctx, async (ctx) => {
    const email = (await queries.startAttempt(ctx, id)) ?? (await startReply(ctx, id))
    if (!email) return undefined
    const mailbox = await findSender(ctx, email)
    if (!mailbox) return recordResult(ctx, email, 'failed', NO_MAILBOX_REASON)
    const emailMessageId = email.emailMessageId ?? newMessageId(ctx, mailbox)
    await queries.setIdentity(ctx, id, mailbox.id, emailMessageId)
    // Before it is sent: the answer may be faster than our record of it.
    if (email.kind === 'reply') {
      await setDelivery(ctx, id, { status: 'queued', emailMessageId, mailboxId: mailbox.id })
    }
    if (ctx.mode !== 'live') return recordResult(ctx, email, 'captured', null)
    if (mail.isLogOnly) return recordResult(ctx, email, 'failed', NO_SMTP_REASON)
    return { email, mailbox, emailMessageId }
  })

/** The first attempt of a reply, unless it was canceled. */
async function startReply(ctx: Ctx, id: string): Promise<queries.OutgoingEmail | undefined> {
  const reply = await queries.findQueuedReply(ctx, id)
  return reply && queries.insertReply(ctx, { ...reply, status: 'sending' })
}

/** The ticket's mailbox, as long as answers to it arrive. */
async function findSender(ctx: Ctx, email: queries.OutgoingEmail): Promise<Mailbox | undefined> {
  const mailboxId = email.mailboxId ?? (await getTicket(ctx, email.ticketId)).mailboxId
  const mailbox = mailboxId === null ? undefined : await findMailbox(ctx, mailboxId)
  return mailbox?.active ? mailbox : findDefaultMailbox(ctx)
}

async function composeEmail(ctx: Ctx, { email, mailbox, emailMessageId }: Attempt): Promise<EmailMessage> {
  const message = email.kind === 'reply' ? await getMessage(ctx, email.id) : undefined
  const ticket = await getTicket(ctx, message?.ticketId ?? (await resolveTicketId(ctx, email.ticketId)))
  const { to, cc } = message ?? { to: email.recipient === null ? [] : [email.recipient], cc: [] }
  if (to.length === 0) throw new EmailRejectedError(NO_RECIPIENT_REASON)

  const thread = await queries.listThread(ctx, ticket.id, email.id, MAX_THREAD_LENGTH)
  const answered = thread.find(({ isAnswerable }) => isAnswerable)
  const messageIds = thread.flatMap(({ emailMessageId }) => emailMessageId ?? []).reverse()
  const inReplyTo = answered?.emailMessageId ?? messageIds.at(-1)
  const subject = email.subject ?? replySubject(ticket.subject, ticket.number)
  const attachments = message ? await loadAttachments(ctx, message) : []
  const body = renderTicketEmail(
    {
      subject,
      text: message?.text ?? email.text ?? '',
      html: message ? withContentIds(message) : email.html,
      signature: mailbox.signature,
      // An automatic email must not carry what somebody wrote in the name of another.
      quoted: message && !message.automatic && answered ? toQuote(answered) : undefined,
    },
    await loadBranding(ctx),
  )
  return {
    ...body,
    subject,
    to,
    cc,
    from: { name: mailbox.name, address: mailbox.address },
    replyTo: ticketAddress(ctx, mailbox, ticket.id),
    bounceTo: bounceAddress(ctx, mailbox, email.id),
    messageId: emailMessageId,
    ...(inReplyTo !== undefined && { inReplyTo }),
    references: threadReferences(messageIds, inReplyTo),
    headers: message && !message.automatic ? {} : automaticHeaders(mailbox, email.kind),
    attachments,
  }
}

/** Nobody's machine answers it (RFC 3834, and what Exchange understands), and ours knows its own. */
const automaticHeaders = ({ address }: Mailbox, kind: queries.OutgoingEmail['kind']): Record<string, string> => ({
  'Auto-Submitted': kind === 'csat' ? 'auto-generated' : 'auto-replied',
  'X-Auto-Response-Suppress': 'All',
  'X-Loop': address,
})

const toQuote = ({ authorName, authorEmail, createdAt, text }: queries.ThreadMessage) => ({
  author: authorName ?? authorEmail ?? 'you',
  createdAt,
  text,
})

const contentIdOf = ({ id, contentId }: TicketMessage['attachments'][number]) => contentId ?? id

/** Images inside a message are shown from our URLs to staff; customers get them with the email. */
const withContentIds = ({ html, attachments }: TicketMessage): string | null =>
  html &&
  attachments.reduce((text, attachment) => text.replaceAll(attachment.url, `cid:${contentIdOf(attachment)}`), html)

const loadAttachments = (ctx: Ctx, { attachments }: TicketMessage): Promise<EmailAttachment[]> =>
  Promise.all(
    attachments.map(async (attachment) => {
      const { file } = await openAttachment(ctx, attachment.id)
      const { name, contentType, inline } = attachment
      return {
        name,
        contentType,
        content: await buffer(file.bytes),
        ...(inline && { contentId: contentIdOf(attachment) }),
      }
    }),
  )

/** Changes nothing if a bounce was faster. */
async function recordResult(
  ctx: Ctx,
  { id, kind, ticketId }: queries.OutgoingEmail,
  status: 'queued' | 'sent' | 'failed' | 'captured',
  error: string | null,
): Promise<undefined> {
  await transaction(ctx, async (ctx) => {
    if ((await queries.finishAttempt(ctx, id, status, error)) === 0) return
    const message = kind === 'reply' ? await setDelivery(ctx, id, { status, error }) : undefined
    const currentId = message?.ticketId ?? (await resolveTicketId(ctx, ticketId))
    const messageId = message?.id ?? null
    if (status === 'failed') {
      await recordTicketEvent(ctx, currentId, { type: 'email_failed', data: { messageId, kind } })
      await emit(ctx, 'ticket.message_failed', { ticketId: currentId, messageId, kind })
    } else if (!message && status !== 'queued') {
      await recordTicketEvent(ctx, currentId, { type: 'email_sent', data: { messageId, kind, status } })
    }
    if (status === 'failed' && error && message) await noteUndeliverable(ctx, message, error)
  })
}

/** A mail server that knows the recipient's says so at once, where others send a bounce. */
async function noteUndeliverable(ctx: Ctx, { to, cc }: TicketMessage, error: string): Promise<void> {
  const [recipient, ...others] = [...to, ...cc]
  if (recipient === undefined || others.length > 0 || !/\b5\.1\.1\b/.test(error)) return
  await queries.markUndeliverable(ctx, normalizeEmail(recipient), error)
}

const failureReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH)
