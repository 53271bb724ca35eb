import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'
import { type Bounce, TicketEmail } from './schemas.ts'

const { ticketId, kind, status, bounces } = TicketEmail.properties

const OutgoingEmail = Type.Object({
  id: Id('msg'),
  ticketId,
  kind,
  mailboxId: Nullable(Type.String()),
  emailMessageId: Nullable(Type.String()),
  recipient: Nullable(Type.String()),
  subject: Nullable(Type.String()),
  text: Nullable(Type.String()),
  html: Nullable(Type.String()),
  attempts: Type.Integer(),
})
export type OutgoingEmail = Static<typeof OutgoingEmail>

/** Undefined if the email does not exist, or was sent or canceled. */
export const startAttempt = (ctx: Ctx, id: string) =>
  ctx.db.row(
    OutgoingEmail,
    sql`
      update ticket_emails set status = 'sending', attempts = attempts + 1
      where environment_id = ${ctx.environmentId} and id = ${id} and status in ('queued', 'sending')
      returning id, ticket_id, kind, mailbox_id, email_message_id, recipient, subject, text, html, attempts`,
  )

const QueuedReply = Type.Object({ id: Id('msg'), ticketId })

export const findQueuedReply = (ctx: Ctx, id: string) =>
  ctx.db.row(
    QueuedReply,
    sql`
      select id, ticket_id from ticket_messages
      where environment_id = ${ctx.environmentId} and id = ${id} and delivery_status = 'queued'`,
  )

interface NewReplyEmail {
  id: string
  ticketId: string
  status: 'sending' | 'canceled'
}

/** The first attempt to send a reply, or its cancellation: whichever is first. Undefined for the second. */
export const insertReply = (ctx: Ctx, { id, ticketId, status }: NewReplyEmail) =>
  ctx.db.row(
    OutgoingEmail,
    sql`
      insert into ticket_emails (environment_id, id, ticket_id, kind, reference, status, attempts, bounces, created_at)
      values (${ctx.environmentId}, ${id}, ${ticketId}, 'reply', ${id}, ${status}, 1, '[]', ${ctx.now})
      on conflict (environment_id, id) do nothing
      returning id, ticket_id, kind, mailbox_id, email_message_id, recipient, subject, text, html, attempts`,
  )

interface NewAutomaticEmail {
  id: string
  ticketId: string
  kind: TicketEmail['kind']
  reference: string
  recipient: string
  subject: string
  text: string
  html: string | null
}

/** Returns 0 if it exists already. */
export const insertAutomaticEmail = (ctx: Ctx, email: NewAutomaticEmail) =>
  ctx.db.run(sql`
    insert into ticket_emails (environment_id, id, ticket_id, kind, reference, recipient, subject, text, html, status,
      attempts, bounces, created_at)
    values (${ctx.environmentId}, ${email.id}, ${email.ticketId}, ${email.kind}, ${email.reference}, ${email.recipient}, ${email.subject}, ${email.text}, ${email.html}, 'queued', 0, '[]', ${ctx.now})
    on conflict (environment_id, ticket_id, kind, reference) do nothing
    returning id`)

/** Before the first attempt: all attempts use the same Message-ID. */
export const setIdentity = (ctx: Ctx, id: string, mailboxId: string, emailMessageId: string) =>
  ctx.db.run(sql`
    update ticket_emails set mailbox_id = ${mailboxId}, email_message_id = ${emailMessageId}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Returns 0 if a bounce was recorded in the meantime. */
export const finishAttempt = (ctx: Ctx, id: string, status: TicketEmail['status'], error: string | null) =>
  ctx.db.run(sql`
    update ticket_emails set status = ${status}, error = ${error},
      sent_at = case when ${status} = 'sent' then ${ctx.now} else sent_at end
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'sending'`)

/** One that waits for its next attempt. */
export const cancelEmail = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update ticket_emails set status = 'canceled', error = null
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'queued'`)

export const requeueEmail = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update ticket_emails set status = 'queued', error = null, attempts = 0
    where environment_id = ${ctx.environmentId} and id = ${id} and status in ('queued', 'failed', 'bounced')`)

export const findStatus = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Type.Object({ status }),
    sql`select status from ticket_emails where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const findEmail = (ctx: Ctx, ticketId: string, kind: TicketEmail['kind'], reference: string) =>
  ctx.db.row(
    TicketEmail,
    sql`
      select id, ticket_id, kind, array_remove(array[recipient], null) as "to", '{}'::text[] as "cc", subject, text, status, error, attempts,
        bounces, created_at, sent_at
      from ticket_emails
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and kind = ${kind}
        and reference = ${reference}`,
  )

/** The recipients of a reply are those of its message. */
export const listEmails = (ctx: Ctx, ticketId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    TicketEmail,
    sql`
      select email.id, email.ticket_id, email.kind,
        coalesce(message.recipients_to, array_remove(array[email.recipient], null)) as "to",
        coalesce(message.recipients_cc, '{}') as "cc",
        email.subject, email.text, email.status, email.error, email.attempts, email.bounces, email.created_at, email.sent_at
      from ticket_emails as email
      left join ticket_messages as message on message.environment_id = ${ctx.environmentId} and message.id = email.id
      where email.environment_id = ${ctx.environmentId} and email.ticket_id = ${ticketId} and email.id < ${before}
      order by email.id desc
      limit ${take}`,
  )

const BouncedEmail = Type.Object({
  id: Id('msg'),
  ticketId,
  kind,
  recipient: Nullable(Type.String()),
  status,
  bounces,
})

/** By our own id, from the bounce address, or by the Message-ID. Other bounces of it wait. */
export const lockEmail = (ctx: Ctx, id: string | null, emailMessageId: string | null) =>
  ctx.db.row(
    BouncedEmail,
    sql`
      select id, ticket_id, kind, recipient, status, bounces
      from ticket_emails
      where environment_id = ${ctx.environmentId} and (id = ${id} or email_message_id = ${emailMessageId})
      order by id = ${id} desc nulls last
      limit 1
      for update`,
  )

export const saveBounces = (ctx: Ctx, id: string, status: TicketEmail['status'], error: string | null, all: Bounce[]) =>
  ctx.db.run(sql`
    update ticket_emails set status = ${status}, error = coalesce(${error}, error), bounces = ${JSON.stringify(all)}::json
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const ThreadMessage = Type.Object({
  id: Id('msg'),
  emailMessageId: Nullable(Type.String()),
  isAnswerable: Type.Boolean(),
  authorName: Nullable(Type.String()),
  authorEmail: Nullable(Type.String()),
  text: Type.String(),
  createdAt: Timestamp,
})
export type ThreadMessage = Static<typeof ThreadMessage>

/** The conversation before an email, newest first; without notes and replies that were taken back. */
export const listThread = (ctx: Ctx, ticketId: string, beforeId: string, limit: number) =>
  ctx.db.rows(
    ThreadMessage,
    sql`
      select id, email_message_id, kind = 'customer' and not is_automatic as is_answerable, author_name, author_email,
        left(coalesce(visible_text, text), 6000) as text, created_at
      from ticket_messages
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and id < ${beforeId} and kind <> 'note'
        and delivery_status is distinct from 'canceled'
      order by id desc
      limit ${limit}`,
  )

const Address = Type.Object({ address: Type.String() })

/**
 * Counts an automatic email to the address, unless it got five within the hour, or an acknowledgment within the day.
 * Undefined if it did. The last five times, newest first: not a slice of an array, with which Citus 13 crashes.
 */
export const claimRecipient = (ctx: Ctx, address: string, isAcknowledgment: boolean, hourAgo: Date, dayAgo: Date) =>
  ctx.db.row(
    Address,
    sql`
      insert into automatic_email_recipients (environment_id, address, acknowledged_at, recent, updated_at)
      values (${ctx.environmentId}, ${address}, case when ${isAcknowledgment}::boolean then ${ctx.now}::timestamptz end,
        array[${ctx.now}::timestamptz], ${ctx.now})
      on conflict (environment_id, address) do update
      set acknowledged_at = coalesce(excluded.acknowledged_at, automatic_email_recipients.acknowledged_at),
        recent = trim_array(excluded.recent || automatic_email_recipients.recent,
          greatest(0, cardinality(automatic_email_recipients.recent) - 4)),
        updated_at = excluded.updated_at
      where (cardinality(automatic_email_recipients.recent) < 5 or automatic_email_recipients.recent[5] < ${hourAgo})
        and (not ${isAcknowledgment}::boolean or automatic_email_recipients.acknowledged_at is null
          or automatic_email_recipients.acknowledged_at < ${dayAgo})
      returning address`,
  )

export const markUndeliverable = (ctx: Ctx, address: string, diagnostic: string) =>
  ctx.db.run(sql`
    insert into undeliverable_addresses (environment_id, address, diagnostic, created_at)
    values (${ctx.environmentId}, ${address}, ${diagnostic}, ${ctx.now})
    on conflict (environment_id, address) do update
    set diagnostic = excluded.diagnostic, created_at = excluded.created_at`)

/** Who has written to us since has a mailbox again. */
export const findUndeliverable = (ctx: Ctx, ticketId: string, address: string) =>
  ctx.db.row(
    Address,
    sql`
      select address from undeliverable_addresses
      where environment_id = ${ctx.environmentId} and address = ${address} and not exists (
        select from ticket_messages
        where ticket_messages.environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and kind = 'customer'
          and not is_automatic and lower(author_email) = ${address}
          and ticket_messages.created_at > undeliverable_addresses.created_at
      )`,
  )

const FirstMessage = Type.Object({
  kind: Type.String(),
  isAutomatic: Type.Boolean(),
  emailMessageId: Nullable(Type.String()),
})

export const findFirstMessage = (ctx: Ctx, ticketId: string) =>
  ctx.db.row(
    FirstMessage,
    sql`
      select kind, is_automatic, email_message_id
      from ticket_messages
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId}
      order by id
      limit 1`,
  )

export const pruneContents = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    update ticket_emails set subject = null, text = null, html = null
    where (environment_id, id) in (
      select environment_id, id from ticket_emails
      where text is not null and created_at < ${before}::timestamptz
      limit ${limit}
    )`)

export const deleteRecipients = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from automatic_email_recipients where (environment_id, address) in (
      select environment_id, address from automatic_email_recipients
      where updated_at < ${before}
      order by updated_at
      limit ${limit}
    )`)
