import { type Ctx, transaction } from '../../ctx.ts'
import {
  changesKeyset,
  isTime,
  keyset,
  type Page,
  rankedKeyset,
  sortedKeyset,
  toPage,
  toRankedPage,
  toSortedPage,
  toTimePage,
} from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest, MAX_DETAILS, notFound } from '../../kit/errors.ts'
import { deleteLevels } from '../inventory/inventory.ts'
import { refreshListings } from '../listings/listings.ts'
import { findSearchCandidates, readListPage } from './candidates.ts'
import { claimIdentifiers, readIdentifierOwners } from './identifiers.ts'
import * as listQueries from './list-queries.ts'
import { resolveVariants } from './match-variants.ts'
import { applyProductChanges, type ProductState } from './product-state.ts'
import * as queries from './queries.ts'
import type { NewProduct, Product, ProductChanges, ProductsQuery } from './schemas.ts'
import { rankProductIds } from './search-queries.ts'
import * as skuQueries from './sku-queries.ts'
import { lockSkus } from './skus.ts'
import { writeProducts } from './write-products.ts'

export function createProduct(ctx: Ctx, input: NewProduct): Promise<Product> {
  return transaction(ctx, async (ctx) => {
    const after = applyProductChanges(input, undefined)
    await lockSkus(ctx)
    await queries.lockIdentifiers(ctx)
    claimIdentifiers(await readIdentifierOwners(ctx, [input]), undefined, after)
    await writeProducts(ctx, [{ before: undefined, after }])
    return getProduct(ctx, after.id)
  })
}

/** Omitted fields keep their value; a stale `ifMatch` is rejected. */
export function changeProduct(
  ctx: Ctx,
  id: Product['id'],
  changes: ProductChanges,
  ifMatch?: string,
): Promise<Product> {
  return transaction(ctx, async (ctx) => {
    // The lock order is SKUs, identifiers, products: any other order can deadlock.
    if (changes.variants) await lockSkus(ctx)
    const isRenamed = changes.handle || changes.externalId
    if (isRenamed) await queries.lockIdentifiers(ctx)
    return rewriteProduct(ctx, id, ifMatch, async (before) => {
      const after = applyProductChanges(resolveVariants(changes, before, 'delete').changes, before)
      if (isRenamed) claimIdentifiers(await readIdentifierOwners(ctx, [after]), before, after)
      return after
    })
  })
}

/** The product is locked between reading and writing it. */
export function rewriteProduct(
  ctx: Ctx,
  id: Product['id'],
  ifMatch: string | undefined,
  change: (before: Product) => ProductState | Promise<ProductState>,
): Promise<Product> {
  return transaction(ctx, async (ctx) => {
    const before = await lockProduct(ctx, id, ifMatch)
    await writeProducts(ctx, [{ before, after: await change(before) }])
    return getProduct(ctx, id)
  })
}

export function deleteProduct(ctx: Ctx, id: Product['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    // Locks the product exclusively before its stock levels, so that concurrent stock changes wait at the product
    // without holding levels.
    if (!(await queries.lockProductForDelete(ctx, id))) throw notFound('product', id)
    const { variants, version } = await getProduct(ctx, id)
    assertIfMatch(ifMatch, version)
    await deleteLevels(
      ctx,
      variants.map((variant) => variant.id),
    )
    await queries.deleteProduct(ctx, id)
    await refreshListings(ctx, [id])
    await emit(ctx, 'product.deleted', { productId: id })
  })
}

export async function getProduct(ctx: Ctx, id: string): Promise<Product> {
  const [product] = await queries.readProducts(ctx, [id])
  if (!product) throw notFound('product', id)
  return product
}

export async function listProducts(ctx: Ctx, query: ProductsQuery): Promise<Page<Product>> {
  const { data, nextCursor } = await listProductIdPage(ctx, query)
  const products = await queries.readProducts(
    ctx,
    data.map(({ id }) => id),
  )
  const byId = new Map<string, Product>(products.map((product) => [product.id, product]))
  return { data: data.flatMap(({ id }) => byId.get(id) ?? []), nextCursor }
}

/** An absent or blank query lists the newest products first. */
async function listProductIdPage(ctx: Ctx, query: ProductsQuery): Promise<Page<{ id: string }>> {
  const { updatedFrom } = query
  if (query.q?.trim()) {
    if (updatedFrom !== undefined) {
      throw invalidRequest('A search is sorted by relevance and can’t list changes. Omit q or updatedFrom.', [
        { path: '/updatedFrom', message: 'cannot be combined with q' },
      ])
    }
    const page = rankedKeyset(query)
    const candidates = await findSearchCandidates(ctx, query.q, query)
    return toRankedPage(await rankProductIds(ctx, page, query.q, query, candidates), page)
  }
  if (updatedFrom !== undefined) {
    const page = changesKeyset(query, { updatedFrom })
    const rows = await readListPage(ctx, query, page.take, (lookup) =>
      listQueries.listChangedProductIds(ctx, page, query, lookup),
    )
    return toTimePage(rows, page)
  }
  const { sort } = query
  if (sort !== undefined && sort !== 'newest') {
    const page = sortedKeyset(query, sort === 'updated' ? isTime : () => true)
    const rows = await readListPage(ctx, query, page.take, (lookup) =>
      listQueries.listSortedProductIds(ctx, page, sort, query, lookup),
    )
    return toSortedPage(rows, page)
  }
  const page = keyset(query)
  const rows = await readListPage(ctx, query, page.take, (lookup) =>
    listQueries.listProductIds(ctx, page, query, lookup),
  )
  return toPage(rows, page)
}

async function lockProduct(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<Product> {
  if ((await queries.lockProducts(ctx, [id])).length === 0) throw notFound('product', id)
  const product = await getProduct(ctx, id)
  assertIfMatch(ifMatch, product.version)
  return product
}

/** Throws while variants share SKUs. Blocks SKU writes by others until the transaction ends. */
export async function assertUniqueSkus(ctx: Ctx): Promise<void> {
  await skuQueries.lockSkuSetting(ctx)
  const shared = await skuQueries.listSharedSkus(ctx, MAX_DETAILS)
  if (shared.length === 0) return
  const skus = shared.map(({ sku }) => sku)
  const more = skus.length > 5 ? ' and more' : ''
  const message = `Some variants share a SKU: ${skus.slice(0, 5).join(', ')}${more}. Give each variant its own SKU, then try again.`
  throw new AppError('conflict', message, {
    details: shared.map(({ sku, titles, variantIds, variantCount }) => {
      const others = variantCount > titles.length ? ` and ${variantCount - titles.length} more` : ''
      const message = `${sku} is used by ${titles.join(', ')}${others}`
      return { path: '/uniqueSkus', message, sku, variantIds, variantCount }
    }),
  })
}
