import { type Ctx, transaction } from '../../ctx.ts'
import type { Page } from '../../db/page.ts'
import { AppError, type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { recordFacetChanges } from '../facet-index/facet-index.ts'
import type { CollectionProductKeyset } from './collection-product-queries.ts'
import * as queries from './collection-product-queries.ts'
import { getCollection, lockCollection, publishChange } from './collections.ts'
import { incrementVersion } from './queries.ts'
import {
  type AddCollectionProducts,
  type Collection,
  type CollectionProduct,
  type CollectionProductsQuery,
  MAX_MANUAL_PRODUCTS,
} from './schemas.ts'

/** Replaces the whole list: products that are not in it are removed. */
export const setCollectionProducts = (ctx: Ctx, id: Collection['id'], productIds: string[], ifMatch?: string) =>
  reorder(ctx, id, ifMatch, productIds, () => productIds)

/** Adds or moves products, before another product of the collection or to the end. */
export const addCollectionProducts = (
  ctx: Ctx,
  id: Collection['id'],
  { productIds, before }: AddCollectionProducts,
  ifMatch?: string,
) =>
  reorder(ctx, id, ifMatch, productIds, (current) => {
    const moved = new Set<string>(productIds)
    const others = current.filter((productId) => !moved.has(productId))
    const at = before === undefined ? others.length : others.indexOf(before)
    if (at >= 0) return others.toSpliced(at, 0, ...productIds)
    const message = 'must be a product of this collection that is not being moved'
    throw invalidRequest('Send as `before` a product of this collection that you are not moving.', [
      { path: '/before', message },
    ])
  })

export const removeCollectionProduct = (ctx: Ctx, id: Collection['id'], productId: string, ifMatch?: string) =>
  reorder(ctx, id, ifMatch, [], (current) => {
    if (!current.includes(productId)) throw notFound('product in this collection', productId)
    return current.filter((other) => other !== productId)
  })

export async function listCollectionProducts(
  ctx: Ctx,
  id: string,
  query: CollectionProductsQuery,
): Promise<Page<CollectionProduct>> {
  await getCollection(ctx, id)
  const page = toKeyset(query)
  return toPage(await queries.listCollectionProducts(ctx, id, page), page)
}

/** Writes only the differences; an unchanged order does not increment the version. */
function reorder(
  ctx: Ctx,
  id: Collection['id'],
  ifMatch: string | undefined,
  productIds: string[],
  reorderIds: (current: string[]) => string[],
): Promise<Collection> {
  assertNoDuplicates(productIds)
  return transaction(ctx, async (ctx) => {
    const collection = await lockCollection(ctx, id, ifMatch)
    if (collection.kind === 'rules') {
      throw new AppError('conflict', 'This collection is based on rules. Change its rules to change its products.')
    }
    const before = new Map<string, number>(
      (await queries.readPositions(ctx, id)).map(({ productId, position }) => [productId, position]),
    )
    const ordered = reorderIds([...before.keys()])
    if (ordered.length > MAX_MANUAL_PRODUCTS) throw tooManyProducts(ordered.length)
    await assertProductsExist(ctx, productIds)

    const remaining = new Set(ordered)
    const removed = [...before.keys()].filter((productId) => !remaining.has(productId))
    const moved = ordered
      .map((productId, position) => ({ productId, position }))
      .filter(({ productId, position }) => before.get(productId) !== position)
    if (removed.length + moved.length === 0) return collection
    if (removed.length > 0) await queries.deleteCollectionProducts(ctx, id, removed)
    if (moved.length > 0) await queries.upsertCollectionProducts(ctx, id, moved)
    const added = moved.map(({ productId }) => productId).filter((productId) => !before.has(productId))
    await recordFacetChanges(ctx, [...removed, ...added])
    await incrementVersion(ctx, id)
    return publishChange(ctx, 'collection.updated', id)
  })
}

function assertNoDuplicates(productIds: string[]): void {
  const seen = new Set<string>()
  const errors = productIds.flatMap((productId, at): ErrorDetail[] => {
    if (!seen.has(productId)) {
      seen.add(productId)
      return []
    }
    return [{ path: `/productIds/${at}`, message: 'is listed twice', productId }]
  })
  assertNoErrors('A product can be in a collection only once.', errors)
}

async function assertProductsExist(ctx: Ctx, productIds: string[]): Promise<void> {
  const existing = await queries.lockProductsShared(ctx, productIds)
  const errors = productIds.flatMap((productId, at) =>
    existing.has(productId)
      ? []
      : [{ path: `/productIds/${at}`, message: 'must be a product of this shop', productId }],
  )
  assertNoErrors('Some products do not exist.', errors)
}

function assertNoErrors(message: string, errors: ErrorDetail[]): void {
  if (errors.length > 0) throw invalidRequest(message, errors)
}

const tooManyProducts = (count: number) =>
  invalidRequest('The collection is full.', [
    {
      path: '/productIds',
      message: `must not bring the collection to ${count} products; the maximum is ${MAX_MANUAL_PRODUCTS}`,
      actual: count,
      limit: MAX_MANUAL_PRODUCTS,
    },
  ])

const DEFAULT_LIMIT = 20

/**
 * Pages by position, unlike other lists. The cursor contains the last position, so it stays valid when that product is
 * removed.
 */
export function toKeyset({ limit = DEFAULT_LIMIT, cursor }: CollectionProductsQuery): CollectionProductKeyset {
  return { ...(cursor === undefined ? { position: -1, productId: '' } : decodeCursor(cursor)), take: limit + 1 }
}

export function toPage(rows: CollectionProduct[], { take }: CollectionProductKeyset): Page<CollectionProduct> {
  const data = rows.slice(0, take - 1)
  const last = data.at(-1)
  return { data, nextCursor: last && rows.length === take ? encodeCursor(last) : null }
}

const encodeCursor = ({ position, id }: CollectionProduct) => Buffer.from(`${position}:${id}`).toString('base64url')

function decodeCursor(cursor: string): Omit<CollectionProductKeyset, 'take'> {
  const [, position, productId] =
    /^(\d{1,9}):(prod_[0-9a-z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (position !== undefined && productId !== undefined) return { position: Number(position), productId }
  throw invalidRequest('The cursor is not valid.', [
    { path: '/cursor', message: 'must be the nextCursor of an earlier page' },
  ])
}
