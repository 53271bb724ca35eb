import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import type * as rules from '../pricing/rules.ts'
import { type PromotionsQuery, TRIGGERS, Use, type UsesQuery } from './schemas.ts'

const Stored = <T>() => Type.Unsafe<T>({ type: 'object' })

export const PromotionRow = Type.Object({
  id: Id('promo'),
  title: Type.String(),
  trigger: OneOf(TRIGGERS),
  enabled: Type.Boolean(),
  startsAt: Nullable(Timestamp),
  endsAt: Nullable(Timestamp),
  priority: Type.Integer(),
  exclusiveGroup: Nullable(Type.String()),
  combinesWith: Stored<Record<rules.Phase, boolean>>(),
  items: Stored<rules.Selection>(),
  conditions: Stored<rules.Conditions>(),
  benefit: Stored<rules.Benefit>(),
  usageLimit: Nullable(Type.Integer()),
  usesPerCustomer: Nullable(Type.Integer()),
  budgets: Nullable(Stored<rules.Amounts>()),
  used: Type.Integer(),
  spent: Stored<rules.Amounts>(),
  isExhausted: Type.Boolean(),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type PromotionRow = Type.Static<typeof PromotionRow>

/** What staff decide; the rest is counted. */
export type PromotionDraft = Omit<
  PromotionRow,
  'used' | 'spent' | 'isExhausted' | 'version' | 'createdAt' | 'updatedAt'
>

const json = (value: object | null): string | null => value && JSON.stringify(value)

export const insertPromotion = (ctx: Ctx, row: PromotionDraft) =>
  ctx.db.run(sql`
    insert into promotions (environment_id, id, title, trigger, enabled, starts_at, ends_at, priority, exclusive_group,
      combines_with, items, conditions, benefit, usage_limit, uses_per_customer, budgets, version, created_at, updated_at)
    values (${ctx.environmentId}, ${row.id}, ${row.title}, ${row.trigger}, ${row.enabled}, ${row.startsAt}, ${row.endsAt},
      ${row.priority}, ${row.exclusiveGroup}, ${json(row.combinesWith)}, ${json(row.items)}, ${json(row.conditions)},
      ${json(row.benefit)}, ${row.usageLimit}, ${row.usesPerCustomer}, ${json(row.budgets)}, 1, ${ctx.now}, ${ctx.now})`)

export const updatePromotion = (ctx: Ctx, row: PromotionDraft) =>
  ctx.db.run(sql`
    update promotions set title = ${row.title}, enabled = ${row.enabled}, starts_at = ${row.startsAt}, ends_at = ${row.endsAt},
      priority = ${row.priority}, exclusive_group = ${row.exclusiveGroup}, combines_with = ${json(row.combinesWith)},
      items = ${json(row.items)}, conditions = ${json(row.conditions)}, benefit = ${json(row.benefit)},
      usage_limit = ${row.usageLimit}, uses_per_customer = ${row.usesPerCustomer}, budgets = ${json(row.budgets)},
      version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${row.id}`)

export const deletePromotion = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from promotions where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Held until the transaction ends: nobody changes it or takes a use of it meanwhile. */
export const lockPromotion = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Type.Object({ id: Id('promo') }),
    sql`select id from promotions where environment_id = ${ctx.environmentId} and id = ${id} for no key update`,
  )

export const readPromotion = (ctx: Ctx, id: string) =>
  ctx.db.row(
    PromotionRow,
    sql`
      select id, title, trigger, enabled, starts_at, ends_at, priority, exclusive_group, combines_with, items, conditions,
        benefit, usage_limit, uses_per_customer, budgets, used, spent, is_exhausted, version, created_at, updated_at
      from promotions
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** In the order of bytes nothing that begins with the code comes after it and this. */
const AFTER_ALL = '\u{10FFFF}'

export const listPromotions = (
  ctx: Ctx,
  { before, take }: Keyset,
  { status, trigger }: PromotionsQuery,
  { title, code }: { title: string | null; code: string | null },
) =>
  ctx.db.rows(
    PromotionRow,
    sql`
      select id, title, trigger, enabled, starts_at, ends_at, priority, exclusive_group, combines_with, items, conditions,
        benefit, usage_limit, uses_per_customer, budgets, used, spent, is_exhausted, version, created_at, updated_at
      from promotions
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${trigger ?? null}::text is null or trigger = ${trigger ?? null})
        and (${status ?? null}::text is null or ${status ?? null} = case
          when not enabled then 'disabled'
          when starts_at > ${ctx.now} then 'scheduled'
          when ends_at <= ${ctx.now} then 'ended'
          else 'active' end)
        and (${title}::text is null or position(lower(${title}) in lower(title)) > 0 or id in (
          select promotion_id from promotion_codes
          where environment_id = ${ctx.environmentId} and code >= ${code} and code < ${`${code}${AFTER_ALL}`}))
      order by id desc
      limit ${take}`,
  )

/** Those of the ids that name nothing here: products, variants and collections. */
export const listUnknown = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const rows = await ctx.db.rows(
    Type.Object({ id: Type.String() }),
    sql`
      select id from unnest(${ids}::text[]) as named (id)
      where id not in (select id from products where environment_id = ${ctx.environmentId} and id = any(${ids}))
        and id not in (select id from variants where environment_id = ${ctx.environmentId} and id = any(${ids}))
        and id not in (select id from collections where environment_id = ${ctx.environmentId} and id = any(${ids}))`,
  )
  return new Set(rows.map(({ id }) => id))
}

const Answer = Type.Object({ yes: Type.Boolean() })

export const isReserved = async (ctx: Ctx, id: string): Promise<boolean> => {
  const { yes } = await ctx.db.one(
    Answer,
    sql`
      select exists (
        select from promotion_uses
        where environment_id = ${ctx.environmentId} and promotion_id = ${id} and state = 'reserved' and not exists (
          select from orders where orders.environment_id = ${ctx.environmentId} and orders.id = holder
        )
      ) as yes`,
  )
  return yes
}

/** What an order has reserved it has used, whether or not that is written down yet. */
export const listUses = (ctx: Ctx, id: string, { before, take }: Keyset, { state }: UsesQuery) =>
  ctx.db.rows(
    Use,
    sql`
      select id, code, holder, json_build_object('amount', amount, 'currency', currency) as amount, now.state,
        case when now.state = 'reserved' then expires_at end as expires_at, created_at
      from promotion_uses
      cross join lateral (
        select case when promotion_uses.state = 'reserved' and exists (
          select from orders where orders.environment_id = ${ctx.environmentId} and orders.id = holder
        ) then 'used' else promotion_uses.state end as state
      ) as now
      where environment_id = ${ctx.environmentId} and promotion_id = ${id} and id < ${before}
        and (${state ?? null}::text is null or now.state = ${state ?? null})
      order by id desc
      limit ${take}`,
  )
