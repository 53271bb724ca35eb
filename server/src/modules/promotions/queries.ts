import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import type * as rules from '../../pricing/rules.ts'
import {
  PromotionCode,
  type PromotionCodesQuery,
  type PromotionsQuery,
  PromotionUse,
  type PromotionUsesQuery,
  TRIGGERS,
} from './schemas.ts'

const JsonColumn = <T>() => Type.Unsafe<T>({ type: 'object' })

export const PromotionRow = Type.Object({
  id: Id('promo'),
  title: Type.String(),
  trigger: OneOf(TRIGGERS),
  active: Type.Boolean(),
  startsAt: Nullable(Timestamp),
  endsAt: Nullable(Timestamp),
  priority: Type.Integer(),
  exclusiveGroup: Nullable(Type.String()),
  combinesWith: JsonColumn<Record<rules.Phase, boolean>>(),
  items: JsonColumn<rules.Selection>(),
  conditions: JsonColumn<rules.Conditions>(),
  benefit: JsonColumn<rules.Benefit>(),
  usageLimit: Nullable(Type.Integer()),
  usageLimitPerCustomer: Nullable(Type.Integer()),
  budgets: Nullable(JsonColumn<rules.Amounts>()),
  usageCount: Type.Integer(),
  spent: JsonColumn<rules.Amounts>(),
  exhausted: Type.Boolean(),
  managed: Type.Boolean(),
  /** Of those that can still be used, the first in the alphabet. */
  code: Nullable(Type.String()),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type PromotionRow = Type.Static<typeof PromotionRow>

/** Fields set by staff; the others are counted. */
export type PromotionDraft = Omit<
  PromotionRow,
  'usageCount' | 'spent' | 'exhausted' | 'managed' | 'code' | 'version' | 'createdAt' | 'updatedAt'
>

const toJson = (value: object | null): string | null => value && JSON.stringify(value)

/** Inserts nothing if there is a promotion with this `managedKey`. */
export const insertPromotion = (ctx: Ctx, row: PromotionDraft, managedKey: string | null = null) =>
  ctx.db.run(sql`
    insert into promotions (environment_id, id, title, trigger, active, starts_at, ends_at, priority, exclusive_group,
      combines_with, items, conditions, benefit, usage_limit, usage_limit_per_customer, budgets, managed_key, version, created_at,
      updated_at)
    values (${ctx.environmentId}, ${row.id}, ${row.title}, ${row.trigger}, ${row.active}, ${row.startsAt}, ${row.endsAt},
      ${row.priority}, ${row.exclusiveGroup}, ${toJson(row.combinesWith)}, ${toJson(row.items)}, ${toJson(row.conditions)},
      ${toJson(row.benefit)}, ${row.usageLimit}, ${row.usageLimitPerCustomer}, ${toJson(row.budgets)},
      ${managedKey}, 1, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, managed_key) where managed_key is not null do nothing`)

export const updatePromotion = (ctx: Ctx, row: PromotionDraft) =>
  ctx.db.run(sql`
    update promotions set title = ${row.title}, active = ${row.active}, starts_at = ${row.startsAt}, ends_at = ${row.endsAt},
      priority = ${row.priority}, exclusive_group = ${row.exclusiveGroup}, combines_with = ${toJson(row.combinesWith)},
      items = ${toJson(row.items)}, conditions = ${toJson(row.conditions)}, benefit = ${toJson(row.benefit)},
      usage_limit = ${row.usageLimit}, usage_limit_per_customer = ${row.usageLimitPerCustomer}, budgets = ${toJson(row.budgets)},
      version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${row.id}`)

export const deletePromotion = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from promotions where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Until the transaction ends, nobody else can change the promotion or reserve a use. */
export const lockPromotion = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Type.Object({ id: Id('promo') }),
    sql`select id from promotions where environment_id = ${ctx.environmentId} and id = ${id} for no key update`,
  )

const ManagedPromotion = Type.Object({ id: Id('promo'), active: Type.Boolean() })

export const findManagedPromotion = (ctx: Ctx, managedKey: string) =>
  ctx.db.row(
    ManagedPromotion,
    sql`select id, active from promotions where environment_id = ${ctx.environmentId} and managed_key = ${managedKey}`,
  )

export const findPromotion = (ctx: Ctx, id: string) =>
  ctx.db.row(
    PromotionRow,
    sql`
      select id, title, trigger, active, starts_at, ends_at, priority, exclusive_group, combines_with, items, conditions,
        benefit, usage_limit, usage_limit_per_customer, budgets, usage_count, spent, exhausted,
        managed_key is not null as managed, version, created_at, updated_at,
        (
          select code from promotion_codes
          where environment_id = ${ctx.environmentId} and promotion_id = promotions.id and active
            and (usage_limit is null or usage_count < usage_limit)
          order by code limit 1
        ) as code
      from promotions
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** In byte order, every string that starts with the code sorts at or before the code plus this. */
const MAX_CODE_POINT = '\u{10FFFF}'

export const listPromotions = (
  ctx: Ctx,
  { before, take }: Keyset,
  { status, trigger }: PromotionsQuery,
  { title, code }: { title: string | null; code: string | null },
) =>
  ctx.db.rows(
    PromotionRow,
    sql`
      select id, title, trigger, active, starts_at, ends_at, priority, exclusive_group, combines_with, items, conditions,
        benefit, usage_limit, usage_limit_per_customer, budgets, usage_count, spent, exhausted,
        managed_key is not null as managed, version, created_at, updated_at,
        (
          select code from promotion_codes
          where environment_id = ${ctx.environmentId} and promotion_id = promotions.id and active
            and (usage_limit is null or usage_count < usage_limit)
          order by code limit 1
        ) as code
      from promotions
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${trigger ?? null}::text is null or trigger = ${trigger ?? null})
        and (${status ?? null}::text is null or ${status ?? null} = case
          when not active then 'inactive'
          when starts_at > ${ctx.now} then 'scheduled'
          when ends_at <= ${ctx.now} then 'ended'
          else 'active' end)
        and (${title}::text is null or position(lower(${title}) in lower(title)) > 0 or id in (
          select promotion_id from promotion_codes
          where environment_id = ${ctx.environmentId} and code >= ${code} and code < ${`${code}${MAX_CODE_POINT}`}))
      order by id desc
      limit ${take}`,
  )

/** Until the transaction ends, nobody can delete them. */
export const lockSegments = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.rows(
    Type.Object({ id: Id('seg') }),
    sql`select id from segments where environment_id = ${ctx.environmentId} and id = any(${ids}) order by id for key share`,
  )

const ExistsRow = Type.Object({ exists: Type.Boolean() })

export const hasReservations = async (ctx: Ctx, id: string): Promise<boolean> => {
  const { exists } = await ctx.db.one(
    ExistsRow,
    sql`
      select exists (
        select from promotion_uses
        where environment_id = ${ctx.environmentId} and promotion_id = ${id} and status = 'reserved' and not exists (
          select from orders where orders.environment_id = ${ctx.environmentId} and orders.id = holder
        )
      ) as exists`,
  )
  return exists
}

/** A use reserved by an order counts as used, whether or not it is marked yet. */
export const listUses = (ctx: Ctx, id: string, { before, take }: Keyset, { status }: PromotionUsesQuery) =>
  ctx.db.rows(
    PromotionUse,
    sql`
      select id, code, holder as order_id, json_build_object('amount', amount, 'currency', currency) as amount, now.status,
        case when now.status = 'reserved' then expires_at end as expires_at, created_at
      from promotion_uses
      cross join lateral (
        select case when promotion_uses.status = 'reserved' and exists (
          select from orders where orders.environment_id = ${ctx.environmentId} and orders.id = holder
        ) then 'used' else promotion_uses.status end as status
      ) as now
      where environment_id = ${ctx.environmentId} and promotion_id = ${id} and id < ${before}
        and (${status ?? null}::text is null or now.status = ${status ?? null})
      order by id desc
      limit ${take}`,
  )

/** Codes after this one. */
export interface CodeCursor {
  code: string
  take: number
}

export const listCodes = (ctx: Ctx, promotionId: string, { code, take }: CodeCursor, { usage }: PromotionCodesQuery) =>
  ctx.db.rows(
    PromotionCode,
    sql`
      select code, customer_id, usage_limit, usage_count, active, created_at
      from promotion_codes
      where environment_id = ${ctx.environmentId} and promotion_id = ${promotionId} and code > ${code}
        and (${usage ?? null}::text is null or (usage_count > 0) = (${usage ?? null} = 'used'))
      order by code
      limit ${take}`,
  )

const InsertedCode = Type.Object({ code: Type.String() })

/** Returns the codes that were free; existing ones stay unchanged. */
export const insertCodes = async (
  ctx: Ctx,
  promotionId: string,
  codes: string[],
  usageLimit: number | null,
  customerId: string | null = null,
): Promise<Set<string>> => {
  const rows = await ctx.db.rows(
    InsertedCode,
    sql`
      insert into promotion_codes (environment_id, code, promotion_id, usage_limit, customer_id, created_at)
      select ${ctx.environmentId}, code, ${promotionId}, ${usageLimit}, ${customerId}, ${ctx.now}
      from unnest(${codes}::text[]) as input (code)
      order by code
      on conflict do nothing
      returning code`,
  )
  return new Set(rows.map(({ code }) => code))
}

export const deactivateCode = (ctx: Ctx, promotionId: string, code: string) =>
  ctx.db.run(sql`
    update promotion_codes set active = false
    where environment_id = ${ctx.environmentId} and promotion_id = ${promotionId} and code = ${code}`)

/** Returns 0 if the code was used or reserved. The promotion must be locked. */
export const deactivateUnusedCode = (ctx: Ctx, promotionId: string, code: string) =>
  ctx.db.run(sql`
    update promotion_codes set active = false
    where environment_id = ${ctx.environmentId} and promotion_id = ${promotionId} and code = ${code} and usage_count = 0`)
