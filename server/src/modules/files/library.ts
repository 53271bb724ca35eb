import { type Ctx, transaction } from '../../ctx.ts'
import { type Page, timeKeyset, toTimePage } from '../../db/page.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import * as queries from './library-queries.ts'
import type { LibraryImage, LibraryQuery } from './library-schemas.ts'

/** All images of the shop, newest first. */
export async function listImages(ctx: Ctx, query: LibraryQuery): Promise<Page<LibraryImage>> {
  const keyset = timeKeyset(query)
  const rows = await queries.listImages(ctx, keyset, query)
  const { data, nextCursor } = toTimePage(
    rows.map((row) => ({ ...row, id: row.name, at: row.createdAt })),
    keyset,
  )
  const url = (name: string) => `${ctx.publicUrl}/files/${ctx.environmentId}/${name}`
  return { data: data.map(({ id: _id, at: _at, ...image }) => ({ ...image, url: url(image.name) })), nextCursor }
}

/** The hourly cleanup removes the bytes. */
export function deleteImage(ctx: Ctx, name: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await queries.lockImage(ctx, name))) throw notFound('image', name)
    // Under the lock: a product that is saved meanwhile waits, and then doesn't find the image.
    const { used } = await queries.findUse(ctx, name)
    if (used) throw new AppError('conflict', 'This image is in use. Remove it where it is shown, then delete it.')
    await queries.retireImage(ctx, name)
  })
}
