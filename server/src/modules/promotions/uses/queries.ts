import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { MODES } from '../../../kit/api-key.ts'
import { newId } from '../../../kit/ids.ts'
import { Nullable, OneOf, Uuid } from '../../../kit/schema.ts'

export interface NewUse {
  promotionId: string
  /** As stored (`normalizeCode`); null: an automatic promotion. */
  code: string | null
  /** From `customerKeyOf`; null: an unknown customer. */
  customerKey: string | null
  currency: string
  amount: number
}

/**
 * Counting always takes this lock first, in one order, and counts in the next statement, which sees everything
 * counted before the lock. Codes and uses of a promotion are only written under this lock.
 */
export const lockPromotions = (ctx: Ctx, holder: string, promotionIds: string[]) =>
  ctx.db.run(sql`
    select id from promotions
    where environment_id = ${ctx.environmentId} and (id = any(${promotionIds}) or id in (
      select promotion_id from promotion_uses
      where environment_id = ${ctx.environmentId} and holder = ${holder} and status <> 'released'))
    order by id
    for no key update`)

const REJECTION_REASONS = ['inactive', 'usage_limit', 'code_limit', 'customer_limit', 'budget'] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** A rejection with its reason; without one, a promotion that is now exhausted, or no longer. */
const ReservationResult = Type.Object({
  promotionId: Type.String(),
  title: Nullable(Type.String()),
  rejection: Nullable(OneOf(REJECTION_REASONS)),
})
export type ReservationResult = Type.Static<typeof ReservationResult>

/**
 * Reserves all uses, or none if one is rejected. The holder's earlier reservations are released in the same
 * statement, so they don't block it; uses it already has are not reserved twice.
 */
export const reserveUses = (ctx: Ctx, holder: string, uses: NewUse[], expiresAt: Date) => {
  const rows = uses.map((use) => ({ id: newId('use'), ...use }))
  return ctx.db.rows(
    ReservationResult,
    sql`
      with requested_uses as (
        select input.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input
          (id text, "promotionId" text, code text, "customerKey" text, currency text, amount bigint)
        where not exists (
          select from promotion_uses
          where environment_id = ${ctx.environmentId} and holder = ${holder} and promotion_id = "promotionId" and status = 'used')
      ), previous_uses as (
        select promotion_id, code, currency, amount
        from promotion_uses
        where environment_id = ${ctx.environmentId} and holder = ${holder} and status = 'reserved'
      ), changes as (
        select "promotionId" as promotion_id, code, currency, amount, 1 as uses from requested_uses
        union all
        select promotion_id, code, currency, -amount, -1 from previous_uses
      ), checks as (
        select requested_uses."promotionId" as promotion_id, promotions.title, case
          when promotions.active is not true or (requested_uses.code is not null and codes.active is not true) then 'inactive'
          when promotion_change.uses > 0 and promotions.usage_count + promotion_change.uses > promotions.usage_limit then 'usage_limit'
          when code_change.uses > 0 and codes.usage_count + code_change.uses > codes.usage_limit then 'code_limit'
          when usage_limit_per_customer is not null and (requested_uses."customerKey" is null or usage_limit_per_customer <= (
            select count(*) from promotion_uses as others
            where others.environment_id = ${ctx.environmentId} and others.promotion_id = requested_uses."promotionId"
              and others.customer_key = requested_uses."customerKey" and others.status <> 'released' and others.holder <> ${holder}
          )) then 'customer_limit'
          -- While any budget is left, the next use may exceed it: otherwise a small remainder would block every
          -- order.
          when currency_change.amount > 0 and coalesce((spent ->> requested_uses.currency)::numeric, 0)
            >= (budgets ->> requested_uses.currency)::numeric then 'budget'
          end as rejection
        from requested_uses
        left join promotions on promotions.environment_id = ${ctx.environmentId} and promotions.id = requested_uses."promotionId"
        left join promotion_codes as codes on codes.environment_id = ${ctx.environmentId} and codes.code = requested_uses.code
          and codes.promotion_id = requested_uses."promotionId"
        cross join lateral (
          select sum(uses) as uses from changes where promotion_id = requested_uses."promotionId"
        ) as promotion_change
        cross join lateral (
          select sum(uses) as uses from changes where promotion_id = requested_uses."promotionId" and code = requested_uses.code
        ) as code_change
        cross join lateral (
          select sum(amount) as amount from changes where promotion_id = requested_uses."promotionId" and currency = requested_uses.currency
        ) as currency_change
      ), promotions_before as materialized (
        select id, exhausted from promotions
        where environment_id = ${ctx.environmentId} and id in (select promotion_id from changes)
      ), updated_promotions as (
        update promotions set
          usage_count = promotions.usage_count + change_totals.uses,
          spent = (
            select coalesce(jsonb_object_agg(currency, total), '{}')
            from (
              select currency, sum(amount) as total
              from (
                select key as currency, value::numeric as amount from jsonb_each_text(promotions.spent)
                union all
                select currency, amount from changes where promotion_id = promotions.id
              ) as amounts
              group by currency
              having sum(amount) <> 0
            ) as totals
          )
        from (select promotion_id, sum(uses)::integer as uses from changes group by promotion_id) as change_totals
        where promotions.environment_id = ${ctx.environmentId} and promotions.id = change_totals.promotion_id
          and not exists (select from checks where rejection is not null)
        returning promotions.id, promotions.title, promotions.exhausted
      ), updated_codes as (
        update promotion_codes set usage_count = usage_count + change_totals.uses
        from (select promotion_id, code, sum(uses)::integer as uses from changes group by promotion_id, code) as change_totals
        where promotion_codes.environment_id = ${ctx.environmentId} and promotion_codes.code = change_totals.code
          and promotion_codes.promotion_id = change_totals.promotion_id and change_totals.uses <> 0
          and not exists (select from checks where rejection is not null)
      ), released_uses as (
        update promotion_uses set status = 'released', expires_at = null
        where environment_id = ${ctx.environmentId} and holder = ${holder} and status = 'reserved'
          and promotion_id not in (select "promotionId" from requested_uses)
          and not exists (select from checks where rejection is not null)
      ), reserved_uses as (
        insert into promotion_uses (environment_id, id, promotion_id, code, holder, customer_key, currency, amount, status,
          expires_at, created_at)
        select ${ctx.environmentId}, id, "promotionId", code, ${holder}, "customerKey", currency, amount, 'reserved',
          ${expiresAt}, ${ctx.now}
        from requested_uses
        where not exists (select from checks where rejection is not null)
        on conflict (environment_id, holder, promotion_id) do update set code = excluded.code,
          customer_key = excluded.customer_key, currency = excluded.currency, amount = excluded.amount, status = 'reserved',
          expires_at = excluded.expires_at
      )
      select promotion_id, title, rejection from checks where rejection is not null
      union all
      select updated_promotions.id, updated_promotions.title, null
      from updated_promotions
      join promotions_before on promotions_before.id = updated_promotions.id
      where promotions_before.exhausted <> updated_promotions.exhausted`,
  )
}

/** `onlyExpired` releases the holder's expired reservations; otherwise everything it has, including used ones. */
export const releaseUses = (ctx: Ctx, holder: string, onlyExpired: boolean) =>
  ctx.db.rows(
    ReservationResult,
    sql`
      with promotions_before as materialized (
        select id, exhausted from promotions
        where environment_id = ${ctx.environmentId} and id in (
          select promotion_id from promotion_uses where environment_id = ${ctx.environmentId} and holder = ${holder})
      ), released as (
        update promotion_uses set status = 'released', expires_at = null
        where environment_id = ${ctx.environmentId} and holder = ${holder} and status <> 'released'
          and (not ${onlyExpired}::boolean or (status = 'reserved' and expires_at <= ${ctx.now}))
        returning promotion_id, code, currency, amount
      ), updated_promotions as (
        update promotions set
          usage_count = promotions.usage_count - change_totals.uses,
          spent = (
            select coalesce(jsonb_object_agg(currency, total), '{}')
            from (
              select currency, sum(amount) as total
              from (
                select key as currency, value::numeric as amount from jsonb_each_text(promotions.spent)
                union all
                select currency, -amount from released where promotion_id = promotions.id
              ) as amounts
              group by currency
              having sum(amount) <> 0
            ) as totals
          )
        from (select promotion_id, count(*)::integer as uses from released group by promotion_id) as change_totals
        where promotions.environment_id = ${ctx.environmentId} and promotions.id = change_totals.promotion_id
        returning promotions.id, promotions.title, promotions.exhausted
      ), updated_codes as (
        update promotion_codes set usage_count = usage_count - change_totals.uses
        from (select promotion_id, code, count(*)::integer as uses from released group by promotion_id, code) as change_totals
        where promotion_codes.environment_id = ${ctx.environmentId} and promotion_codes.code = change_totals.code
          and promotion_codes.promotion_id = change_totals.promotion_id
      )
      select updated_promotions.id as promotion_id, updated_promotions.title, null as rejection
      from updated_promotions
      join promotions_before on promotions_before.id = updated_promotions.id
      where promotions_before.exhausted <> updated_promotions.exhausted`,
  )

/** Counts don't change, because reserved uses already count. So this needs no lock on the promotion. */
export const markUsed = (ctx: Ctx, holder: string) =>
  ctx.db.run(sql`
    update promotion_uses set status = 'used', expires_at = null
    where environment_id = ${ctx.environmentId} and holder = ${holder} and status = 'reserved'`)

const UseHolder = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(MODES), holder: Type.String() })

/** Orders whose reserved uses are not marked as used yet. */
export const listHoldersWithOrders = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    UseHolder,
    sql`
      /* all environments: one schedule serves them all */
      select distinct promotion_uses.environment_id, workspace_id, mode, holder
      from promotion_uses
      join orders on orders.environment_id = promotion_uses.environment_id and orders.id = holder
      join environments on environments.id = promotion_uses.environment_id
      where promotion_uses.status = 'reserved'
      limit ${take}`,
  )

export const listExpiredHolders = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    UseHolder,
    sql`
      /* all environments: one schedule serves them all */
      select distinct environment_id, workspace_id, mode, holder
      from (
        select environment_id, holder from promotion_uses
        where status = 'reserved' and expires_at <= ${ctx.now}
        order by expires_at
        limit ${take}
      ) as expired
      join environments on environments.id = expired.environment_id`,
  )
