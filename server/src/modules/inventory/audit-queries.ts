import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import { MAX_DRIFT, StockAudit } from './schemas.ts'

const VariantId = Type.Object({ id: Id('var') })

export const listVariantsBefore = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    VariantId,
    sql`
      select id from variants
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const LevelAudit = Type.Pick(StockAudit, ['checkedLevels', 'driftCount', 'drift'])

/**
 * Compares on hand and incoming of these variants with the ledger, and reserved with the holds. A single statement sees one
 * snapshot, so concurrent sales are not reported as drift. A missing level of an existing variant is drift.
 *
 * The offset keeps the search for the movements of one variant apart: joined, all movements might be read instead.
 */
export const auditLevels = (ctx: Ctx, variantIds: string[], { full }: { full: boolean }) =>
  ctx.db.one(
    LevelAudit,
    sql`
      with checkpoints as (
        select variant_id, location_id, movement_id, on_hand, incoming from stock_checkpoints
        where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds}) and not ${full}::boolean
      ), starts as (
        select variant.id as variant_id, coalesce(max(movement_id), '') as movement_id
        from unnest(${variantIds}::text[]) as variant (id) left join checkpoints on checkpoints.variant_id = variant.id
        group by variant.id
      ), entries as (
        select variant_id, location_id, true as is_level, on_hand::bigint as on_hand, reserved, incoming::bigint as incoming
        from stock_levels
        where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
        union all
        select variant_id, location_id, false, on_hand, 0, incoming from checkpoints
        union all
        select starts.variant_id, location_id, false, on_hand, 0, incoming
        from starts cross join lateral (
          select location_id, on_hand, incoming from stock_movements
          where stock_movements.environment_id = ${ctx.environmentId} and stock_movements.variant_id = starts.variant_id
            and stock_movements.id > starts.movement_id
          offset 0
        ) as newer
        union all
        select variant_id, location_id, false, 0, quantity, 0 from stock_holds
        where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
      ), totals as (
        select variant_id, location_id,
          coalesce(sum(on_hand) filter (where is_level), 0) as on_hand,
          coalesce(sum(reserved) filter (where is_level), 0) as reserved,
          coalesce(sum(incoming) filter (where is_level), 0) as incoming,
          coalesce(sum(on_hand) filter (where not is_level), 0) as ledger_on_hand,
          coalesce(sum(reserved) filter (where not is_level), 0) as ledger_reserved,
          coalesce(sum(incoming) filter (where not is_level), 0) as ledger_incoming
        from entries
        group by variant_id, location_id
      ), mismatches as (
        select * from totals
        where (on_hand, reserved, incoming) <> (ledger_on_hand, ledger_reserved, ledger_incoming) and exists (
          select from variants where variants.environment_id = ${ctx.environmentId} and variants.id = totals.variant_id
        )
      ), drift as (
        select variant_id, location_id, field, level, ledger
        from mismatches cross join lateral (values
          ('onHand', on_hand, ledger_on_hand),
          ('reserved', reserved, ledger_reserved),
          ('incoming', incoming, ledger_incoming)
        ) as quantity (field, level, ledger)
        where level <> ledger
      ), reported as (
        select * from drift order by variant_id, location_id, field limit ${MAX_DRIFT}
      )
      select (
          select count(*) from stock_levels where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
        ) as checked_levels,
        (select count(*) from drift) as drift_count,
        coalesce((
          select json_agg(json_build_object('variantId', variant_id, 'locationId', location_id, 'field', field,
            'level', level, 'ledger', ledger)) from reported
        ), '[]') as drift`,
  )

const CheckpointAudit = Type.Pick(StockAudit, ['checkpointDriftCount', 'checkpointDrift'])

/** Compares the checkpoints of these variants with the movements they cover, from the first one. */
export const auditCheckpoints = (ctx: Ctx, variantIds: string[]) =>
  ctx.db.one(
    CheckpointAudit,
    sql`
      with checkpoints as (
        select variant_id, location_id, movement_id, on_hand, incoming from stock_checkpoints
        where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
      ), ends as (
        select variant_id, max(movement_id) as movement_id from checkpoints group by variant_id
      ), entries as (
        select variant_id, location_id, on_hand, incoming, 0 as ledger_on_hand, 0 as ledger_incoming from checkpoints
        union all
        select ends.variant_id, location_id, 0, 0, on_hand, incoming
        from ends cross join lateral (
          select location_id, on_hand, incoming from stock_movements
          where stock_movements.environment_id = ${ctx.environmentId} and stock_movements.variant_id = ends.variant_id
            and stock_movements.id <= ends.movement_id
          offset 0
        ) as covered
      ), totals as (
        select variant_id, location_id, sum(on_hand) as on_hand, sum(incoming) as incoming,
          sum(ledger_on_hand) as ledger_on_hand, sum(ledger_incoming) as ledger_incoming
        from entries
        group by variant_id, location_id
      ), drift as (
        select variant_id, location_id, field, checkpoint, ledger
        from totals cross join lateral (values
          ('onHand', on_hand, ledger_on_hand),
          ('incoming', incoming, ledger_incoming)
        ) as quantity (field, checkpoint, ledger)
        where checkpoint <> ledger
      ), reported as (
        select * from drift order by variant_id, location_id, field limit ${MAX_DRIFT}
      )
      select (select count(*) from drift) as checkpoint_drift_count,
        coalesce((
          select json_agg(json_build_object('variantId', variant_id, 'locationId', location_id, 'field', field,
            'checkpoint', checkpoint, 'ledger', ledger)) from reported
        ), '[]') as checkpoint_drift`,
  )
