import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { notFound } from '../../kit/errors.ts'
import * as queries from './queries.ts'
import type { ShownProduct, ShownQuery } from './schemas.ts'

export async function listShown(ctx: Ctx, query: ShownQuery): Promise<Page<ShownProduct>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listShownIds(ctx, page, query), page)
  const ids = data.map(({ id }) => id)
  return { data: await queries.readShown(ctx, ids, query.currency), nextCursor }
}

/** A handle that the product had before leads to it too; the answer names the one that it has now. */
export async function getShown(ctx: Ctx, idOrHandle: string, currency: string | undefined): Promise<ShownProduct> {
  const found = await queries.findShown(ctx, idOrHandle)
  const [product] = found ? await queries.readShown(ctx, [found.id], currency) : []
  if (!product) throw notFound('product', idOrHandle)
  return product
}
