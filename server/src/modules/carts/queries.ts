import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { withGenericPlan } from '../../db/generic-plan.ts'
import { sql } from '../../db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { Nullable } from '../../kit/schema.ts'
import type { CartSnapshot } from './cart-snapshot.ts'
import type { CartContents, StoredLineItem } from './contents.ts'
import { CartRow } from './loading/rows.ts'

export interface CartInsert {
  id: string
  currency: string
  contents: CartContents
}

export const insertCart = async (ctx: Ctx, { id, currency, contents }: CartInsert): Promise<boolean> => {
  const { variantIds, codes, giftCardIds, customerKey, pointsOf } = toLookupColumns(contents)
  const count = await ctx.db.run(
    withGenericPlan(sql`
    insert into carts (environment_id, id, version, status, currency, contents, variant_ids, codes, gift_card_ids,
      customer_key, points_of, created_at, updated_at, touched_on, edited_version)
    values (
      ${ctx.environmentId}, ${id}, 1, 'open', ${currency}, ${serializeContents(contents)}, ${variantIds}, ${codes},
      ${giftCardIds}, ${customerKey}, ${pointsOf}, ${ctx.now}, ${ctx.now}, ${ctx.now}::timestamptz, 1
    )`),
  )
  return count === 1
}

export interface CartUpdate {
  id: string
  /** That was read. */
  version: number
  contents: CartContents
}

/** Says whether it is still the version that was read: if not, nothing was written. */
export const updateCart = async (ctx: Ctx, { id, version, contents }: CartUpdate): Promise<boolean> => {
  const { variantIds, codes, giftCardIds, customerKey, pointsOf } = toLookupColumns(contents)
  const count = await ctx.db.run(
    withGenericPlan(sql`
    update carts
    set contents = ${serializeContents(contents)}, variant_ids = ${variantIds}, codes = ${codes},
      gift_card_ids = ${giftCardIds}, customer_key = ${customerKey}, points_of = ${pointsOf}, version = version + 1,
      updated_at = ${ctx.now}, touched_on = ${ctx.now}::timestamptz, edited_version = version + 1
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`),
  )
  return count === 1
}

/**
 * What the buyer has seen by now, as a version of its own: the version that they send as `If-Match` then stands for the totals they
 * saw. It is not an edit, so a checkout that is under way goes on. Says whether it is still the version that was read.
 */
export const saveDisplayedTotals = async (ctx: Ctx, { id, version, contents }: CartUpdate): Promise<boolean> => {
  const count = await ctx.db.run(
    withGenericPlan(sql`
    update carts
    set contents = ${serializeContents(contents)}, version = version + 1, edited_version = coalesce(edited_version, version)
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`),
  )
  return count === 1
}

export const findCart = (ctx: Ctx, id: string) =>
  ctx.db.row(
    CartRow,
    sql`
      select id, version, coalesce(edited_version, version) as edited_version, status, currency, contents, order_id,
        created_at, updated_at
      from carts where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** Without a new version: the buyer has neither changed nor seen anything. */
export const saveUsedUpPromotions = (ctx: Ctx, { id, version, contents }: CartUpdate): Promise<number> =>
  ctx.db.run(sql`
    update carts set contents = ${serializeContents(contents)}
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`)

export interface CartCompletion {
  orderId: string
  checkoutId: string
  /** What the provider has said, as JSON; null where nothing was due. */
  payment: string | null
}

const Version = Type.Object({ version: Type.Integer() })

/**
 * Gives the version that became the order. It may have been idle while its buyer was at the bank. What its checkout knows of the
 * payment is written with it, so that an order takes no statement more.
 */
export const finishCart = (ctx: Ctx, id: string, { orderId, checkoutId, payment }: CartCompletion) =>
  ctx.db.row(
    Version,
    sql`
      with finished as (
        update carts set status = 'ordered', order_id = ${orderId}, version = version + 1, updated_at = ${ctx.now}
        where environment_id = ${ctx.environmentId} and id = ${id} and status <> 'ordered'
        returning version - 1 as version
      ), paid as (
        update checkouts set payment = coalesce(${payment}::json, payment), updated_at = ${ctx.now}
        from finished
        where checkouts.environment_id = ${ctx.environmentId} and checkouts.id = ${checkoutId} and status = 'active'
      )
      select version from finished`,
  )

/** Its buyer may have changed it when the money was on its way. */
export const replaceLineItems = (ctx: Ctx, id: string, lines: StoredLineItem[]) =>
  ctx.db.run(sql`
    update carts
    set contents = jsonb_set(contents::jsonb, '{lines}', ${JSON.stringify(lines)}::jsonb)::json,
      variant_ids = ${lines.map(({ variantId }) => variantId)}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const SnapshotRow = Type.Object({
  placed: Type.Unsafe<CartSnapshot>({ type: 'object' }),
  /** By gift card: what was left on it then. */
  left: Type.Record(Type.String(), Type.Integer()),
})

export const findSnapshot = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    SnapshotRow,
    withGenericPlan(sql`
    select placed, coalesce((
      select json_object_agg(gift_card_id, balance_after) from gift_card_entries
      where gift_card_entries.environment_id = ${ctx.environmentId} and holder = ${orderId} and kind = 'debited'
    ), '{}') as left
    from checkouts
    where checkouts.environment_id = ${ctx.environmentId} and order_id = ${orderId}`),
  )

const OrderReference = Type.Object({ orderId: Nullable(Type.String()) })

export const findOrderId = (ctx: Ctx, id: string) =>
  ctx.db.row(OrderReference, sql`select order_id from carts where environment_id = ${ctx.environmentId} and id = ${id}`)

export const lockCart = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select id from carts where environment_id = ${ctx.environmentId} and id = ${id} for no key update`)

/** Read and written whole with every change, so it must not grow without end. */
const MAX_CHARACTERS = 200_000

export function serializeContents(contents: CartContents): string {
  const text = JSON.stringify(contents)
  if (text.length > MAX_CHARACTERS) {
    throw new AppError(
      'cart_full',
      `This cart holds too many words: it may have ${MAX_CHARACTERS.toLocaleString('en')} characters in all. Shorten properties, attributes or the note.`,
    )
  }
  return text
}

export const toLookupColumns = ({ lines, codes, giftCardIds, customerKey, points, customer }: CartContents) => ({
  variantIds: lines.map(({ variantId }) => variantId),
  codes,
  giftCardIds,
  customerKey,
  pointsOf: points ? (customer?.id ?? null) : null,
})

/** In bites, so that nobody waits for a long lock. */
export const expireIdle = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    update carts set status = 'expired', version = version + 1
    where (environment_id, id) in (
      select environment_id, id from carts where touched_on < ${before}::timestamptz and status = 'open'
      limit ${limit}
      for update skip locked
    )`)

/** What nobody will look at again; an ordered one is in its order. */
export const deleteExpired = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    delete from carts
    where (environment_id, id) in (
      select environment_id, id from carts where touched_on < ${before}::timestamptz and status <> 'open'
      limit ${limit}
      for update skip locked
    )`)
