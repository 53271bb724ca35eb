import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kit/ids.ts'

export interface LimitRow {
  subject: string
  name: string
  limit: number
  endsAt: Date
}

const CountRow = Type.Object({ count: Type.Integer() })

/** Undefined if the limit was reached. Of any number of concurrent calls, exactly as many pass as it allows. */
export const countUse = (ctx: Ctx, { subject, name, limit, endsAt }: LimitRow) =>
  ctx.db.row(
    CountRow,
    sql`
      insert into chat_tool_limits as existing (environment_id, subject, name, count, ends_at)
      values (${ctx.environmentId}, ${subject}, ${name}, 1, ${endsAt})
      on conflict (environment_id, subject, name) do update
      set count = case when existing.ends_at <= ${ctx.now} then 1 else existing.count + 1 end,
        ends_at = case when existing.ends_at <= ${ctx.now} then excluded.ends_at else existing.ends_at end
      where existing.ends_at <= ${ctx.now} or existing.count < ${limit}
      returning count`,
  )

export interface VerificationCodeRow {
  sessionId: string
  id: string
  email: string
  codeHash: Buffer
  expiresAt: Date
}

/** Replaces the session's last code, and what it proved. */
export const saveVerificationCode = (ctx: Ctx, code: VerificationCodeRow) =>
  ctx.db.run(sql`
    insert into chat_verification_codes (environment_id, session_id, id, email, code_hash, attempts, created_at, expires_at)
    values (${ctx.environmentId}, ${code.sessionId}, ${code.id}, ${code.email}, ${code.codeHash}, 0, ${ctx.now}, ${code.expiresAt})
    on conflict (environment_id, session_id) do update
    set id = excluded.id, email = excluded.email, code_hash = excluded.code_hash, attempts = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at, verified_at = null`)

const CodeIdRow = Type.Object({ id: Type.String() })

export const findVerificationCode = (ctx: Ctx, sessionId: string) =>
  ctx.db.row(
    CodeIdRow,
    sql`
      select id from chat_verification_codes
      where environment_id = ${ctx.environmentId} and session_id = ${sessionId}`,
  )

const AttemptRow = Type.Object({ email: Type.String(), attempts: Type.Integer(), isCorrect: Type.Boolean() })

/** Counts the attempt, and uses the code up if it is correct. Undefined for a code that can't be tried any more. */
export const attemptVerificationCode = (
  ctx: Ctx,
  { sessionId, id, codeHash }: Pick<VerificationCodeRow, 'sessionId' | 'id' | 'codeHash'>,
  maxAttempts: number,
) =>
  ctx.db.row(
    AttemptRow,
    sql`
      update chat_verification_codes
      set attempts = attempts + 1, verified_at = case when code_hash = ${codeHash} then ${ctx.now}::timestamptz end
      where environment_id = ${ctx.environmentId} and session_id = ${sessionId} and id = ${id} and verified_at is null
        and attempts < ${maxAttempts} and expires_at > ${ctx.now}
      returning email, attempts, verified_at is not null as is_correct`,
  )

const EmailRow = Type.Object({ email: Type.String() })

export const findVerifiedEmail = (ctx: Ctx, sessionId: string, since: Date) =>
  ctx.db.row(
    EmailRow,
    sql`
      select email from chat_verification_codes
      where environment_id = ${ctx.environmentId} and session_id = ${sessionId} and verified_at > ${since}`,
  )

export interface ToolCallRow {
  sessionId: string | null
  name: string
  input: unknown
  errorCode: string | null
  durationMs: number
  customerId: string | null
  email: string | null
}

export const insertToolCall = (ctx: Ctx, call: ToolCallRow) =>
  ctx.db.run(sql`
    insert into chat_tool_calls (environment_id, id, session_id, name, input, error_code, duration_ms, customer_id, email, created_at)
    values (${ctx.environmentId}, ${newId('tcl')}, ${call.sessionId}, ${call.name}, ${JSON.stringify(call.input)}::jsonb,
      ${call.errorCode}, ${call.durationMs}, ${call.customerId}, ${call.email}, ${ctx.now})`)

export const deleteToolCalls = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from chat_tool_calls
    where (environment_id, id) in (
      select environment_id, id from chat_tool_calls where created_at < ${before} limit ${limit}
    )`)

/** Checked again: the visitor may have got a new code in the meantime. */
export const deleteVerificationCodes = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from chat_verification_codes
    where created_at < ${before} and (environment_id, session_id) in (
      select environment_id, session_id from chat_verification_codes
      where created_at < ${before}
      order by created_at
      limit ${limit}
    )`)

/** Checked again: a new period may have begun in the meantime. */
export const deleteLimits = (ctx: SystemCtx, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from chat_tool_limits
    where ends_at <= ${ctx.now} and (environment_id, subject, name) in (
      select environment_id, subject, name from chat_tool_limits
      where ends_at <= ${ctx.now}
      order by ends_at
      limit ${limit}
    )`)
