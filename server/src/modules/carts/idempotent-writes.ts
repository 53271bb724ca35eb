import type { Ctx } from '../../ctx.ts'
import { withGenericPlan } from '../../db/generic-plan.ts'
import { sql } from '../../db/sql.ts'
import type { IdempotentRequest, RecordedResponse } from '../../kit/idempotency.ts'
import { type CartInsert, type CartUpdate, serializeContents, toLookupColumns } from './queries.ts'

/** The response stored under a request's idempotency key, in the same statement as its change. */
export type IdempotentWrite = RecordedResponse & Pick<IdempotentRequest, 'key' | 'fingerprint'>

/** Returns whether this request is the first with its key; if not, nothing is written. */
export const insertCart = async (
  ctx: Ctx,
  { id, currency, contents }: CartInsert,
  write: IdempotentWrite,
): Promise<boolean> => {
  const { variantIds, codes, giftCardIds, customerKey, pointsCustomerId } = toLookupColumns(contents)
  const { key, fingerprint, status, headers, body } = write
  const count = await ctx.db.run(
    withGenericPlan(sql`
    with kept as (
      insert into idempotency_keys as before (environment_id, key, fingerprint, status, headers, body, created_at)
      select ${ctx.environmentId}, ${key}, ${fingerprint}, ${status}, ${headers}, ${body}, ${ctx.now}
      where pg_try_advisory_xact_lock(hashtextextended(${key}, hashtext(${ctx.environmentId})))
      on conflict (environment_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
        created_at = excluded.created_at
      where before.created_at <= ${ctx.now}::timestamptz - interval '24 hours'
        or (before.status is null and before.claimed_until <= ${ctx.now})
      returning key
    )
    insert into carts (environment_id, id, version, status, currency, contents, variant_ids, codes, gift_card_ids,
      customer_key, points_customer_id, created_at, updated_at, touched_on, edited_version)
    select
      ${ctx.environmentId}, ${id}, 1, 'open', ${currency}, ${serializeContents(contents)}, ${variantIds}, ${codes},
      ${giftCardIds}, ${customerKey}, ${pointsCustomerId}, ${ctx.now}, ${ctx.now}, ${ctx.now}::timestamptz, 1
    from kept`),
  )
  return count === 1
}

/**
 * Returns whether this request is the first with its key and the version is unchanged; if not, nothing is written.
 * The row is locked before the response is stored: a response stored without its change, after losing a race, would
 * be replayed forever.
 */
export const updateCart = async (
  ctx: Ctx,
  { id, version, contents }: CartUpdate,
  write: IdempotentWrite,
): Promise<boolean> => {
  const { variantIds, codes, giftCardIds, customerKey, pointsCustomerId } = toLookupColumns(contents)
  const { key, fingerprint, status, headers, body } = write
  const count = await ctx.db.run(
    withGenericPlan(sql`
    with locked as materialized (
      select id from carts
      where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'
      for no key update
    ), kept as (
      insert into idempotency_keys as before (environment_id, key, fingerprint, status, headers, body, created_at)
      select ${ctx.environmentId}, ${key}, ${fingerprint}, ${status}, ${headers}, ${body}, ${ctx.now} from locked
      where pg_try_advisory_xact_lock(hashtextextended(${key}, hashtext(${ctx.environmentId})))
      on conflict (environment_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
        created_at = excluded.created_at
      where before.created_at <= ${ctx.now}::timestamptz - interval '24 hours'
        or (before.status is null and before.claimed_until <= ${ctx.now})
      returning key
    )
    update carts
    set contents = ${serializeContents(contents)}, variant_ids = ${variantIds}, codes = ${codes},
      gift_card_ids = ${giftCardIds}, customer_key = ${customerKey}, points_customer_id = ${pointsCustomerId}, version = version + 1,
      updated_at = ${ctx.now}, touched_on = ${ctx.now}::timestamptz, edited_version = version + 1
    from kept
    where environment_id = ${ctx.environmentId} and id = ${id}`),
  )
  return count === 1
}
