import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { enqueueByName } from '../../jobs/job.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { normalizeEmail } from '../customers/identity/identity.ts'
import { listOwnAddresses } from '../mailboxes/mailboxes.ts'
import { getMessage, setDelivery } from '../tickets/messages/messages.ts'
import type { TicketMessage } from '../tickets/schemas.ts'
import { getTicket, recordTicketEvent, resolveTicketId } from '../tickets/tickets.ts'
import { replySubject } from './compose.ts'
import * as queries from './queries.ts'
import type { TicketEmail, TicketEmailsQuery } from './schemas.ts'

/** Retries for an hour and a half; staff can retry sooner. Replies are enqueued by `tickets`, under the same name. */
export const SEND_JOB = { name: 'ticket-emails.send', maxAttempts: 9 }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface NewTicketEmail {
  ticketId: string
  kind: 'acknowledgment' | 'csat'
  /** Per ticket and kind, an email with the same reference is sent once. */
  reference?: string
  /** Defaults to the ticket's. */
  subject?: string
  text: string
  /** The same as HTML, for inside a page. It must be safe. */
  html?: string
}

/**
 * Sends an automatic email to the ticket's requester. It is no message of the conversation. Returns undefined if it must
 * not be sent: the ticket is spam, nobody can receive it, or the address had too many automatic emails.
 */
export function sendTicketEmail(ctx: Ctx, email: NewTicketEmail): Promise<TicketEmail | undefined> {
  return transaction(ctx, async (ctx) => {
    const { kind, reference = kind, text, html = null } = email
    const ticket = await getTicket(ctx, await resolveTicketId(ctx, email.ticketId))
    const sent = await queries.findEmail(ctx, ticket.id, kind, reference)
    if (sent) return sent
    const recipient = ticket.requester.email && normalizeEmail(ticket.requester.email)
    if (!recipient || ticket.spam || !(await mayReceive(ctx, ticket.id, recipient, kind))) return undefined
    const id = newId('msg')
    const subject = email.subject ?? replySubject(ticket.subject, ticket.number)
    const row = { id, ticketId: ticket.id, kind, reference, recipient, subject, text, html }
    const inserted = await queries.insertAutomaticEmail(ctx, row)
    if (inserted > 0) await enqueueSend(ctx, id)
    return queries.findEmail(ctx, ticket.id, kind, reference)
  })
}

async function mayReceive(ctx: Ctx, ticketId: string, to: string, kind: NewTicketEmail['kind']): Promise<boolean> {
  if ((await listOwnAddresses(ctx)).includes(to)) return false
  if (await queries.findUndeliverable(ctx, ticketId, to)) return false
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms)
  return (await queries.claimRecipient(ctx, to, kind === 'acknowledgment', ago(HOUR_MS), ago(DAY_MS))) !== undefined
}

/** All emails of a ticket, newest first, with those that are no messages. */
export async function listTicketEmails(
  ctx: Ctx,
  ticketId: string,
  query: TicketEmailsQuery,
): Promise<Page<TicketEmail>> {
  const page = keyset(query)
  const { id } = await getTicket(ctx, ticketId)
  return toPage(await queries.listEmails(ctx, id, page), page)
}

/** Takes a reply back that was not sent yet. Either this or the first attempt to send it wins, never both. */
export function cancelReply(ctx: Ctx, ticketId: string, messageId: string): Promise<TicketMessage> {
  return transaction(ctx, async (ctx) => {
    const message = await getEmailMessage(ctx, ticketId, messageId)
    if (message.delivery.status === 'canceled') return message
    const isWaiting = message.delivery.status === 'queued'
    const isCanceled =
      (await queries.cancelEmail(ctx, messageId)) > 0 ||
      (isWaiting && (await queries.insertReply(ctx, { id: messageId, ticketId, status: 'canceled' })) !== undefined)
    if (!isCanceled) {
      throw new AppError('conflict', 'This reply was already sent, so it can’t be canceled.', {
        fields: { messageId, status: message.delivery.status },
      })
    }
    await recordTicketEvent(ctx, ticketId, { type: 'reply_canceled', data: { messageId } })
    return setDelivery(ctx, messageId, { status: 'canceled' })
  })
}

/**
 * Sends a reply again that failed, bounced or waits for its next attempt, with a new series of attempts. One that waits
 * for its first is left alone.
 */
export function retryReply(ctx: Ctx, ticketId: string, messageId: string): Promise<TicketMessage> {
  return transaction(ctx, async (ctx) => {
    const message = await getEmailMessage(ctx, ticketId, messageId)
    if ((await queries.requeueEmail(ctx, messageId)) === 0) {
      const { status } = message.delivery
      if (status === 'queued' && !(await queries.findStatus(ctx, messageId))) return message
      throw new AppError('conflict', RETRY_REASONS[status] ?? 'This reply was already sent.', {
        fields: { messageId, status },
      })
    }
    await enqueueSend(ctx, messageId)
    return setDelivery(ctx, messageId, { status: 'queued' })
  })
}

const RETRY_REASONS: Partial<Record<NonNullable<TicketMessage['delivery']>['status'], string>> = {
  queued: 'This reply is being sent.',
  canceled: 'This reply was canceled. Write it again.',
  captured: 'Emails of the sandbox are not sent.',
}

type EmailMessage = TicketMessage & { delivery: NonNullable<TicketMessage['delivery']> }

async function getEmailMessage(ctx: Ctx, ticketId: string, messageId: string): Promise<EmailMessage> {
  const message = await getMessage(ctx, messageId)
  if (message.ticketId !== ticketId) throw notFound('message', messageId)
  if (!message.delivery) throw new AppError('conflict', 'This message is not sent by email.', { fields: { messageId } })
  return { ...message, delivery: message.delivery }
}

/** One job per email: another request reschedules the one that waits. */
const enqueueSend = (ctx: Ctx, messageId: string) =>
  enqueueByName(ctx, SEND_JOB, { messageId }, { key: `ticket-emails.send ${messageId}` })

/** What a delivery status notification (RFC 3464) says about one recipient. */
interface NewBounce {
  /** Message-ID of the email that was not delivered, without angle brackets. */
  emailMessageId?: string | undefined
  /** From the address that the bounce was sent to (`readBounceAddress`). */
  messageId?: string | undefined
  recipient: string | null
  /** 5.x.x is permanent, 4.x.x temporary: their mail server tries again. */
  status: string
  diagnostic: string
}

const MAX_BOUNCES = 50
const MAX_DIAGNOSTIC_LENGTH = 500

/** Returns the ticket of the email, or undefined if we have not sent it. The same bounce counts once. */
export function recordBounce(ctx: Ctx, bounce: NewBounce): Promise<{ ticketId: TicketEmail['ticketId'] } | undefined> {
  return transaction(ctx, async (ctx) => {
    const email = await queries.lockEmail(ctx, bounce.messageId ?? null, bounce.emailMessageId ?? null)
    if (!email) return undefined
    const message = email.kind === 'reply' ? await getMessage(ctx, email.id) : undefined
    const ticketId = message?.ticketId ?? (await resolveTicketId(ctx, email.ticketId))
    const { status } = bounce
    const recipient = bounce.recipient === null ? null : normalizeEmail(bounce.recipient)
    const diagnostic = bounce.diagnostic.slice(0, MAX_DIAGNOSTIC_LENGTH)
    const isKnown = email.bounces.some((known) => known.recipient === recipient && known.status[0] === status[0])
    if (isKnown || email.bounces.length >= MAX_BOUNCES) return { ticketId }

    const isPermanent = status.startsWith('5')
    const isBounced = isPermanent && (email.status === 'sending' || email.status === 'sent')
    const error = isPermanent ? `${recipient ?? 'The recipient'}: ${diagnostic || status}` : null
    const all = [...email.bounces, { recipient, status, diagnostic, createdAt: ctx.now.toISOString() }]
    await queries.saveBounces(ctx, email.id, isBounced ? 'bounced' : email.status, error, all)
    if (isBounced && message) await setDelivery(ctx, message.id, { status: 'bounced', error })

    const recipients = message ? [...message.to, ...message.cc] : [email.recipient ?? '']
    const isUndeliverable = status === '5.1.1' && recipients.length === 1 && isSame(recipients[0], recipient)
    if (isUndeliverable && recipient !== null) await queries.markUndeliverable(ctx, recipient, diagnostic)

    // Without the address: the history of a ticket outlives what identifies its requester.
    const data = { messageId: message?.id ?? null, kind: email.kind, status, undeliverable: isUndeliverable }
    await recordTicketEvent(ctx, ticketId, {
      type: isPermanent ? 'email_bounced' : 'email_delayed',
      source: 'email',
      data,
    })
    if (isPermanent) {
      await emit(ctx, 'ticket.message_bounced', { ticketId, messageId: data.messageId, kind: email.kind, status })
    }
    return { ticketId }
  })
}

const isSame = (address: string | undefined, other: string | null): boolean =>
  address !== undefined && normalizeEmail(address) === other
