import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { normalizeEmail } from '../customers/identity/identity.ts'
import { getMessage, setDelivery } from '../tickets/messages/messages.ts'
import { recordTicketEvent, resolveTicketId } from '../tickets/tickets.ts'
import * as queries from './queries.ts'
import type { TicketEmail } from './schemas.ts'

/** What a delivery status notification (RFC 3464) says about one recipient. */
export interface NewBounce {
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

    const recipients = message ? [...message.to, ...message.cc] : [...email.to, ...email.cc]
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
