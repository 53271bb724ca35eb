import { type Static, Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../../kit/schema.ts'
import { AttachmentRow, DELIVERY_STATUSES, MESSAGE_KINDS, SenderAuthentication } from '../schemas.ts'

export const MessageRow = Type.Object({
  id: Id('msg'),
  ticketId: Id('tkt'),
  movedFromTicketId: Nullable(Id('tkt')),
  kind: OneOf(MESSAGE_KINDS),
  authorType: OneOf(['customer', 'member', 'key', 'system'] as const),
  authorId: Nullable(Type.String()),
  authorName: Nullable(Type.String()),
  authorEmail: Nullable(Type.String()),
  text: Type.String(),
  visibleText: Nullable(Type.String()),
  html: Nullable(Type.String()),
  isAutomatic: Type.Boolean(),
  mentionedIds: Type.Array(Id('usr')),
  recipientsTo: Type.Array(Type.String()),
  recipientsCc: Type.Array(Type.String()),
  mailboxId: Nullable(Type.String()),
  emailMessageId: Nullable(Type.String()),
  senderAuthentication: Nullable(SenderAuthentication),
  deliveryStatus: Nullable(OneOf(DELIVERY_STATUSES)),
  deliveryError: Nullable(Type.String()),
  sendAt: Nullable(Timestamp),
  createdAt: Timestamp,
  attachments: Type.Array(AttachmentRow),
})
export type MessageRow = Static<typeof MessageRow>

export interface MessageAuthor {
  type: 'customer' | 'member' | 'key' | 'system'
  id: string | null
  name: string | null
  email: string | null
}

export interface NewMessageRow
  extends Pick<
    MessageRow,
    | 'id'
    | 'kind'
    | 'text'
    | 'visibleText'
    | 'html'
    | 'isAutomatic'
    | 'mentionedIds'
    | 'recipientsTo'
    | 'recipientsCc'
    | 'mailboxId'
    | 'emailMessageId'
    | 'senderAuthentication'
    | 'deliveryStatus'
    | 'sendAt'
    | 'createdAt'
  > {
  ticketId: string
  movedFromTicketId: string | null
  author: MessageAuthor
  clientMessageId: string | null
}

/** Returns 0 if the email or the client's message was stored before. */
export const insertMessage = (ctx: Ctx, { author, ...message }: NewMessageRow) =>
  ctx.db.run(sql`
    insert into ticket_messages (environment_id, id, ticket_id, moved_from_ticket_id, kind, author_type, author_id,
      author_name, author_email, text, visible_text, html, is_automatic, mentioned_ids, recipients_to, recipients_cc,
      mailbox_id, email_message_id, sender_authentication, delivery_status, send_at, client_message_id, created_at)
    values (${ctx.environmentId}, ${message.id}, ${message.ticketId}, ${message.movedFromTicketId}, ${message.kind},
      ${author.type}, ${author.id}, ${author.name}, ${author.email}, ${message.text}, ${message.visibleText},
      ${message.html}, ${message.isAutomatic}, ${message.mentionedIds}, ${message.recipientsTo},
      ${message.recipientsCc}, ${message.mailboxId}, ${message.emailMessageId}, ${message.senderAuthentication},
      ${message.deliveryStatus}, ${message.sendAt}, ${message.clientMessageId}, ${message.createdAt})
    on conflict do nothing
    returning id`)

export const findMessage = (ctx: Ctx, id: string) =>
  ctx.db.row(
    MessageRow,
    sql`
      select id, ticket_id, moved_from_ticket_id, kind, author_type, author_id, author_name, author_email, text,
        visible_text, html, is_automatic, mentioned_ids, recipients_to, recipients_cc, mailbox_id, email_message_id,
        sender_authentication, delivery_status, delivery_error, send_at, created_at, coalesce((
          select json_agg(json_build_object('id', attachment.id, 'name', attachment.name,
            'contentType', attachment.content_type, 'sizeBytes', attachment.size_bytes, 'inline', attachment.is_inline,
            'contentId', attachment.content_id) order by attachment.id)
          from ticket_attachments as attachment
          where attachment.environment_id = ${ctx.environmentId} and attachment.message_id = ticket_messages.id
            and attachment.is_stored
        ), '[]') as attachments
      from ticket_messages
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listMessages = (ctx: Ctx, ticketId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    MessageRow,
    sql`
      select id, ticket_id, moved_from_ticket_id, kind, author_type, author_id, author_name, author_email, text,
        visible_text, html, is_automatic, mentioned_ids, recipients_to, recipients_cc, mailbox_id, email_message_id,
        sender_authentication, delivery_status, delivery_error, send_at, created_at, coalesce((
          select json_agg(json_build_object('id', attachment.id, 'name', attachment.name,
            'contentType', attachment.content_type, 'sizeBytes', attachment.size_bytes, 'inline', attachment.is_inline,
            'contentId', attachment.content_id) order by attachment.id)
          from ticket_attachments as attachment
          where attachment.environment_id = ${ctx.environmentId} and attachment.message_id = ticket_messages.id
            and attachment.is_stored
        ), '[]') as attachments
      from ticket_messages
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const IdRow = Type.Object({ id: Id('msg') })

/** By the email's `Message-ID`: of this mailbox, or of any. */
export const findByEmailMessageId = (ctx: Ctx, emailMessageId: string, mailboxId: string | null) =>
  ctx.db.row(
    IdRow,
    sql`
      select id from ticket_messages
      where environment_id = ${ctx.environmentId} and email_message_id = ${emailMessageId}
        and (${mailboxId}::text is null or mailbox_id = ${mailboxId})
      order by id
      limit 1`,
  )

export const findByClientMessageId = (ctx: Ctx, ticketId: string, clientMessageId: string) =>
  ctx.db.row(
    IdRow,
    sql`
      select id from ticket_messages
      where environment_id = ${ctx.environmentId} and coalesce(moved_from_ticket_id, ticket_id) = ${ticketId}
        and client_message_id = ${clientMessageId}`,
  )

const AnsweredMessage = Type.Object({
  authorEmail: Nullable(Type.String()),
  recipientsTo: Type.Array(Type.String()),
  recipientsCc: Type.Array(Type.String()),
})

/** The customer's last message that a person wrote. */
export const findAnsweredMessage = (ctx: Ctx, ticketId: string) =>
  ctx.db.row(
    AnsweredMessage,
    sql`
      select author_email, recipients_to, recipients_cc
      from ticket_messages
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and kind = 'customer'
        and not is_automatic
      order by id desc
      limit 1`,
  )

/** The newest message of the customer, if it is newer than this one. */
export const findNewerCustomerMessage = (ctx: Ctx, ticketId: string, afterId: string) =>
  ctx.db.row(
    IdRow,
    sql`
      select id from ticket_messages
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and kind = 'customer'
        and not is_automatic and id > ${afterId}
      order by id desc
      limit 1`,
  )

export interface DeliveryRow {
  status: string
  error: string | null
  sendAt: string | null | undefined
  emailMessageId: string | undefined
  mailboxId: string | undefined
}

export const updateDelivery = (
  ctx: Ctx,
  id: string,
  { status, error, sendAt, emailMessageId, mailboxId }: DeliveryRow,
) =>
  ctx.db.run(sql`
    update ticket_messages set delivery_status = ${status}, delivery_error = ${error},
      send_at = case when ${sendAt !== undefined}::boolean then ${sendAt ?? null}::timestamptz else send_at end,
      email_message_id = coalesce(${emailMessageId ?? null}, email_message_id),
      mailbox_id = coalesce(${mailboxId ?? null}, mailbox_id)
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const Totals = Type.Object({
  messageCount: Type.Integer(),
  lastMessageId: Nullable(Id('msg')),
  lastMessageAt: Nullable(Timestamp),
  lastMessageKind: Nullable(OneOf(MESSAGE_KINDS)),
  lastMessageText: Nullable(Type.String()),
  waitingSince: Nullable(Timestamp),
  firstRespondedAt: Nullable(Timestamp),
  mentionedIds: Type.Array(Id('usr')),
})

/** What a ticket repeats of its messages. Replies that were taken back don't count. */
export const sumMessages = (ctx: Ctx, ticketId: string) =>
  ctx.db.one(
    Totals,
    sql`
      with messages as materialized (
        select id, kind, is_automatic, created_at, mentioned_ids, left(coalesce(visible_text, text), 2000) as preview
        from ticket_messages
        where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId}
          and delivery_status is distinct from 'canceled'
      ), last_message as (
        select id, kind, created_at, preview from messages order by id desc limit 1
      )
      select (select count(*) from messages) as message_count,
        (select id from last_message) as last_message_id,
        (select created_at from last_message) as last_message_at,
        (select kind from last_message) as last_message_kind,
        (select preview from last_message) as last_message_text,
        (
          select min(created_at) from messages
          where kind = 'customer' and not is_automatic and id > coalesce((
            select max(id) from messages where kind = 'reply' and not is_automatic
          ), '')
        ) as waiting_since,
        (select min(created_at) from messages where kind = 'reply' and not is_automatic) as first_responded_at,
        array(select distinct unnest(mentioned_ids) from messages) as mentioned_ids`,
  )
