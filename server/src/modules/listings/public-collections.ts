import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { notFound } from '../../kit/errors.ts'
import type { PublicCollection, PublicCollectionsQuery } from './collection-schemas.ts'
import { toDescription } from './description-html.ts'
import * as queries from './queries.ts'

export async function listPublicCollections(ctx: Ctx, query: PublicCollectionsQuery): Promise<Page<PublicCollection>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listPublicCollectionIds(ctx, page), page)
  const ids = data.map(({ id }) => id)
  return { data: (await queries.readPublicCollections(ctx, ids)).map(toPublicCollection), nextCursor }
}

export async function getPublicCollection(ctx: Ctx, handleOrId: string): Promise<PublicCollection> {
  const match = await queries.findPublicCollection(ctx, handleOrId)
  const [collection] = match ? await queries.readPublicCollections(ctx, [match.id]) : []
  if (!collection) throw notFound('collection', handleOrId)
  return toPublicCollection(collection)
}

const toPublicCollection = <Row extends { description: string }>(row: Row) => ({
  ...row,
  descriptionHtml: toDescription(row.description).html,
})
