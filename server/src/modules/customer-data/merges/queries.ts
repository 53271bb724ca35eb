import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable } from '../../../kit/schema.ts'
import type { ProfileMove } from '../../customers/customer-data.ts'
import type { MovedReferrals } from '../../loyalty/customer-data.ts'
import { Merge } from './schemas.ts'

/** What a merge moved. */
export interface MergeUndo extends ProfileMove {
  orderIds: string[]
  cartIds: string[]
  promotionUseIds: string[]
  personalCodes: string[]
  points: number
  referrals: MovedReferrals
  redemptionIds: string[]
  /** Merges from before there were leads have none. */
  leadIds?: string[]
  ticketIds?: string[]
  conversationIds?: string[]
  surveyIds?: string[]
  /** Earlier merges into the merged customer. */
  mergeIds: string[]
}

interface NewMergeRow {
  id: string
  customerId: string
  mergedCustomerId: string
  undo: MergeUndo
  actor: string
}

const REVERSIBLE_MS = 30 * 86_400_000

export const insertMerge = (ctx: Ctx, row: NewMergeRow) =>
  ctx.db.one(
    Merge,
    sql`
      insert into customer_merges (environment_id, id, customer_id, merged_customer_id, current_customer_id, undo, actor, created_at)
      values (${ctx.environmentId}, ${row.id}, ${row.customerId}, ${row.mergedCustomerId}, ${row.customerId},
        ${JSON.stringify(row.undo)}, ${row.actor}, ${ctx.now})
      returning id, customer_id, merged_customer_id, actor, created_at,
        ${new Date(ctx.now.getTime() + REVERSIBLE_MS)}::timestamptz as reversible_until, reversed_at`,
  )

export const listMerges = (ctx: Ctx, { before, take }: Keyset, customerId: string) =>
  ctx.db.rows(
    Merge,
    sql`
      select id, customer_id, merged_customer_id, actor, created_at,
        case when undo is not null then created_at + interval '30 days' end as reversible_until, reversed_at
      from customer_merges
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const LockedMerge = Type.Object({
  ...Merge.properties,
  currentCustomerId: Id('cus'),
  undo: Nullable(Type.Unsafe<MergeUndo>({ type: 'object' })),
})

export const lockMerge = (ctx: Ctx, id: string) =>
  ctx.db.row(
    LockedMerge,
    sql`
      select id, customer_id, merged_customer_id, current_customer_id, undo, actor, created_at,
        case when undo is not null then created_at + interval '30 days' end as reversible_until, reversed_at
      from customer_merges
      where environment_id = ${ctx.environmentId} and id = ${id}
      for no key update`,
  )

export const markReversed = (ctx: Ctx, id: string) =>
  ctx.db.one(
    Merge,
    sql`
      update customer_merges set undo = null, reversed_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, customer_id, merged_customer_id, actor, created_at, null::timestamptz as reversible_until, reversed_at`,
  )

const MergeId = Type.Object({ id: Type.String() })

/** Customers who were merged into `from` are found at `to`. */
export async function redirectMerges(ctx: Ctx, from: string, to: string, ids?: string[]): Promise<string[]> {
  const redirected = await ctx.db.rows(
    MergeId,
    sql`
      update customer_merges set current_customer_id = ${to}
      where environment_id = ${ctx.environmentId} and current_customer_id = ${from} and reversed_at is null
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return redirected.map(({ id }) => id)
}

/** A merge with a person who was erased stays a fact without content. */
export const eraseUndo = (ctx: Ctx, customerId: string) =>
  ctx.db.run(sql`
    update customer_merges set undo = null
    where environment_id = ${ctx.environmentId} and current_customer_id = ${customerId} and undo is not null`)

export const pruneUndo = (ctx: SystemCtx, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    update customer_merges set undo = null
    where (environment_id, id) in (
      select environment_id, id from customer_merges
      where undo is not null and created_at <= ${ctx.now}::timestamptz - interval '30 days'
      order by created_at
      limit ${limit}
    )`)

const ActiveCheckout = Type.Object({ id: Type.String() })

export const listActiveCheckouts = (ctx: Ctx, customerKeys: string[]) =>
  ctx.db.rows(
    ActiveCheckout,
    sql`
      select checkouts.id from carts
      join checkouts on checkouts.environment_id = ${ctx.environmentId} and checkouts.cart_id = carts.id
      where carts.environment_id = ${ctx.environmentId} and customer_key = any(${customerKeys}) and checkouts.status = 'active'
        and not exists (
          select from orders where orders.environment_id = ${ctx.environmentId} and orders.id = checkouts.order_id
        )`,
  )
