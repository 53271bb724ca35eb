import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Nullable } from '../../kit/schema.ts'
import { Mail, type MailKind, type MailPreview, MailSummary, type MailsQuery } from './schemas.ts'

const Written = Type.Object({ id: Mail.properties.id })

interface NewMailRow extends MailPreview {
  id: string
  kind: MailKind
  orderId: string
  reference: string
  to: string
  senderName: string
  status: Mail['status']
  error: string | null
  /** Encrypted. */
  secret: string | null
}

/** Answers nothing if it was written before. */
export const insertMail = (ctx: Ctx, mail: NewMailRow) =>
  ctx.db.row(
    Written,
    sql`
      insert into mails (environment_id, id, kind, order_id, reference, recipient, sender_name, subject, text, html, secret,
        status, error, created_at)
      values (${ctx.environmentId}, ${mail.id}, ${mail.kind}, ${mail.orderId}, ${mail.reference}, ${mail.to},
        ${mail.senderName}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.secret}, ${mail.status}, ${mail.error}, ${ctx.now})
      on conflict (environment_id, kind, order_id, reference) do nothing
      returning id`,
  )

export const findMail = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Mail,
    sql`
      select id, kind, order_id, reference, recipient as "to", subject, text, html, status, attempts, error, created_at, sent_at
      from mails
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const findWritten = (ctx: Ctx, kind: MailKind, orderId: string, reference: string) =>
  ctx.db.row(
    Mail,
    sql`
      select id, kind, order_id, reference, recipient as "to", subject, text, html, status, attempts, error, created_at, sent_at
      from mails
      where environment_id = ${ctx.environmentId} and kind = ${kind} and order_id = ${orderId} and reference = ${reference}`,
  )

export const listMails = (ctx: Ctx, { before, take }: Keyset, { kind, status, orderId }: MailsQuery) =>
  ctx.db.rows(
    MailSummary,
    sql`
      select id, kind, order_id, reference, recipient as "to", subject, status, attempts, error, created_at, sent_at
      from mails
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${kind ?? null}::text is null or kind = ${kind ?? null})
        and (${status ?? null}::text is null or status = ${status ?? null})
        and (${orderId ?? null}::text is null or order_id = ${orderId ?? null})
      order by id desc
      limit ${take}`,
  )

/** As if it had just been written; when it was sent last stays. Not a gift card that was sent meanwhile: its code is gone. */
export const queueAgain = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update mails set status = 'queued', attempts = 0, error = null
    where environment_id = ${ctx.environmentId} and id = ${id} and text is not null
      and (kind <> 'gift_card' or sent_at is null)`)

const ToSend = Type.Object({
  id: Mail.properties.id,
  kind: Mail.properties.kind,
  orderId: Mail.properties.orderId,
  to: Type.String(),
  senderName: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  secret: Nullable(Type.String()),
  attempts: Type.Integer(),
})
export type ToSend = Static<typeof ToSend>

/** Nothing if it was sent or given up meanwhile. */
export const beginAttempt = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ToSend,
    sql`
      update mails set attempts = attempts + 1
      where environment_id = ${ctx.environmentId} and id = ${id} and status = 'queued' and text is not null
      returning id, kind, order_id, recipient as "to", sender_name, subject, text, html, secret, attempts`,
  )

export const endAttempt = (ctx: Ctx, id: string, status: Mail['status'], error: string | null) =>
  ctx.db.run(sql`
    update mails
    set status = ${status}, error = ${error}, sent_at = case when ${status} = 'sent' then ${ctx.now} else sent_at end,
      secret = case when ${status} = 'sent' then null else secret end
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'queued'`)

/**
 * One that has still to go out keeps what it says. One whose secret nobody has had yet keeps it for longer, as long as the secret
 * is good for anything.
 */
export const forgetBodies = (ctx: SystemCtx, before: Date, secretsBefore: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    update mails set text = null, html = null, secret = null
    where (environment_id, id) in (
      select environment_id, id from mails
      where coalesce(sent_at, created_at) < ${before}::timestamptz and text is not null and status <> 'queued'
        and (secret is null or created_at < ${secretsBefore}::timestamptz or not exists (
          select from gift_cards
          where gift_cards.environment_id = mails.environment_id and gift_cards.id = mails.reference
            and gift_cards.status = 'active'
        ))
      limit ${limit}
    )`)
