import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { IdRange } from '../../db/id-range.ts'
import { sql } from '../../db/sql.ts'
import { OneOf, Uuid } from '../../kit/schema.ts'

export const insertChanges = (ctx: Ctx, productIds: string[]) =>
  ctx.db.run(sql`
    insert into facet_changes (environment_id, product_id, id)
    select distinct ${ctx.environmentId}::uuid, product_id, ${randomUUID()}::uuid from unnest(${productIds}::text[]) as product_id`)

export const insertChangesInRange = (ctx: Ctx, { after, upTo }: IdRange) =>
  ctx.db.run(sql`
    insert into facet_changes (environment_id, product_id, id)
    select ${ctx.environmentId}, product_id, ${randomUUID()}
    from listings
    where environment_id = ${ctx.environmentId} and product_id > ${after} and product_id <= ${upTo}`)

const Change = Type.Object({ productId: Type.String(), id: Uuid })

/** In the order of positions, so that a batch concerns few rows of bitmaps. */
export const listChanges = (ctx: Ctx, take: number) =>
  ctx.db.rows(
    Change,
    sql`
      select facet_changes.product_id, facet_changes.id
      from facet_changes
      left join facet_ordinals on facet_ordinals.environment_id = ${ctx.environmentId}
        and facet_ordinals.product_id = facet_changes.product_id
      where facet_changes.environment_id = ${ctx.environmentId}
      order by ordinal, facet_changes.product_id
      limit ${take}`,
  )

export const deleteChanges = (ctx: Ctx, changes: { productId: string; id: string }[]) =>
  ctx.db.run(sql`
    delete from facet_changes
    using unnest(${changes.map(({ productId }) => productId)}::text[], ${changes.map(({ id }) => id)}::uuid[])
      as folded (product_id, id)
    where environment_id = ${ctx.environmentId} and facet_changes.product_id = folded.product_id
      and facet_changes.id = folded.id`)

/** Without an index, no bits are outdated. Whoever builds one later sees what these changes did. */
export const deleteUnusedChanges = (ctx: Ctx) =>
  ctx.db.run(sql`
    delete from facet_changes
    where facet_changes.environment_id = ${ctx.environmentId} and not exists (
      select from facet_indexes where facet_indexes.environment_id = ${ctx.environmentId}
    )`)

export const insertIndex = (ctx: Ctx) =>
  ctx.db.run(sql`
    insert into facet_indexes (environment_id, built_through, ready, created_at)
    values (${ctx.environmentId}, '', false, ${ctx.now})
    on conflict (environment_id) do nothing`)

const Index = Type.Object({ builtThrough: Type.String(), ready: Type.Boolean() })

/** Held until the end of the transaction: one process at a time updates an index. */
export const lockIndex = (ctx: Ctx) =>
  ctx.db.row(
    Index,
    sql`
      select built_through, ready from facet_indexes
      where environment_id = ${ctx.environmentId}
      for update`,
  )

export const updateBuild = (ctx: Ctx, builtThrough: string, ready: boolean) =>
  ctx.db.run(sql`
    update facet_indexes set built_through = ${builtThrough}, ready = ${ready} where environment_id = ${ctx.environmentId}`)

const Migration = Type.Object({ name: Type.String() })

/** Undefined when the tables of the index are newer than this. */
export const findMigration = ({ db }: SystemCtx, before: Date) =>
  db.row(Migration, sql`select name from migrations where name = '0130_facet_index' and run_on < ${before}`)

const ListingCount = Type.Object({ count: Type.Integer() })

/** Counts no further than the limit. */
export const countListings = (ctx: Ctx, limit: number) =>
  ctx.db.one(
    ListingCount,
    sql`
      select count(*) as count
      from (select from listings where environment_id = ${ctx.environmentId} limit ${limit}) as limited`,
  )

const ProductId = Type.Object({ productId: Type.String() })

export const listListingsAfter = (ctx: Ctx, after: string, take: number) =>
  ctx.db.rows(
    ProductId,
    sql`
      select product_id from listings
      where environment_id = ${ctx.environmentId} and product_id > ${after}
      order by product_id
      limit ${take}`,
  )

export const listExisting = (ctx: Ctx, productIds: string[]) =>
  ctx.db.rows(
    ProductId,
    sql`
      select product_id from listings
      where environment_id = ${ctx.environmentId} and product_id = any(${productIds})`,
  )

const Ordinal = Type.Object({ ordinal: Type.Integer() })

export const releaseOrdinals = (ctx: Ctx, productIds: string[]) =>
  ctx.db.rows(
    Ordinal,
    sql`
      update facet_ordinals set product_id = null
      where environment_id = ${ctx.environmentId} and product_id = any(${productIds})
      returning ordinal`,
  )

const ProductOrdinal = Type.Object({ productId: Type.String(), ordinal: Type.Integer() })
export type ProductOrdinal = { productId: string; ordinal: number }

export const listOrdinals = (ctx: Ctx, productIds: string[]) =>
  ctx.db.rows(
    ProductOrdinal,
    sql`
      select product_id, ordinal from facet_ordinals
      where environment_id = ${ctx.environmentId} and product_id = any(${productIds})`,
  )

export const listFreeOrdinals = (ctx: Ctx, take: number) =>
  ctx.db.rows(
    Ordinal,
    sql`
      select ordinal from facet_ordinals
      where environment_id = ${ctx.environmentId} and product_id is null
      order by ordinal
      limit ${take}`,
  )

export const assignOrdinals = (ctx: Ctx, assigned: ProductOrdinal[]) =>
  ctx.db.run(sql`
    insert into facet_ordinals (environment_id, ordinal, product_id)
    select ${ctx.environmentId}, assigned.ordinal, assigned.product_id
    from unnest(${assigned.map(({ ordinal }) => ordinal)}::int[], ${assigned.map(({ productId }) => productId)}::text[])
      as assigned (ordinal, product_id)
    on conflict (environment_id, ordinal) do update set product_id = excluded.product_id`)

const LastOrdinal = Type.Object({ last: Type.Integer() })

export const findLastOrdinal = (ctx: Ctx) =>
  ctx.db.one(
    LastOrdinal,
    sql`select coalesce(max(ordinal), -1) as last from facet_ordinals where environment_id = ${ctx.environmentId}`,
  )

export const deleteEmptyBitmaps = (ctx: Ctx, chunks: number[]) =>
  ctx.db.run(sql`
    delete from facet_bitmaps
    where environment_id = ${ctx.environmentId} and chunk = any(${chunks}::int[]) and bits = 0::bit(8192)`)

/** Nobody reads them: a list of a deleted collection is not found. */
export const deleteBitmapsOfDeletedCollections = (ctx: Ctx) =>
  ctx.db.run(sql`
    delete from facet_bitmaps
    where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'collection' and not exists (
      select from collections where collections.environment_id = ${ctx.environmentId} and collections.id = facet_bitmaps.value
    )`)

/** Products that are neither in the index nor changed. */
export const insertMissingChanges = (ctx: Ctx) =>
  ctx.db.run(sql`
    insert into facet_changes (environment_id, product_id, id)
    select ${ctx.environmentId}, listings.product_id, ${randomUUID()}
    from listings
    where listings.environment_id = ${ctx.environmentId}
      and not exists (
        select from facet_ordinals
        where facet_ordinals.environment_id = ${ctx.environmentId} and facet_ordinals.product_id = listings.product_id
      )
      and not exists (
        select from facet_changes
        where facet_changes.environment_id = ${ctx.environmentId} and facet_changes.product_id = listings.product_id
      )`)

const Environment = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(['live', 'test'] as const) })

/** All those with changes. */
export const listChangedEnvironments = ({ db }: SystemCtx) =>
  db.rows(
    Environment,
    sql`
      /* all environments: one schedule serves them all */
      select distinct environment_id, workspace_id, mode
      from facet_changes
      join environments on environments.id = facet_changes.environment_id`,
  )

/** All those whose index is not complete. */
export const listIncompleteEnvironments = ({ db }: SystemCtx) =>
  db.rows(
    Environment,
    sql`
      /* all environments: one schedule serves them all */
      select environment_id, workspace_id, mode
      from facet_indexes
      join environments on environments.id = facet_indexes.environment_id
      where not ready`,
  )

export const listEnvironments = ({ db }: SystemCtx) =>
  db.rows(
    Environment,
    sql`
      /* all environments: one schedule serves them all */
      select id as environment_id, workspace_id, mode from environments order by id`,
  )
