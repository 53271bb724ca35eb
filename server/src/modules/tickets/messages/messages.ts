import { type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import { emit } from '../../../events/emit.ts'
import { AppError, type ErrorFields, notFound } from '../../../kit/errors.ts'
import { toPreview } from '../../../kit/preview.ts'
import {
  changesOf,
  getRow,
  lockChain,
  lockCurrentTicket,
  lockTicket,
  notifyTicketChanged,
  recordTicketEvent,
  sourceOf,
  withStatus,
} from '../change-ticket.ts'
import { saveTicket } from '../queries.ts'
import type { MessagesQuery, NewReply, NewTicketNote, TicketMessage, TicketSource } from '../schemas.ts'
import { getStatus } from '../statuses/statuses.ts'
import type { TicketRow } from '../ticket-row.ts'
import { assertMembers } from '../validate-members.ts'
import * as queries from './queries.ts'
import { replyRecipients } from './reply-recipients.ts'
import { sanitizeMessage } from './sanitize-message.ts'
import { type NewMessage, storeMessage } from './store-message.ts'

export type { NewMessage } from './store-message.ts'

/** From the customer; the ticket's requester is its author unless another one is given. */
export type IncomingMessage = Omit<NewMessage, 'kind' | 'movedFromTicketId'>

/**
 * Reopens the ticket unless the message is automatic. A merged ticket passes its messages on. An email that was stored
 * before is returned as it is.
 */
export function addCustomerMessage(ctx: Ctx, ticketId: string, input: IncomingMessage): Promise<TicketMessage> {
  return transaction(ctx, async (ctx) => {
    const chain = await lockChain(ctx, ticketId)
    const ticket = await getRow(ctx, chain.at(-1) ?? ticketId)
    const movedFromTicketId = ticket.id === ticketId ? null : ticketId
    const id =
      (await storeMessage(ctx, ticket, { ...input, kind: 'customer', movedFromTicketId })) ??
      (await findStored(ctx, ticket, input))
    return getMessage(ctx, id)
  })
}

async function findStored(ctx: Ctx, { id }: TicketRow, message: NewMessage): Promise<string> {
  const { emailMessageId, mailboxId = null, clientMessageId } = message
  const stored =
    (emailMessageId && (await queries.findByEmailMessageId(ctx, emailMessageId, mailboxId))) ||
    (clientMessageId && (await queries.findByClientMessageId(ctx, id, clientMessageId)))
  if (!stored) throw new AppError('conflict', 'This message has been stored before.')
  return stored.id
}

export interface ReplyOptions {
  /** Acknowledgments and replies of rules: the customer still waits for a person. */
  automatic?: boolean
  source?: TicketSource
  author?: NewMessage['author']
  mailboxId?: string | null
}

/** A reply that doesn't know the customer's newest message is rejected, unless it is forced. */
export function addReply(
  ctx: Ctx,
  ticketId: string,
  input: NewReply,
  { source = sourceOf(ctx), ...options }: ReplyOptions = {},
): Promise<TicketMessage> {
  return transaction(ctx, async (ctx) => {
    const ticket = await lockCurrentTicket(ctx, ticketId)
    const { statusId, snoozedUntil, expectedMessageId, force, ...message } = input
    const repeated = message.clientMessageId
      ? await queries.findByClientMessageId(ctx, ticketId, message.clientMessageId)
      : undefined
    if (repeated) return getMessage(ctx, repeated.id)
    if (expectedMessageId && !force) await assertNoNewerMessage(ctx, ticketId, expectedMessageId)
    const status = statusId ? await getStatus(ctx, statusId) : undefined
    const change = (after: TicketRow): TicketRow => {
      const moved = status ? withStatus(ctx, after, status) : after
      return snoozedUntil === undefined ? moved : { ...moved, snoozedUntil }
    }
    const recipients = await replyRecipients(ctx, ticket, message)
    const id = await storeMessage(ctx, ticket, { ...message, ...recipients, ...options, kind: 'reply' }, change)
    if (id === undefined) throw new AppError('conflict', 'This message has been stored before.')
    await recordChanges(ctx, ticket, source)
    return getMessage(ctx, id)
  })
}

async function assertNoNewerMessage(ctx: Ctx, ticketId: string, expectedMessageId: string): Promise<void> {
  const newer = await queries.findNewerCustomerMessage(ctx, ticketId, expectedMessageId)
  if (!newer) return
  const message = await getMessage(ctx, newer.id)
  throw new AppError('new_message', 'The customer has written again. Read the message, then send your reply.', {
    // Not `message`: that is the text of the error.
    fields: { newMessage: message } as unknown as ErrorFields,
  })
}

/** The status and the snooze that a reply sets are changes of the ticket like any others. */
async function recordChanges(ctx: Ctx, before: TicketRow, source: TicketSource): Promise<void> {
  const changes = changesOf(before, await getRow(ctx, before.id))
  if (changes.length === 0) return
  await recordTicketEvent(ctx, before.id, { type: 'updated', source, changes })
  await emit(ctx, 'ticket.updated', { ticketId: before.id, changes: changes.map(({ field }) => field), source })
}

/** Only staff see it. It changes neither the status nor who waits. */
export function addNote(
  ctx: Ctx,
  ticketId: string,
  input: NewTicketNote,
  { author }: { author?: NewMessage['author'] } = {},
): Promise<TicketMessage> {
  return transaction(ctx, async (ctx) => {
    const ticket = await lockCurrentTicket(ctx, ticketId)
    const mentioned = (input.mentionedIds ?? []).map((userId, at) => ({ userId, path: `/mentionedIds/${at}` }))
    await assertMembers(ctx, mentioned)
    const note: NewMessage = { ...input, kind: 'note', ...(author && { author }) }
    const id = (await storeMessage(ctx, ticket, note)) ?? (await findStored(ctx, ticket, note))
    return getMessage(ctx, id)
  })
}

export async function getMessage(ctx: Ctx, id: string): Promise<TicketMessage> {
  const row = await queries.findMessage(ctx, id)
  if (!row) throw notFound('message', id)
  return toMessage(ctx, row)
}

/** Newest first. */
export async function listMessages(ctx: Ctx, ticketId: string, query: MessagesQuery): Promise<Page<TicketMessage>> {
  await getRow(ctx, ticketId)
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listMessages(ctx, ticketId, page), page)
  return { data: data.map((row) => toMessage(ctx, row)), nextCursor }
}

export interface Delivery {
  status: NonNullable<TicketMessage['delivery']>['status']
  error?: string | null
  sendAt?: string | null
  emailMessageId?: string
  /** The mailbox that it was sent from: answers find the message by both. */
  mailboxId?: string
}

/** Records how the email of a reply fared. If it was taken back, the customer waits again. */
export function setDelivery(ctx: Ctx, messageId: string, delivery: Delivery): Promise<TicketMessage> {
  return transaction(ctx, async (ctx) => {
    const { ticketId } = await getMessage(ctx, messageId)
    const { status, error = null, sendAt, emailMessageId, mailboxId } = delivery
    const ticket = status === 'canceled' ? await lockTicket(ctx, ticketId) : undefined
    await queries.updateDelivery(ctx, messageId, { status, error, sendAt, emailMessageId, mailboxId })
    if (ticket) await saveTicket(ctx, await refreshFromMessages(ctx, ticket))
    notifyTicketChanged(ctx, ticketId)
    return getMessage(ctx, messageId)
  })
}

/** With what it repeats of its messages, after some of them were moved or taken back. */
export async function refreshFromMessages(ctx: Ctx, ticket: TicketRow): Promise<TicketRow> {
  const { lastMessageAt, lastMessageText, ...totals } = await queries.sumMessages(ctx, ticket.id)
  return {
    ...ticket,
    ...totals,
    lastMessageAt: lastMessageAt ?? ticket.createdAt,
    lastMessagePreview: toPreview(lastMessageText ?? ''),
  }
}

function toMessage(ctx: Ctx, row: queries.MessageRow): TicketMessage {
  const attachments = row.attachments.map((attachment) => ({
    ...attachment,
    url: `${ctx.publicUrl}/v1/tickets/attachments/${attachment.id}`,
  }))
  return {
    id: row.id,
    ticketId: row.ticketId,
    kind: row.kind,
    author: { type: row.authorType, id: row.authorId, name: row.authorName, email: row.authorEmail },
    text: row.text,
    visibleText: row.visibleText ?? row.text,
    html: row.html === null ? null : sanitizeMessage(row.html, attachments),
    automatic: row.isAutomatic,
    mentionedIds: row.mentionedIds,
    to: row.recipientsTo,
    cc: row.recipientsCc,
    emailMessageId: row.emailMessageId,
    senderAuthentication: row.senderAuthentication,
    delivery: row.deliveryStatus && { status: row.deliveryStatus, error: row.deliveryError, sendAt: row.sendAt },
    attachments,
    createdAt: row.createdAt,
  }
}
