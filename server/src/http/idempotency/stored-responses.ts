import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import type { RetentionRule } from '../../jobs/retention.ts'
import { AppError } from '../../kit/errors.ts'
import { type RecordedResponse, storedSince } from '../../kit/idempotency.ts'
import { Nullable } from '../../kit/schema.ts'

/** Longer than any handler may take (`http/server/handler-timeout.ts`): after this time its claimant is dead. */
const CLAIM_MS = 20_000

const StoredResponseRow = Type.Object({
  fingerprint: Type.String(),
  status: Nullable(Type.Integer()),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
})

const LockRow = Type.Object({ acquired: Type.Boolean() })

/**
 * Two statements, not one: the response must be read after the lock is acquired, or the other's commit is not visible.
 */
export async function claimKey(ctx: Ctx, key: string) {
  const { acquired } = await ctx.db.one(
    LockRow,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, hashtext(${ctx.environmentId}))) as acquired`,
  )
  if (!acquired) throw keyInUseError()
  return findStoredResponse(ctx, key)
}

export const keyInUseError = () =>
  new AppError('idempotency_key_in_use', 'A request with this Idempotency-Key is in progress. Try again shortly.', {
    headers: { 'retry-after': '1' },
  })

/** A stored response, valid for a day, or the claim of a request in progress. */
export const findStoredResponse = (ctx: Ctx, key: string) =>
  ctx.db.row(
    StoredResponseRow,
    withGenericPlan(sql`
      select encode(fingerprint, 'hex') as fingerprint, status, headers, body
      from idempotency_keys
      where environment_id = ${ctx.environmentId} and key = ${key}
        and created_at > ${storedSince(ctx)}
        and (status is not null or claimed_until > ${ctx.now})`),
  )

const claimExpiry = ({ now }: Ctx) => new Date(now.getTime() + CLAIM_MS)

/** True when the key is ours: nobody has it, its claimant is dead, or its day is over. */
export const insertClaim = async (ctx: Ctx, key: string, fingerprint: Buffer): Promise<boolean> => {
  const count = await ctx.db.run(
    withGenericPlan(sql`
    insert into idempotency_keys (environment_id, key, fingerprint, headers, body, created_at, claimed_until)
    values (${ctx.environmentId}, ${key}, ${fingerprint}, '{}', '', ${ctx.now}, ${claimExpiry(ctx)})
    on conflict (environment_id, key) do update
    set fingerprint = excluded.fingerprint, status = null, headers = '{}', body = '', created_at = excluded.created_at,
        claimed_until = excluded.claimed_until
    where idempotency_keys.created_at <= ${storedSince(ctx)}
      or (idempotency_keys.status is null and idempotency_keys.claimed_until <= ${ctx.now})`),
  )
  return count === 1
}

/** Only our own claim, not that of a later attempt that found ours expired. */
export const deleteClaim = (ctx: Ctx, key: string) =>
  ctx.db.run(
    withGenericPlan(sql`
    delete from idempotency_keys
    where environment_id = ${ctx.environmentId} and key = ${key} and status is null and claimed_until = ${claimExpiry(ctx)}`),
  )

/** False when another request has stored a response under this key. */
export const storeResponse = async (
  ctx: Ctx,
  key: string,
  fingerprint: Buffer,
  response: RecordedResponse,
): Promise<boolean> => {
  const count = await ctx.db.run(
    withGenericPlan(sql`
    insert into idempotency_keys (environment_id, key, fingerprint, status, headers, body, created_at)
    values (${ctx.environmentId}, ${key}, ${fingerprint}, ${response.status}, ${response.headers}, ${response.body}, ${ctx.now})
    on conflict (environment_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, created_at = excluded.created_at
    where idempotency_keys.created_at <= ${storedSince(ctx)}
      or (idempotency_keys.status is null and (
        idempotency_keys.fingerprint = excluded.fingerprint or idempotency_keys.claimed_until <= ${ctx.now}
      ))`),
  )
  return count === 1
}

const ERASED_BODY = JSON.stringify({
  error: {
    code: 'conflict',
    message: 'The request with this Idempotency-Key succeeded, but its response was erased with the customer.',
  },
})

const StoredBody = Type.Object({ key: Type.String(), body: Type.String() })
const BODIES_PER_BATCH = 500

/**
 * Responses that `isPersonal` recognizes are replaced, not deleted: a retry must not do the work again. Reads all
 * responses of the day, because nothing else says whom they are about. Returns how many were erased.
 */
export async function eraseStoredResponses(ctx: Ctx, isPersonal: (body: string) => boolean): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const page = await listBodies(ctx, after)
    const keys = page.filter(({ body }) => isPersonal(body)).map(({ key }) => key)
    if (keys.length > 0) count += await replaceBodies(ctx, keys)
    const last = page.at(-1)
    if (!last || page.length < BODIES_PER_BATCH) return count
    after = last.key
  }
}

const listBodies = (ctx: Ctx, after: string) =>
  ctx.db.rows(
    StoredBody,
    sql`
      select key, body from idempotency_keys
      where environment_id = ${ctx.environmentId} and key > ${after}
      order by key
      limit ${BODIES_PER_BATCH}`,
  )

const replaceBodies = (ctx: Ctx, keys: string[]) =>
  ctx.db.run(sql`
    update idempotency_keys
    set status = 409, headers = '{"content-type": "application/json; charset=utf-8"}', body = ${ERASED_BODY}
    where environment_id = ${ctx.environmentId} and key = any(${keys})`)

/** A response is stored for 24 hours; after that its key can be reused. */
export const storedResponseRetention: RetentionRule = {
  name: 'idempotency_keys',
  keep: { days: 1 },
  prune: (ctx, before, limit) =>
    ctx.db.run(sql`
      /* all environments: maintenance of the installation */
      delete from idempotency_keys where (environment_id, key) in (
        select environment_id, key from idempotency_keys
        where created_at < ${before}
        order by created_at
        limit ${limit}
        for update skip locked
      )`),
}
