import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import type { StatementJob } from '../../jobs/job.ts'
import { Nullable } from '../../kit/schema.ts'
import { Email, type EmailKind, type EmailPreview, EmailSummary, type EmailsQuery } from './schemas.ts'

interface NewEmailRow extends EmailPreview {
  id: string
  kind: EmailKind
  orderId: string | null
  reference: string
  to: string
  senderName: string
  status: Email['status']
  error: string | null
  /** Encrypted. */
  secret: string | null
}

/** Does nothing if the email exists. A queued email gets its job in the same statement. */
export const insertEmail = (ctx: Ctx, email: NewEmailRow, sendJob: StatementJob) =>
  ctx.db.run(sql`
    with inserted as (
      insert into emails (environment_id, id, kind, order_id, reference, recipient, sender_name, subject, text, html, secret,
        status, error, created_at)
      values (${ctx.environmentId}, ${email.id}, ${email.kind}, ${email.orderId}, ${email.reference}, ${email.to},
        ${email.senderName}, ${email.subject}, ${email.text}, ${email.html}, ${email.secret}, ${email.status}, ${email.error}, ${ctx.now})
      on conflict (environment_id, kind, order_id, reference) do nothing
      returning status
    )
    select case when status = 'queued'
      then enqueue_job(${sendJob.name}, ${sendJob.payload}::json, null, ${sendJob.key}, ${sendJob.maxAttempts})
    end
    from inserted`)

export const findEmail = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Email,
    sql`
      select id, kind, order_id, case when kind in ('order_shipped', 'shipment_update') then split_part(reference, ':', 1) end as fulfillment_id,
        case kind when 'order_refunded' then reference end as refund_id,
        case kind when 'gift_card' then reference end as gift_card_id, recipient as "to", subject, text, html, status, attempts, error, created_at, sent_at
      from emails
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const findEmailByReference = (ctx: Ctx, kind: EmailKind, orderId: string, reference: string) =>
  ctx.db.row(
    Email,
    sql`
      select id, kind, order_id, case when kind in ('order_shipped', 'shipment_update') then split_part(reference, ':', 1) end as fulfillment_id,
        case kind when 'order_refunded' then reference end as refund_id,
        case kind when 'gift_card' then reference end as gift_card_id, recipient as "to", subject, text, html, status, attempts, error, created_at, sent_at
      from emails
      where environment_id = ${ctx.environmentId} and kind = ${kind} and order_id = ${orderId} and reference = ${reference}`,
  )

export const listEmails = (ctx: Ctx, { before, take }: Keyset, { kind, status, orderId }: EmailsQuery) =>
  ctx.db.rows(
    EmailSummary,
    sql`
      select id, kind, order_id, case when kind in ('order_shipped', 'shipment_update') then split_part(reference, ':', 1) end as fulfillment_id,
        case kind when 'order_refunded' then reference end as refund_id,
        case kind when 'gift_card' then reference end as gift_card_id, recipient as "to", subject, status, attempts, error, created_at, sent_at
      from emails
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${kind ?? null}::text is null or kind = ${kind ?? null})
        and (${status ?? null}::text is null or status = ${status ?? null})
        and (${orderId ?? null}::text is null or order_id = ${orderId ?? null})
      order by id desc
      limit ${take}`,
  )

/** Resets attempts and keeps `sent_at`. Excludes codes already sent, because they are deleted, and codes to sign in or chat. */
export const requeueEmail = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update emails set status = 'queued', attempts = 0, error = null
    where environment_id = ${ctx.environmentId} and id = ${id} and text is not null
      and (kind <> 'gift_card' or sent_at is null) and kind not in ('login_code', 'chat_code')`)

const OutgoingEmail = Type.Object({
  id: Email.properties.id,
  kind: Email.properties.kind,
  orderId: Email.properties.orderId,
  to: Type.String(),
  senderName: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  secret: Nullable(Type.String()),
  attempts: Type.Integer(),
  createdAt: Email.properties.createdAt,
})
export type OutgoingEmail = Static<typeof OutgoingEmail>

/** Undefined if the email was sent or failed since the job was queued. */
export const startAttempt = (ctx: Ctx, id: string) =>
  ctx.db.row(
    OutgoingEmail,
    sql`
      update emails set attempts = attempts + 1
      where environment_id = ${ctx.environmentId} and id = ${id} and status = 'queued' and text is not null
      returning id, kind, order_id, recipient as "to", sender_name, subject, text, html, secret, attempts, created_at`,
  )

export const finishAttempt = (ctx: Ctx, id: string, status: Email['status'], error: string | null) =>
  ctx.db.run(sql`
    update emails
    set status = ${status}, error = ${error}, sent_at = case when ${status} = 'sent' then ${ctx.now} else sent_at end,
      secret = case when ${status} = 'sent' then null else secret end
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'queued'`)

/** Queued emails keep their body. An undelivered secret is kept for longer, as long as its gift card is active. */
export const pruneBodies = (ctx: SystemCtx, before: Date, secretsBefore: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    update emails set text = null, html = null, secret = null
    where (environment_id, id) in (
      select environment_id, id from emails
      where coalesce(sent_at, created_at) < ${before}::timestamptz and text is not null and status <> 'queued'
        and (secret is null or created_at < ${secretsBefore}::timestamptz or not exists (
          select from gift_cards
          where gift_cards.environment_id = emails.environment_id and gift_cards.id = emails.reference
            and gift_cards.status = 'active'
        ))
      limit ${limit}
    )`)

/** The whole record: the address may belong to somebody who never became a customer. */
export const deleteLoginCodes = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from emails where (environment_id, id) in (
      select environment_id, id from emails
      where kind in ('login_code', 'chat_code') and created_at < ${before}
      order by created_at
      limit ${limit}
    )`)
