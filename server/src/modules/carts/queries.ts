import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { withGenericPlan } from '../../db/generic-plan.ts'
import { sql } from '../../db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { Nullable } from '../../kit/schema.ts'
import type { CartContents, StoredLineItem } from './contents.ts'
import { CartRow } from './loading/rows.ts'
import type { CartSnapshot } from './schemas.ts'

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
      customer_key, points_customer_id, created_at, updated_at, touched_on, edited_version)
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
      updated_at = ${ctx.now}, touched_on = ${ctx.now}::timestamptz, edited_version = version + 1
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`),
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

/** Keeps the version: the buyer has neither changed nor seen anything. */
export const saveUsedUpPromotions = (ctx: Ctx, { id, version, contents }: CartUpdate): Promise<number> =>
  ctx.db.run(sql`
    update carts set contents = ${serializeContents(contents)}
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`)

export interface CartCompletion {
  orderId: string
  checkoutId: string
  /** The provider's response as JSON; null if nothing was due. */
  payment: string | null
}

const Version = Type.Object({ version: Type.Integer() })

/**
 * Returns the version that became the order. The cart may have gone idle while its buyer was at the bank. Stores the
 * checkout's payment too, so that an order needs no extra statement.
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

/** The buyer may have changed the cart while the payment was in progress. */
export const replaceLineItems = (ctx: Ctx, id: string, items: StoredLineItem[]) =>
  ctx.db.run(sql`
    update carts
    set contents = jsonb_set(contents::jsonb, '{items}', ${JSON.stringify(items)}::jsonb)::json,
      variant_ids = ${items.map(({ variantId }) => variantId)}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

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

export const toLookupColumns = ({ items, codes, giftCardIds, customerKey, points, customer }: CartContents) => ({
  variantIds: items.map(({ variantId }) => variantId),
  codes,
  giftCardIds,
  customerKey,
  pointsCustomerId: points ? (customer?.id ?? null) : null,
})

/** Runs in batches to keep locks short. */
export const expireIdle = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    update carts set status = 'expired', version = version + 1
    where (environment_id, id) in (
      select environment_id, id from carts where touched_on < ${before}::timestamptz and status = 'open'
      limit ${limit}
      for update skip locked
    )`)

/** Nobody reads an expired cart again; an ordered one is part of its order. */
export const deleteExpired = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    delete from carts
    where (environment_id, id) in (
      select environment_id, id from carts where touched_on < ${before}::timestamptz and status <> 'open'
      limit ${limit}
      for update skip locked
    )`)
