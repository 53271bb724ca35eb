import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { toJobPayload } from '../../jobs/job.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { Decision, type InboundEmail, SOURCES, STATUSES } from './schemas.ts'

const EmailRow = Type.Object({
  id: Id('eml'),
  mailboxId: Id('mbx'),
  source: OneOf(SOURCES),
  status: OneOf(STATUSES),
  emailMessageId: Nullable(Type.String()),
  envelopeFrom: Type.String(),
  envelopeTo: Type.Array(Type.String()),
  sender: Nullable(Type.String()),
  subject: Nullable(Type.String()),
  sizeBytes: Type.Integer(),
  duplicateCount: Type.Integer(),
  isReleased: Type.Boolean(),
  ticketId: Nullable(Id('tkt')),
  messageId: Nullable(Id('msg')),
  decision: Nullable(Decision),
  error: Nullable(Type.String()),
  receivedAt: Timestamp,
  processedAt: Nullable(Timestamp),
})
export type EmailRow = Static<typeof EmailRow>

export interface NewEmailRow extends Pick<EmailRow, 'id' | 'mailboxId' | 'source' | 'envelopeFrom' | 'envelopeTo'> {
  identity: string
  emailMessageId: string | null
  content: Uint8Array
}

const IdRow = Type.Object({ id: Id('eml') })

/**
 * The email, its bytes and the job that processes it, in one statement: the sender waits for it. Returns nothing if
 * the same email is stored already.
 */
export const insertEmail = (ctx: Ctx, email: NewEmailRow, job: { name: string; maxAttempts: number }) =>
  ctx.db.row(
    IdRow,
    sql`
      with email as (
        insert into inbound_emails (environment_id, id, mailbox_id, source, identity, duplicate_count, email_message_id,
          envelope_from, envelope_to, size_bytes, status, is_released, received_at)
        values (${ctx.environmentId}, ${email.id}, ${email.mailboxId}, ${email.source}, ${email.identity}, 0,
          ${email.emailMessageId}, ${email.envelopeFrom}, ${email.envelopeTo}, ${email.content.length}, 'received', false,
          ${ctx.now})
        on conflict (environment_id, mailbox_id, identity) do nothing
        returning id
      ), content as (
        insert into inbound_email_contents (environment_id, email_id, content, received_at)
        select ${ctx.environmentId}, id, ${email.content}, ${ctx.now} from email
      )
      select email.id from email, lateral graphile_worker.add_job(
        ${job.name}::text,
        ${toJobPayload({ environmentId: ctx.environmentId, emailId: email.id })}::json,
        max_attempts => ${job.maxAttempts}::int
      ) as job`,
  )

/** The same for several, with their bytes as one parameter: an array of them would be sent as text. */
export const insertEmails = (ctx: Ctx, emails: NewEmailRow[], job: { name: string; maxAttempts: number }) => {
  let endBytes = 0
  const rows = emails.map(({ content, ...email }) => {
    const startBytes = endBytes
    endBytes += content.length
    return { ...email, sizeBytes: content.length, startBytes }
  })
  const contents = Buffer.concat(emails.map(({ content }) => content))
  const rowsJson = JSON.stringify(rows)
  return ctx.db.rows(
    IdRow,
    sql`
      with email as (
        insert into inbound_emails (environment_id, id, mailbox_id, source, identity, duplicate_count, email_message_id,
          envelope_from, envelope_to, size_bytes, status, is_released, received_at)
        select ${ctx.environmentId}, id, "mailboxId", source, identity, 0, "emailMessageId", "envelopeFrom",
          array(select json_array_elements_text("envelopeTo")), "sizeBytes", 'received', false, ${ctx.now}
        from json_to_recordset(${rowsJson}) as row (id text, "mailboxId" text, source text, identity text,
          "emailMessageId" text, "envelopeFrom" text, "envelopeTo" json, "sizeBytes" integer)
        on conflict (environment_id, mailbox_id, identity) do nothing
        returning id
      ), content as (
        insert into inbound_email_contents (environment_id, email_id, content, received_at)
        select ${ctx.environmentId}, email.id, substring(${contents}::bytea from sent."startBytes" + 1 for sent."sizeBytes"),
          ${ctx.now}
        from json_to_recordset(${rowsJson}) as sent (id text, "startBytes" integer, "sizeBytes" integer)
        join email on email.id = sent.id
      ), jobs as (
        select count(*) from graphile_worker.add_jobs((
          select array_agg((
            ${job.name}::text,
            json_build_object('environmentId', ${ctx.environmentId}::text, 'emailId', email.id),
            null, null, ${job.maxAttempts}::smallint, null, null, null
          )::graphile_worker.job_spec)
          from email
        ))
      )
      select email.id from email, jobs`,
  )
}

export const countDuplicate = (ctx: Ctx, { mailboxId, identity }: NewEmailRow) =>
  ctx.db.row(
    IdRow,
    sql`
      update inbound_emails set duplicate_count = duplicate_count + 1
      where environment_id = ${ctx.environmentId} and mailbox_id = ${mailboxId} and identity = ${identity}
      returning id`,
  )

export const findEmail = (ctx: Ctx, id: string) =>
  ctx.db.row(
    EmailRow,
    sql`
      select id, mailbox_id, source, status, email_message_id, envelope_from, envelope_to, sender, subject, size_bytes,
        duplicate_count, is_released, ticket_id, message_id, decision, error, received_at, processed_at
      from inbound_emails
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const lockEmail = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Type.Object({ status: OneOf(STATUSES) }),
    sql`select status from inbound_emails where environment_id = ${ctx.environmentId} and id = ${id} for update`,
  )

const ContentRow = Type.Object({ content: Type.Unsafe<Buffer>(Type.Any()) })

export const findContent = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ContentRow,
    sql`select content from inbound_email_contents where environment_id = ${ctx.environmentId} and email_id = ${id}`,
  )

export const listEmails = (ctx: Ctx, { before, take }: Keyset, status: string | null, ticketId: string | null) =>
  ctx.db.rows(
    EmailRow,
    sql`
      select id, mailbox_id, source, status, email_message_id, envelope_from, envelope_to, sender, subject, size_bytes,
        duplicate_count, is_released, ticket_id, message_id, decision, error, received_at, processed_at
      from inbound_emails
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${status}::text is null or status = ${status}) and (${ticketId}::text is null or ticket_id = ${ticketId})
      order by id desc
      limit ${take}`,
  )

export interface Outcome {
  status: EmailRow['status']
  sender: string | null
  subject: string | null
  decision: Decision | null
  ticketId: string | null
  messageId: string | null
}

export const finishEmail = (ctx: Ctx, id: string, outcome: Outcome) =>
  ctx.db.run(sql`
    update inbound_emails
    set status = ${outcome.status}, sender = ${outcome.sender}, subject = ${outcome.subject},
      decision = ${outcome.decision === null ? null : JSON.stringify(outcome.decision)}::json,
      ticket_id = ${outcome.ticketId}, message_id = ${outcome.messageId}, error = null, processed_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export const recordFailure = (ctx: Ctx, id: string, error: string) =>
  ctx.db.run(sql`
    update inbound_emails set status = 'failed', error = ${error}
    where environment_id = ${ctx.environmentId} and id = ${id} and status in ('received', 'failed')`)

/** Only those that are no message yet. */
export const releaseEmail = (ctx: Ctx, id: string) =>
  ctx.db.row(
    IdRow,
    sql`
      update inbound_emails set status = 'received', is_released = true, error = null
      where environment_id = ${ctx.environmentId} and id = ${id} and status <> 'processed'
      returning id`,
  )

const CountRow = Type.Object({ count: Type.Integer() })

/** At most `limit` of them. */
export const countFromSender = (ctx: Ctx, sender: string, since: Date, limit: number) =>
  ctx.db.one(
    CountRow,
    sql`
      select count(*)::integer as count from (
        select from inbound_emails
        where environment_id = ${ctx.environmentId} and sender = ${sender} and received_at > ${since}
        limit ${limit}
      ) as recent`,
  )

/** Emails that this one answers and that are not processed yet. */
export const countPendingAncestors = (ctx: Ctx, email: EmailRow, messageIds: string[], since: Date) =>
  ctx.db.one(
    CountRow,
    sql`
      select count(*)::integer as count from inbound_emails
      where environment_id = ${ctx.environmentId} and mailbox_id = ${email.mailboxId} and identity = any(${messageIds})
        and status = 'received' and received_at > ${since} and id <> ${email.id}`,
  )

const ThreadRow = Type.Object({ emailMessageId: Type.String(), ticketId: Id('tkt') })

/** Messages of this mailbox, and those that belong to none: another tenant's or mailbox's are never found. */
export const findMessagesByEmailId = (ctx: Ctx, mailboxId: string, emailMessageIds: string[]) =>
  ctx.db.rows(
    ThreadRow,
    sql`
      select email_message_id, ticket_id from ticket_messages
      where environment_id = ${ctx.environmentId} and email_message_id = any(${emailMessageIds})
        and (mailbox_id = ${mailboxId} or mailbox_id is null)`,
  )

const ParticipantRow = Type.Object({ isParticipant: Type.Boolean() })

/** Whether the address has written in the ticket, or has received one of its messages. */
export const isParticipant = (ctx: Ctx, ticketId: string, email: string) =>
  ctx.db.one(
    ParticipantRow,
    sql`
      select exists (
        select from tickets
        where environment_id = ${ctx.environmentId} and id = ${ticketId} and lower(requester_email) = ${email}
      ) or exists (
        select from ticket_messages
        where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and kind <> 'note'
          and (lower(author_email) = ${email} or ${email} = any(recipients_to) or ${email} = any(recipients_cc))
      ) as is_participant`,
  )

/** False if the token was used before, for another email. */
export async function claimToken(ctx: Ctx, mailboxId: string, token: string, contentHash: string): Promise<boolean> {
  await ctx.db.run(sql`
    insert into inbound_email_tokens (environment_id, mailbox_id, token, content_hash, received_at)
    values (${ctx.environmentId}, ${mailboxId}, ${token}, ${contentHash}, ${ctx.now})
    on conflict (environment_id, mailbox_id, token) do nothing`)
  const first = await ctx.db.one(
    Type.Object({ contentHash: Type.String() }),
    sql`
      select content_hash from inbound_email_tokens
      where environment_id = ${ctx.environmentId} and mailbox_id = ${mailboxId} and token = ${token}`,
  )
  return first.contentHash === contentHash
}

export const pruneContents = (ctx: SystemCtx, before: Date) =>
  ctx.db.run(sql`
    /* all environments: maintenance */
    delete from inbound_email_contents where (environment_id, email_id) in (
      select environment_id, email_id from inbound_email_contents where received_at < ${before}
      order by received_at limit 500
    )`)

export const pruneTokens = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: maintenance */
    delete from inbound_email_tokens where (environment_id, mailbox_id, token) in (
      select environment_id, mailbox_id, token from inbound_email_tokens where received_at < ${before}
      order by received_at limit ${limit}
    )`)

export const toInboundEmail = ({
  envelopeFrom,
  envelopeTo,
  sender,
  isReleased,
  decision,
  ...row
}: EmailRow): InboundEmail => ({
  ...row,
  envelope: { from: envelopeFrom, to: envelopeTo },
  from: sender,
})
