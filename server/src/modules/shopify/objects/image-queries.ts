import { type Static, Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Nullable, OneOf } from '../../../kit/schema.ts'

const StoredImage = Type.Object({
  externalId: Type.String(),
  sourceUrl: Type.String(),
  status: OneOf(['pending', 'stored', 'failed'] as const),
  /** Null if the file was deleted since. */
  fileName: Nullable(Type.String()),
})

export interface StoredImages {
  /** Our URL of the image, if we have it. */
  urlOf(ctx: Ctx, externalId: string, sourceUrl: string): string | undefined
  /** Whether it was downloaded, or is known to be no image. */
  isDone(externalId: string, sourceUrl: string): boolean
}

export const fileUrlOf = (ctx: Ctx, fileName: string): string =>
  `${ctx.publicUrl}/files/${ctx.environmentId}/${fileName}`

export async function readStoredImages(ctx: Ctx, images: { externalId: string }[]): Promise<StoredImages> {
  const rows =
    images.length > 0
      ? await readImages(
          ctx,
          images.map(({ externalId }) => externalId),
        )
      : []
  const byId = new Map(rows.map((row) => [row.externalId, row]))
  const find = (externalId: string, sourceUrl: string) => {
    const image = byId.get(externalId)
    return image?.sourceUrl === sourceUrl ? image : undefined
  }
  return {
    urlOf: (ctx, externalId, sourceUrl) => {
      const fileName = find(externalId, sourceUrl)?.fileName
      return fileName ? fileUrlOf(ctx, fileName) : undefined
    },
    isDone: (externalId, sourceUrl) => {
      const image = find(externalId, sourceUrl)
      return image?.status === 'failed' || Boolean(image?.fileName)
    },
  }
}

const readImages = (ctx: Ctx, externalIds: string[]) =>
  ctx.db.rows(
    StoredImage,
    sql`
      select image.external_id, image.source_url, image.status, files.name as file_name
      from shopify_images as image
      left join files on files.environment_id = ${ctx.environmentId} and files.name = image.file_name and files.is_stored
      where image.environment_id = ${ctx.environmentId} and image.external_id = any(${externalIds})`,
  )

interface SourceImage {
  externalId: string
  ownerId: string
  url: string
}

/** Images that we do not have yet are downloaded later. Those that their owners no longer have are forgotten. */
export async function savePendingImages(
  ctx: Ctx,
  owner: 'products' | 'collections',
  images: SourceImage[],
  ownerIds: string[],
  stored: StoredImages,
): Promise<void> {
  const externalIds = images.map(({ externalId }) => externalId)
  await ctx.db.run(sql`
    delete from shopify_images
    where environment_id = ${ctx.environmentId} and owner_id = any(${ownerIds}) and external_id <> all(${externalIds})`)
  const rows = images.filter(({ externalId, url }) => !stored.isDone(externalId, url))
  if (rows.length === 0) return
  await ctx.db.run(sql`
    insert into shopify_images as existing (environment_id, external_id, owner, owner_id, source_url, status, updated_at)
    select ${ctx.environmentId}, "externalId", ${owner}, "ownerId", url, 'pending', ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input ("externalId" text, "ownerId" text, url text)
    on conflict (environment_id, external_id) do update set owner_id = excluded.owner_id, source_url = excluded.source_url,
      status = excluded.status, file_name = null, error = null, updated_at = excluded.updated_at
    where existing.status <> 'pending' or existing.source_url <> excluded.source_url`)
}

const PendingImage = Type.Object({
  externalId: Type.String(),
  owner: OneOf(['products', 'collections'] as const),
  ownerId: Type.String(),
  sourceUrl: Type.String(),
  /** Of the same file at another product. */
  knownFileName: Nullable(Type.String()),
})
export type PendingImage = Static<typeof PendingImage>

export const listPendingImages = (ctx: Ctx, after: string, limit: number) =>
  ctx.db.rows(
    PendingImage,
    sql`
      select image.external_id, image.owner, image.owner_id, image.source_url, (
        select files.name
        from shopify_images as other
        join files on files.environment_id = ${ctx.environmentId} and files.name = other.file_name and files.is_stored
        where other.environment_id = ${ctx.environmentId} and other.source_url = image.source_url
          and other.file_name is not null
        limit 1
      ) as known_file_name
      from shopify_images as image
      where image.environment_id = ${ctx.environmentId} and image.status = 'pending' and image.external_id > ${after}
      order by image.external_id
      limit ${limit}`,
  )

const Count = Type.Object({ count: Type.Integer() })

export const countPendingImages = async (ctx: Ctx, after: string): Promise<number> =>
  (
    await ctx.db.one(
      Count,
      sql`
        select count(*) as count from shopify_images
        where environment_id = ${ctx.environmentId} and status = 'pending' and external_id > ${after}`,
    )
  ).count

interface ImageResult {
  external_id: string
  source_url: string
  status: 'stored' | 'failed'
  file_name: string | null
  error: string | null
}

/** An image whose URL changed during the download stays pending. */
export const saveImageResults = (ctx: Ctx, rows: ImageResult[]) =>
  ctx.db.run(sql`
    update shopify_images set status = input.status, file_name = input.file_name, error = input.error, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input (external_id text, source_url text, status text, file_name text, error text)
    where environment_id = ${ctx.environmentId} and shopify_images.external_id = input.external_id
      and shopify_images.source_url = input.source_url`)

export const deleteImagesOf = (ctx: Ctx, ownerIds: string[]) =>
  ctx.db.run(sql`
    delete from shopify_images where environment_id = ${ctx.environmentId} and owner_id = any(${ownerIds})`)
