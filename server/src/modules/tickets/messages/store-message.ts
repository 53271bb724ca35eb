import type { Ctx } from '../../../ctx.ts'
import { emit } from '../../../events/emit.ts'
import { enqueueByName } from '../../../jobs/job.ts'
import { newId } from '../../../kit/ids.ts'
import { toPreview } from '../../../kit/preview.ts'
import { normalizeEmail } from '../../customers/identity/identity.ts'
import { claimAttachments } from '../attachments/attachments.ts'
import { notifyTicketChanged, reopen } from '../change-ticket.ts'
import { saveTicket } from '../queries.ts'
import type { TicketRow } from '../ticket-row.ts'
import * as queries from './queries.ts'

/** A message as modules pass it on. */
export interface NewMessage {
  kind?: 'customer' | 'reply' | 'note' | undefined
  text: string
  /** Without the quoted history. */
  visibleText?: string | null
  html?: string | null | undefined
  /** The requester of a customer's message and the caller of all others, unless given. */
  author?: Partial<queries.MessageAuthor> | undefined
  automatic?: boolean
  to?: string[]
  cc?: string[] | undefined
  mailboxId?: string | null
  emailMessageId?: string | null
  senderAuthentication?: queries.NewMessageRow['senderAuthentication']
  attachmentIds?: string[] | undefined
  mentionedIds?: `usr_${string}`[] | undefined
  clientMessageId?: string | null | undefined
  /** The ticket that it was sent to, if that one was merged. */
  movedFromTicketId?: string | null
  createdAt?: string
}

/** Staff can take an email back until then. */
const UNDO_SECONDS = 10

/**
 * Writes the message and what follows from it for the ticket, which must be locked. Returns its ID, or undefined if the
 * same email was stored before.
 */
export async function storeMessage(
  ctx: Ctx,
  ticket: TicketRow,
  message: NewMessage,
  change: (ticket: TicketRow) => TicketRow = (same) => same,
): Promise<queries.MessageRow['id'] | undefined> {
  const row = toRow(ctx, ticket, message)
  if ((await queries.insertMessage(ctx, row)) === 0) return undefined
  await claimAttachments(ctx, row.id, message.attachmentIds ?? [])
  await saveTicket(ctx, change(await afterMessage(ctx, ticket, row)))
  const { id: ticketId } = ticket
  await emit(ctx, 'ticket.message_created', { ticketId, messageId: row.id, kind: row.kind })
  if (row.sendAt) await enqueueDelivery(ctx, row.id, row.sendAt)
  notifyTicketChanged(ctx, ticketId)
  return row.id
}

/** The job belongs to `ticket-emails`, which depends on this module. */
const enqueueDelivery = (ctx: Ctx, messageId: string, sendAt: string) =>
  enqueueByName(
    ctx,
    { name: 'ticket-emails.send', maxAttempts: 9 },
    { messageId },
    { runAt: new Date(sendAt), key: `ticket-emails.send ${messageId}` },
  )

function toRow(ctx: Ctx, ticket: TicketRow, message: NewMessage): queries.NewMessageRow {
  const { kind = 'customer' } = message
  const isEmail = kind === 'reply' && ['email', 'contact_form'].includes(ticket.channel) && ticket.requesterEmail
  return {
    id: newId('msg'),
    ticketId: ticket.id,
    movedFromTicketId: message.movedFromTicketId ?? null,
    kind,
    author: { ...(kind === 'customer' ? requesterOf(ticket) : callerOf(ctx)), ...message.author },
    text: message.text,
    visibleText: message.visibleText ?? null,
    html: message.html ?? null,
    isAutomatic: message.automatic ?? false,
    mentionedIds: message.mentionedIds ?? [],
    recipientsTo: (message.to ?? (isEmail ? [isEmail] : [])).map(normalizeEmail),
    recipientsCc: (message.cc ?? []).map(normalizeEmail),
    mailboxId: message.mailboxId ?? (isEmail ? ticket.mailboxId : null),
    emailMessageId: message.emailMessageId ?? null,
    senderAuthentication: message.senderAuthentication ?? null,
    deliveryStatus: isEmail ? 'queued' : null,
    sendAt: isEmail ? new Date(ctx.now.getTime() + UNDO_SECONDS * 1000).toISOString() : null,
    clientMessageId: message.clientMessageId ?? null,
    createdAt: message.createdAt ?? ctx.now.toISOString(),
  }
}

const requesterOf = ({ customerId, requesterName, requesterEmail }: TicketRow): queries.MessageAuthor => ({
  type: 'customer',
  id: customerId,
  name: requesterName,
  email: requesterEmail,
})

function callerOf({ caller }: Ctx): queries.MessageAuthor {
  if (caller.kind === 'member') return { type: 'member', id: caller.userId, name: caller.name, email: null }
  if (caller.kind === 'key') return { type: 'key', id: caller.keyId, name: null, email: null }
  return { type: 'system', id: null, name: null, email: null }
}

async function afterMessage(ctx: Ctx, ticket: TicketRow, message: queries.NewMessageRow): Promise<TicketRow> {
  const { kind, createdAt, isAutomatic } = message
  const after: TicketRow = {
    ...ticket,
    lastMessageId: message.id,
    lastMessageAt: createdAt,
    lastMessageKind: kind,
    lastMessagePreview: toPreview(message.visibleText ?? message.text),
    messageCount: ticket.messageCount + 1,
    mentionedIds: [...new Set([...ticket.mentionedIds, ...message.mentionedIds])],
  }
  // An out-of-office reply must not wake anyone, and an acknowledgment is not an answer.
  if (kind === 'note' || isAutomatic) return after
  if (kind === 'customer') return reopen(ctx, { ...after, waitingSince: ticket.waitingSince ?? createdAt })
  return { ...after, waitingSince: null, firstRespondedAt: ticket.firstRespondedAt ?? createdAt }
}
