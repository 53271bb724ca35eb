import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { notFound } from '../../kit/errors.ts'
import * as queries from './collection-queries.ts'
import type { ShownCollection, ShownCollectionsQuery } from './collection-schemas.ts'
import { toDescriptionHtml } from './description-html.ts'

export async function listShownCollections(ctx: Ctx, query: ShownCollectionsQuery): Promise<Page<ShownCollection>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listShownCollectionIds(ctx, page), page)
  const ids = data.map(({ id }) => id)
  return { data: (await queries.readShownCollections(ctx, ids)).map(withHtml), nextCursor }
}

export async function getShownCollection(ctx: Ctx, handleOrId: string): Promise<ShownCollection> {
  const found = await queries.findShownCollection(ctx, handleOrId)
  const [collection] = found ? await queries.readShownCollections(ctx, [found.id]) : []
  if (!collection) throw notFound('collection', handleOrId)
  return withHtml(collection)
}

const withHtml = <Row extends { description: string }>(row: Row) => ({
  ...row,
  descriptionHtml: toDescriptionHtml(row.description),
})
