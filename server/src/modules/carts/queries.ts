import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { type IdempotentRequest, type RecordedResponse, storedSince } from '../../kit/idempotency.ts'
import type { CartSnapshot } from './checkout-cart/schemas.ts'
import type { CartContents } from './contents.ts'
import { CartRow } from './loading/rows.ts'

export interface CartInsert {
  id: string
  currency: string
  contents: CartContents
}

export const insertCart = async (ctx: Ctx, { id, currency, contents }: CartInsert): Promise<boolean> => {
  const { variantIds, codes, giftCardIds, customerKey, pointsCustomerId } = toLookupColumns(contents)
  const count = await ctx.db.run(
    withGenericPlan(sql`
    insert into carts (environment_id, id, version, status, currency, contents, variant_ids, codes, gift_card_ids,
      customer_key, points_customer_id, created_at, updated_at, last_edited_on, edited_version)
    values (
      ${ctx.environmentId}, ${id}, 1, 'open', ${currency}, ${serializeContents(contents)}, ${variantIds}, ${codes},
      ${giftCardIds}, ${customerKey}, ${pointsCustomerId}, ${ctx.now}, ${ctx.now}, ${ctx.now}::timestamptz, 1
    )`),
  )
  return count === 1
}

export interface CartUpdate {
  id: string
  /** The version that was read. */
  version: number
  contents: CartContents
}

/** Returns whether the version is unchanged since it was read; if not, nothing is written. */
export const updateCart = async (ctx: Ctx, { id, version, contents }: CartUpdate): Promise<boolean> => {
  const { variantIds, codes, giftCardIds, customerKey, pointsCustomerId } = toLookupColumns(contents)
  const count = await ctx.db.run(
    withGenericPlan(sql`
    update carts
    set contents = ${serializeContents(contents)}, variant_ids = ${variantIds}, codes = ${codes},
      gift_card_ids = ${giftCardIds}, customer_key = ${customerKey}, points_customer_id = ${pointsCustomerId}, version = version + 1,
      updated_at = ${ctx.now}, last_edited_on = ${ctx.now}::timestamptz, edited_version = version + 1
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`),
  )
  return count === 1
}

/** The response stored under a request's idempotency key, in the same statement as its change. */
export type IdempotentWrite = RecordedResponse & Pick<IdempotentRequest, 'key' | 'fingerprint'>

/** Returns whether this request is the first with its key; if not, nothing is written. */
export const insertCartOnce = async (
  ctx: Ctx,
  { id, currency, contents }: CartInsert,
  write: IdempotentWrite,
): Promise<boolean> => {
  const { variantIds, codes, giftCardIds, customerKey, pointsCustomerId } = toLookupColumns(contents)
  const { key, fingerprint, status, headers, body } = write
  const count = await ctx.db.run(
    withGenericPlan(sql`
    with stored_response as (
      insert into idempotency_keys as existing (environment_id, key, fingerprint, status, headers, body, created_at)
      select ${ctx.environmentId}, ${key}, ${fingerprint}, ${status}, ${headers}, ${body}, ${ctx.now}
      where pg_try_advisory_xact_lock(hashtextextended(${key}, hashtext(${ctx.environmentId})))
      on conflict (environment_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
        created_at = excluded.created_at
      where existing.created_at <= ${storedSince(ctx)}
        or (existing.status is null and existing.claimed_until <= ${ctx.now})
      returning key
    )
    insert into carts (environment_id, id, version, status, currency, contents, variant_ids, codes, gift_card_ids,
      customer_key, points_customer_id, created_at, updated_at, last_edited_on, edited_version)
    select
      ${ctx.environmentId}, ${id}, 1, 'open', ${currency}, ${serializeContents(contents)}, ${variantIds}, ${codes},
      ${giftCardIds}, ${customerKey}, ${pointsCustomerId}, ${ctx.now}, ${ctx.now}, ${ctx.now}::timestamptz, 1
    from stored_response`),
  )
  return count === 1
}

/**
 * Returns whether this request is the first with its key and the version is unchanged; if not, nothing is written.
 * The row is locked before the response is stored: a response stored without its change, after losing a race, would
 * be replayed forever.
 */
export const updateCartOnce = async (
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
    ), stored_response as (
      insert into idempotency_keys as existing (environment_id, key, fingerprint, status, headers, body, created_at)
      select ${ctx.environmentId}, ${key}, ${fingerprint}, ${status}, ${headers}, ${body}, ${ctx.now} from locked
      where pg_try_advisory_xact_lock(hashtextextended(${key}, hashtext(${ctx.environmentId})))
      on conflict (environment_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
        created_at = excluded.created_at
      where existing.created_at <= ${storedSince(ctx)}
        or (existing.status is null and existing.claimed_until <= ${ctx.now})
      returning key
    )
    update carts
    set contents = ${serializeContents(contents)}, variant_ids = ${variantIds}, codes = ${codes},
      gift_card_ids = ${giftCardIds}, customer_key = ${customerKey}, points_customer_id = ${pointsCustomerId}, version = version + 1,
      updated_at = ${ctx.now}, last_edited_on = ${ctx.now}::timestamptz, edited_version = version + 1
    from stored_response
    where environment_id = ${ctx.environmentId} and id = ${id}`),
  )
  return count === 1
}

/**
 * Stores what the buyer has seen as a new version, so that their `If-Match` stands for the totals they saw. It is not
 * an edit, so a checkout in progress continues. Returns whether the version is unchanged since it was read.
 */
export const saveDisplayedTotals = async (ctx: Ctx, { id, version, contents }: CartUpdate): Promise<boolean> => {
  const count = await ctx.db.run(
    withGenericPlan(sql`
    update carts
    set contents = ${serializeContents(contents)}, version = version + 1
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`),
  )
  return count === 1
}

export const findCart = (ctx: Ctx, id: string) =>
  ctx.db.row(
    CartRow,
    sql`
      select id, version, edited_version, status, currency, contents, order_id,
        created_at, updated_at
      from carts where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

const SnapshotRow = Type.Object({
  snapshot: Type.Unsafe<CartSnapshot>({ type: 'object' }),
  /** By gift card: its remaining balance at that time. */
  left: Type.Record(Type.String(), Type.Integer()),
})

export const findSnapshot = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    SnapshotRow,
    withGenericPlan(sql`
    select snapshot, coalesce((
      select json_object_agg(account_id, balance_after) from ledger_entries
      where ledger_entries.environment_id = ${ctx.environmentId} and holder = ${orderId} and account_id is not null
        and account_type = 'gift_card' and ledger_entries.kind = 'debited'
    ), '{}') as left
    from checkouts
    where checkouts.environment_id = ${ctx.environmentId} and order_id = ${orderId}`),
  )

/** A cart is read and written whole with every change, so its size must be bounded. */
const MAX_CHARACTERS = 200_000

export function serializeContents(contents: CartContents): string {
  const text = JSON.stringify(contents)
  if (text.length > MAX_CHARACTERS) {
    throw new AppError(
      'cart_full',
      `This cart exceeds ${MAX_CHARACTERS.toLocaleString('en')} characters. Shorten its properties, attributes or note.`,
      { fields: { limit: MAX_CHARACTERS } },
    )
  }
  return text
}

const toLookupColumns = ({ items, codes, giftCardIds, customerKey, points, customer }: CartContents) => ({
  variantIds: items.map(({ variantId }) => variantId),
  codes,
  giftCardIds,
  customerKey,
  pointsCustomerId: points ? (customer?.id ?? null) : null,
})

const DAY_MS = 86_400_000

/** Days that began before a time are those before this one. */
const firstDayFrom = (time: Date) => new Date(Math.ceil(time.getTime() / DAY_MS) * DAY_MS).toISOString().slice(0, 10)

/** Runs in batches to keep locks short. Checks each row again when it writes it: a buyer may have been faster. */
export const expireIdle = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    update carts set status = 'expired', version = version + 1
    where last_edited_on < ${firstDayFrom(before)}::date and status = 'open' and (environment_id, id) in (
      select environment_id, id from carts where last_edited_on < ${firstDayFrom(before)}::date and status = 'open'
      limit ${limit}
    )`)

/** Nobody reads an expired cart again; a completed one is part of its order. */
export const deleteExpired = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from carts
    where last_edited_on < ${firstDayFrom(before)}::date and status <> 'open' and (environment_id, id) in (
      select environment_id, id from carts where last_edited_on < ${firstDayFrom(before)}::date and status <> 'open'
      limit ${limit}
    )`)
