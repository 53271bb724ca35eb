import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'

export interface LoginCodeRow {
  id: string
  email: string
  codeHash: Buffer
  locale: string | null
  expiresAt: Date
}

const LoginCodeId = Type.Object({ id: Id('lgc') })

/** Replaces the last code of the email. Undefined if it had `limit` codes since `hourAgo`. */
export const saveLoginCode = (ctx: Ctx, code: LoginCodeRow, limit: number, hourAgo: Date) =>
  ctx.db.row(
    LoginCodeId,
    sql`
      insert into customer_login_codes as existing (environment_id, email, id, code_hash, locale, attempts, expires_at,
        hour_started_at, codes_in_hour)
      values (${ctx.environmentId}, ${code.email}, ${code.id}, ${code.codeHash}, ${code.locale}, 0, ${code.expiresAt}, ${ctx.now}, 1)
      on conflict (environment_id, email) do update
      set id = excluded.id, code_hash = excluded.code_hash, locale = excluded.locale, attempts = 0,
        expires_at = excluded.expires_at, used_at = null,
        hour_started_at = case when existing.hour_started_at <= ${hourAgo} then ${ctx.now} else existing.hour_started_at end,
        codes_in_hour = case when existing.hour_started_at <= ${hourAgo} then 1 else existing.codes_in_hour + 1 end
      where existing.hour_started_at <= ${hourAgo} or existing.codes_in_hour < ${limit}
      returning id`,
  )

const HourRow = Type.Object({ hourStartedAt: Timestamp })

export const findHourStart = (ctx: Ctx, email: string) =>
  ctx.db.row(
    HourRow,
    sql`select hour_started_at from customer_login_codes where environment_id = ${ctx.environmentId} and email = ${email}`,
  )

const AttemptRow = Type.Object({
  email: Type.String(),
  locale: Nullable(Type.String()),
  attempts: Type.Integer(),
  isCorrect: Type.Boolean(),
})

/** Counts the attempt, and uses the code up if it is correct. Undefined for a code that can't be tried any more. */
export const attemptLoginCode = (ctx: Ctx, id: string, codeHash: Buffer, maxAttempts: number) =>
  ctx.db.row(
    AttemptRow,
    sql`
      update customer_login_codes
      set attempts = attempts + 1, used_at = case when code_hash = ${codeHash} then ${ctx.now}::timestamptz end
      where environment_id = ${ctx.environmentId} and id = ${id} and used_at is null and attempts < ${maxAttempts}
        and expires_at > ${ctx.now}
      returning email, locale, attempts, used_at is not null as is_correct`,
  )

/** Keeps those that still count toward the limit of their hour. Checked again: the customer may have got a new code. */
export const deleteLoginCodes = (ctx: SystemCtx, hourAgo: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from customer_login_codes
    where hour_started_at <= ${hourAgo} and expires_at <= ${ctx.now} and (environment_id, email) in (
      select environment_id, email from customer_login_codes
      where hour_started_at <= ${hourAgo} and expires_at <= ${ctx.now}
      order by hour_started_at
      limit ${limit}
    )`)

export const insertSession = (ctx: Ctx, id: string, customerId: string, expiresAt: Date) =>
  ctx.db.run(sql`
    insert into customer_sessions (environment_id, id, customer_id, generation, created_at, expires_at)
    values (${ctx.environmentId}, ${id}, ${customerId}, 1, ${ctx.now}, ${expiresAt})`)

const RefreshRow = Type.Object({ customerId: Id('cus'), generation: Type.Integer(), isRevoked: Type.Boolean() })

/** Moves on to the next generation; an older one revokes the session. Undefined if the session has ended. */
export const refreshSession = (ctx: Ctx, id: string, generation: number, expiresAt: Date) =>
  ctx.db.row(
    RefreshRow,
    sql`
      update customer_sessions
      set generation = case when generation = ${generation} then generation + 1 else generation end,
        expires_at = case when generation = ${generation} then ${expiresAt} else expires_at end,
        revoked_at = case when generation <> ${generation} then ${ctx.now}::timestamptz end
      where environment_id = ${ctx.environmentId} and id = ${id} and revoked_at is null and expires_at > ${ctx.now}
      returning customer_id, generation, revoked_at is not null as is_revoked`,
  )

export const revokeSession = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update customer_sessions set revoked_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and revoked_at is null`)

export const deleteSessions = (ctx: SystemCtx, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from customer_sessions
    where (environment_id, id) in (
      select environment_id, id from customer_sessions where expires_at < ${ctx.now} limit ${limit}
    )`)

const SignedInRow = Type.Object({ id: Id('cus'), email: Nullable(Type.String()) })

/** Undefined once the session has ended or the customer is gone. */
export const findSignedInCustomer = (ctx: Ctx, sessionId: string, customerId: string) =>
  ctx.db.row(
    SignedInRow,
    sql`
      select customer_id as id, (
        select address from customer_emails
        where customer_emails.environment_id = ${ctx.environmentId} and customer_emails.customer_id = customer_sessions.customer_id
        order by position limit 1
      ) as email
      from customer_sessions
      where environment_id = ${ctx.environmentId} and id = ${sessionId} and customer_id = ${customerId}
        and revoked_at is null and expires_at > ${ctx.now}`,
  )

/** By the id of the shop's own account. */
export const findShopCustomer = (ctx: Ctx, source: string, externalId: string) =>
  ctx.db.row(
    SignedInRow,
    sql`
      select customer_id as id, (
        select address from customer_emails
        where customer_emails.environment_id = ${ctx.environmentId}
          and customer_emails.customer_id = customer_external_ids.customer_id
        order by position limit 1
      ) as email
      from customer_external_ids
      where environment_id = ${ctx.environmentId} and source = ${source} and external_id = ${externalId}`,
  )
