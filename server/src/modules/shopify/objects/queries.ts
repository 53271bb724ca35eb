import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../../kit/schema.ts'

const KnownObject = Type.Object({
  externalId: Type.String(),
  localId: Type.String(),
  localVersion: Nullable(Type.Integer()),
  contentHash: Type.String(),
  sourceUpdatedAt: Nullable(Timestamp),
})

export const readObjects = async (ctx: Ctx, resource: string, externalIds: string[]) => {
  const rows = await ctx.db.rows(
    KnownObject,
    sql`
      select external_id, local_id, local_version, content_hash, source_updated_at from shopify_objects
      where environment_id = ${ctx.environmentId} and resource = ${resource} and external_id = any(${externalIds})`,
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

const KnownProduct = Type.Object({
  ...KnownObject.properties,
  /** Null if our product was deleted. */
  currentVersion: Nullable(Type.Integer()),
})

export const readKnownProducts = async (ctx: Ctx, externalIds: string[]) => {
  const rows = await ctx.db.rows(
    KnownProduct,
    sql`
      select object.external_id, object.local_id, object.local_version, object.content_hash, object.source_updated_at,
        products.version as current_version
      from shopify_objects as object
      left join products on products.environment_id = ${ctx.environmentId} and products.id = object.local_id
      where object.environment_id = ${ctx.environmentId} and object.resource = 'products'
        and object.external_id = any(${externalIds})`,
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

interface ObjectRow {
  resource: string
  external_id: string
  parent_id?: string | null
  local_id: string
  local_version?: number | null
  content_hash: string
  source_updated_at?: string | null
}

/** Rows that are already so are not written. */
export const upsertObjects = (ctx: Ctx, rows: ObjectRow[]) =>
  ctx.db.run(sql`
    insert into shopify_objects as existing (environment_id, resource, external_id, parent_id, local_id, local_version,
      content_hash, source_updated_at, updated_at)
    select ${ctx.environmentId}, resource, external_id, parent_id, local_id, local_version, content_hash, source_updated_at,
      ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (resource text, external_id text, parent_id text,
      local_id text, local_version integer, content_hash text, source_updated_at timestamptz)
    on conflict (environment_id, resource, external_id) do update set parent_id = excluded.parent_id,
      local_id = excluded.local_id, local_version = excluded.local_version, content_hash = excluded.content_hash,
      source_updated_at = excluded.source_updated_at, updated_at = excluded.updated_at
    where existing.local_id <> excluded.local_id or existing.content_hash <> excluded.content_hash
      or existing.local_version is distinct from excluded.local_version`)

interface VariantObjectRow {
  external_id: string
  parent_id: string
  local_id: string
}

/** A variant keeps the hash of its stock; a new one, or one that was created anew, has none yet. */
export const upsertVariantObjects = (ctx: Ctx, rows: VariantObjectRow[]) =>
  ctx.db.run(sql`
    insert into shopify_objects as existing (environment_id, resource, external_id, parent_id, local_id, content_hash, updated_at)
    select ${ctx.environmentId}, 'inventory', external_id, parent_id, local_id, '', ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (external_id text, parent_id text, local_id text)
    on conflict (environment_id, resource, external_id) do update set parent_id = excluded.parent_id,
      local_id = excluded.local_id, content_hash = excluded.content_hash, updated_at = excluded.updated_at
    where existing.local_id <> excluded.local_id`)

export const deleteOtherVariantObjects = (ctx: Ctx, productExternalIds: string[], variantExternalIds: string[]) =>
  ctx.db.run(sql`
    delete from shopify_objects
    where environment_id = ${ctx.environmentId} and resource = 'inventory' and parent_id = any(${productExternalIds})
      and external_id <> all(${variantExternalIds})`)

export const deleteObjects = (ctx: Ctx, resource: string, externalIds: string[]) =>
  ctx.db.run(sql`
    delete from shopify_objects
    where environment_id = ${ctx.environmentId} and (
      (resource = ${resource} and external_id = any(${externalIds})) or parent_id = any(${externalIds})
    )`)

const SyncedVariant = Type.Object({
  productId: Id('prod'),
  version: Type.Integer(),
  id: Id('var'),
  externalId: Nullable(Type.String()),
})

export const readSyncedVariants = (ctx: Ctx, productIds: string[]) =>
  ctx.db.rows(
    SyncedVariant,
    sql`
      select products.id as product_id, products.version, variants.id, variants.external_id
      from products
      join variants on variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      where products.environment_id = ${ctx.environmentId} and products.id = any(${productIds})`,
  )

const HandleRow = Type.Object({ handle: Type.String() })

/** Of products that are not synced: they become the synced products with the same handle. */
export const readAdoptableHandles = async (ctx: Ctx, handles: string[]) => {
  const rows = await ctx.db.rows(
    HandleRow,
    sql`
      select handle from products
      where environment_id = ${ctx.environmentId} and handle = any(${handles}) and external_id is null`,
  )
  return new Set(rows.map(({ handle }) => handle))
}

const MatchedProduct = Type.Object({ externalId: Type.String(), id: Id('prod') })

export const readProductIds = async (ctx: Ctx, externalIds: string[]) => {
  const rows = await ctx.db.rows(
    MatchedProduct,
    sql`
      select object.external_id, products.id
      from shopify_objects as object
      join products on products.environment_id = ${ctx.environmentId} and products.id = object.local_id
      where object.environment_id = ${ctx.environmentId} and object.resource = 'products'
        and object.external_id = any(${externalIds})`,
  )
  return new Map(rows.map(({ externalId, id }) => [externalId, id]))
}

const MatchedVariant = Type.Object({
  externalId: Type.String(),
  id: Id('var'),
  contentHash: Type.String(),
  sourceUpdatedAt: Nullable(Timestamp),
})

export const readVariants = async (ctx: Ctx, externalIds: string[]) => {
  const rows = await ctx.db.rows(
    MatchedVariant,
    sql`
      select object.external_id, variants.id, object.content_hash, object.source_updated_at
      from shopify_objects as object
      join variants on variants.environment_id = ${ctx.environmentId} and variants.id = object.local_id
      where object.environment_id = ${ctx.environmentId} and object.resource = 'inventory'
        and object.external_id = any(${externalIds})`,
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

interface StockHashRow {
  external_id: string
  content_hash: string
  source_updated_at: string
}

export const saveStockHashes = (ctx: Ctx, rows: StockHashRow[]) =>
  ctx.db.run(sql`
    update shopify_objects set content_hash = input.content_hash, source_updated_at = input.source_updated_at, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input (external_id text, content_hash text, source_updated_at timestamptz)
    where environment_id = ${ctx.environmentId} and resource = 'inventory'
      and shopify_objects.external_id = input.external_id`)

const MatchedLocation = Type.Object({ externalId: Type.String(), id: Id('loc') })

/** Without those that were deleted here. */
export const readLocations = async (ctx: Ctx, externalIds: string[]) => {
  const rows = await ctx.db.rows(
    MatchedLocation,
    sql`
      select object.external_id, locations.id
      from shopify_objects as object
      join locations on locations.environment_id = ${ctx.environmentId} and locations.id = object.local_id
      where object.environment_id = ${ctx.environmentId} and object.resource = 'locations'
        and object.external_id = any(${externalIds})`,
  )
  return new Map<string, string>(rows.map(({ externalId, id }) => [externalId, id]))
}

/** Our own change of an object is no change that somebody made here. */
export const raiseVersions = (ctx: Ctx, versions: { id: string; before: number; after: number }[]) =>
  ctx.db.run(sql`
    update shopify_objects set local_version = input.after, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as input (id text, before integer, after integer)
    where environment_id = ${ctx.environmentId} and local_id = input.id and local_version = input.before`)
