import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Uuid } from '../../kit/schema.ts'

const Environment = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(['live', 'test'] as const) })

export const listEnvironments = ({ db }: SystemCtx) =>
  db.rows(
    Environment,
    sql`
      /* all environments: one schedule serves them all */
      select id as environment_id, workspace_id, mode from environments order by id`,
  )

const MovementId = Type.Object({ id: Type.String() })

/** Outside of a transaction: most shops have nothing new, and no row is written for them. */
export const findNextMovement = (ctx: Ctx, before: string) =>
  ctx.db.row(
    MovementId,
    sql`
      select id from stock_movements
      where environment_id = ${ctx.environmentId} and id < ${before} and id > coalesce((
        select movement_id from stock_checkpoint_positions where environment_id = ${ctx.environmentId}
      ), '')
      order by id
      limit 1`,
  )

/** A missing row can't be locked. */
export const insertPosition = (ctx: Ctx) =>
  ctx.db.run(sql`
    insert into stock_checkpoint_positions (environment_id, movement_id) values (${ctx.environmentId}, '')
    on conflict (environment_id) do nothing`)

/** Held until the end of the transaction: one server at a time adds movements to checkpoints. */
export const lockPosition = (ctx: Ctx) =>
  ctx.db.one(
    Type.Object({ movementId: Type.String() }),
    sql`select movement_id from stock_checkpoint_positions where environment_id = ${ctx.environmentId} for update`,
  )

export const savePosition = (ctx: Ctx, movementId: string) =>
  ctx.db.run(sql`
    update stock_checkpoint_positions set movement_id = ${movementId} where environment_id = ${ctx.environmentId}`)

const MovementBatch = Type.Object({
  count: Type.Integer(),
  lastId: Nullable(Type.String()),
  variantIds: Type.Array(Type.String()),
})

export const readMovements = (ctx: Ctx, { after, before, take }: { after: string; before: string; take: number }) =>
  ctx.db.one(
    MovementBatch,
    sql`
      with batch as (
        select id, variant_id from stock_movements
        where environment_id = ${ctx.environmentId} and id > ${after} and id < ${before}
        order by id
        limit ${take}
      )
      select count(*) as count, max(id) as last_id, coalesce(array_agg(distinct variant_id), '{}') as variant_ids from batch`,
  )

const VariantId = Type.Object({ id: Id('var') })

/**
 * Prevents deletion until the transaction ends, so that none of the movements belongs to a variant that a reset of the
 * sandbox replaces meanwhile. Variants that are being deleted are skipped: whoever does so may wait for others here.
 */
export const lockVariants = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    VariantId,
    sql`
      select id from variants
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      for key share skip locked`,
  )

/** Variants with at least so many movements after their checkpoint. */
export const listDueVariants = (ctx: Ctx, ids: string[], { upTo, count }: { upTo: string; count: number }) =>
  ctx.db.rows(
    VariantId,
    sql`
      select variant.id
      from unnest(${ids}::text[]) as variant (id)
      cross join lateral (
        select coalesce(max(movement_id), '') as movement_id from stock_checkpoints
        where stock_checkpoints.environment_id = ${ctx.environmentId} and stock_checkpoints.variant_id = variant.id
      ) as checkpoint
      cross join lateral (
        select stock_movements.id from stock_movements
        where stock_movements.environment_id = ${ctx.environmentId} and stock_movements.variant_id = variant.id
          and stock_movements.id > checkpoint.movement_id and stock_movements.id <= ${upTo}
        order by stock_movements.id
        offset ${count - 1} limit 1
      ) as last_of_many`,
  )

export const deleteCheckpoints = (ctx: Ctx, variantIds: string[]) =>
  ctx.db.run(sql`
    delete from stock_checkpoints
    where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})`)

/** All levels of a variant advance to the same movement, also those without a new one. */
export const addMovements = (ctx: Ctx, variantIds: string[], { upTo, limit }: { upTo: string; limit: number }) =>
  ctx.db.run(sql`
    with starts as (
      select variant.id as variant_id, coalesce(max(movement_id), '') as movement_id
      from unnest(${variantIds}::text[]) as variant (id)
      left join stock_checkpoints on stock_checkpoints.environment_id = ${ctx.environmentId}
        and stock_checkpoints.variant_id = variant.id
      group by variant.id
    ), added as (
      select starts.variant_id, movement.id, location_id, on_hand, incoming
      from starts cross join lateral (
        select id, location_id, on_hand, incoming from stock_movements
        where stock_movements.environment_id = ${ctx.environmentId} and stock_movements.variant_id = starts.variant_id
          and stock_movements.id > starts.movement_id and stock_movements.id <= ${upTo}
        order by id
        limit ${limit}
      ) as movement
    ), ends as (
      select variant_id, max(id) as movement_id from added group by variant_id
    ), entries as (
      select variant_id, location_id, on_hand, incoming from added
      union all
      select variant_id, location_id, on_hand, incoming from stock_checkpoints
      where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
    )
    insert into stock_checkpoints (environment_id, variant_id, location_id, movement_id, on_hand, incoming, updated_at)
    select ${ctx.environmentId}::uuid, entries.variant_id, entries.location_id, ends.movement_id, sum(on_hand), sum(incoming),
      ${ctx.now}::timestamptz
    from entries join ends on ends.variant_id = entries.variant_id
    group by entries.variant_id, entries.location_id, ends.movement_id
    on conflict (environment_id, variant_id, location_id) do update set movement_id = excluded.movement_id,
      on_hand = excluded.on_hand, incoming = excluded.incoming, updated_at = excluded.updated_at`)
