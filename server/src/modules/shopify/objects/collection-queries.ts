import { type Static, Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../../kit/schema.ts'

const KnownCollection = Type.Object({
  externalId: Type.String(),
  localId: Type.String(),
  localVersion: Nullable(Type.Integer()),
  contentHash: Type.String(),
  sourceUpdatedAt: Nullable(Timestamp),
  /** Null if our collection was deleted. */
  currentVersion: Nullable(Type.Integer()),
})
export type KnownCollection = Static<typeof KnownCollection>

export const readKnownCollections = async (ctx: Ctx, externalIds: string[]) => {
  const rows = await ctx.db.rows(
    KnownCollection,
    sql`
      select object.external_id, object.local_id, object.local_version, object.content_hash,
        object.source_updated_at, collections.version as current_version
      from shopify_objects as object
      left join collections on collections.environment_id = ${ctx.environmentId} and collections.id = object.local_id
      where object.environment_id = ${ctx.environmentId} and object.resource = 'collections'
        and object.external_id = any(${externalIds})`,
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

const CollectionRef = Type.Object({ id: Id('col') })

/** A collection without rules that no other collection of the shop is. */
export const findAdoptable = (ctx: Ctx, handle: string) =>
  ctx.db.row(
    CollectionRef,
    sql`
      select id from collections
      where environment_id = ${ctx.environmentId} and handle = ${handle} and kind = 'manual' and not exists (
        select from shopify_objects
        where shopify_objects.environment_id = ${ctx.environmentId} and shopify_objects.resource = 'collections'
          and shopify_objects.local_id = collections.id
      )`,
  )
