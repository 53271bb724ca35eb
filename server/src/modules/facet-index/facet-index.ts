import { type Ctx, transaction } from '../../ctx.ts'
import type { IdRange } from '../../db/id-range.ts'
import * as queries from './queries.ts'
import { CHUNK, writeBitmaps } from './write-bitmaps.ts'

/** Below, reading all products takes no longer than reading bitmaps (decision 54). */
const MIN_PRODUCTS = 2000
/** The longest that a deployment takes, from the migration to the end of the last old server. */
const DEPLOYMENT_MS = 3_600_000
/** Products per transaction: half a second. */
const BATCH = 1000
/** Positions per transaction: a divisor of `CHUNK`. */
const AUDIT_BATCH = 1024

/**
 * Call it in the transaction that changes what facets count: products, their variants, prices, availability or
 * collections. From its commit on, these products are counted without bitmaps, until `foldChanges` has updated them.
 */
export async function recordFacetChanges(ctx: Ctx, productIds: string[]): Promise<void> {
  if (productIds.length > 0) await queries.insertChanges(ctx, productIds)
}

/** Like `recordFacetChanges`, for all listings in a range of ids. */
export const recordFacetChangesInRange = (ctx: Ctx, range: IdRange): Promise<number> =>
  queries.insertChangesInRange(ctx, range)

/**
 * Brings the bitmaps up to date, and builds those of a shop that has become large enough. Returns whether it folded any
 * changes.
 */
export async function updateFacetIndex(ctx: Ctx): Promise<boolean> {
  const { count } = await queries.countListings(ctx, MIN_PRODUCTS)
  if (count >= MIN_PRODUCTS && (await isRecordedByAllServers(ctx))) return buildFacetIndex(ctx)
  await queries.deleteUnusedChanges(ctx)
  return foldChanges(ctx)
}

/** Has no effect on an index that is complete, except that it is brought up to date. Returns whether it folded any changes. */
export async function buildFacetIndex(ctx: Ctx): Promise<boolean> {
  // Committed before the first product is read: from then on no change is deleted unread.
  await queries.insertIndex(ctx)
  return foldChanges(ctx)
}

/** Other processes may be at it, too. Returns whether it folded any changes. */
async function foldChanges(ctx: Ctx): Promise<boolean> {
  while (await transaction(ctx, buildBatch)) ctx.signal.throwIfAborted()
  for (let hasFolded = false; ; hasFolded = true) {
    const count = await transaction(ctx, foldBatch)
    if (count < BATCH) return hasFolded || count > 0
    ctx.signal.throwIfAborted()
  }
}

/** Servers of the previous release may be running while the database is migrated, and record no changes. */
const isRecordedByAllServers = async (ctx: Ctx): Promise<boolean> =>
  (await queries.findMigration(ctx, new Date(ctx.now.getTime() - DEPLOYMENT_MS))) !== undefined

/** Returns whether there is more to do. */
async function buildBatch(ctx: Ctx): Promise<boolean> {
  const index = await queries.lockIndex(ctx)
  if (!index || index.ready) return false
  const ids = idsOf(await queries.listListingsAfter(ctx, index.builtThrough, BATCH))
  const last = ids.at(-1)
  if (last !== undefined) await indexProducts(ctx, ids)
  await queries.updateBuild(ctx, last ?? index.builtThrough, last === undefined)
  return last !== undefined
}

/** Returns the number of changes, at most a batch. */
async function foldBatch(ctx: Ctx): Promise<number> {
  const index = await queries.lockIndex(ctx)
  if (!index?.ready) return 0
  // Read before the products: a change that commits later is not in this list, and remains.
  const changes = await queries.listChanges(ctx, BATCH)
  if (changes.length === 0) return 0
  await indexProducts(ctx, [...new Set(idsOf(changes))])
  await queries.deleteChanges(ctx, changes)
  return changes.length
}

async function indexProducts(ctx: Ctx, ids: string[]): Promise<void> {
  const existing = new Set(idsOf(await queries.listExisting(ctx, ids)))
  // Released before bits are written: a product that is created again meanwhile gets none here, and has a change.
  const released = await queries.releaseOrdinals(
    ctx,
    ids.filter((id) => !existing.has(id)),
  )
  const known = await queries.listOrdinals(ctx, [...existing])
  const assigned = await assignOrdinals(ctx, [...existing], known)
  await rewriteBits(
    ctx,
    [...released, ...known, ...assigned].map(({ ordinal }) => ordinal),
  )
}

async function assignOrdinals(
  ctx: Ctx,
  ids: string[],
  known: queries.ProductOrdinal[],
): Promise<queries.ProductOrdinal[]> {
  const knownIds = new Set(idsOf(known))
  const missing = ids.filter((id) => !knownIds.has(id)).sort()
  if (missing.length === 0) return []
  const free = await queries.listFreeOrdinals(ctx, missing.length)
  const { last } = await queries.findLastOrdinal(ctx)
  const assigned = missing.map((productId, at) => ({
    productId,
    ordinal: free[at]?.ordinal ?? last + 1 + at - free.length,
  }))
  await queries.assignOrdinals(ctx, assigned)
  return assigned
}

async function rewriteBits(ctx: Ctx, ordinals: number[], skipChanged = false): Promise<string[]> {
  const written = await writeBitmaps(ctx, [...new Set(ordinals)], { skipChanged })
  const chunks = [...new Set(ordinals.map((ordinal) => Math.floor(ordinal / CHUNK)))]
  if (written.length > 0) await queries.deleteEmptyBitmaps(ctx, chunks)
  return written.map(({ facet, value }) => `${facet} ${value}`.trim())
}

/**
 * Compares all bitmaps with the listings, and repairs the differences. There are none, unless a change was not recorded.
 * Returns the facet values that were wrong.
 */
export async function auditFacetIndex(ctx: Ctx): Promise<string[]> {
  const wrong = new Set<string>()
  await queries.deleteBitmapsOfDeletedCollections(ctx)
  await transaction(ctx, async (ctx) => {
    if ((await queries.lockIndex(ctx))?.ready) await queries.insertMissingChanges(ctx)
  })
  for (let from = 0; ; from += AUDIT_BATCH) {
    ctx.signal.throwIfAborted()
    const repaired = await transaction(ctx, (ctx) => auditBatch(ctx, from))
    if (!repaired) return [...wrong]
    for (const value of repaired) wrong.add(value)
  }
}

/** Undefined when there are no positions from here on. */
async function auditBatch(ctx: Ctx, from: number): Promise<string[] | undefined> {
  const index = await queries.lockIndex(ctx)
  const { last } = await queries.findLastOrdinal(ctx)
  // To the end of the chunk: there must be no bits behind the last product.
  if (!index?.ready || from >= Math.ceil((last + 1) / CHUNK) * CHUNK) return undefined
  const ordinals = Array.from({ length: AUDIT_BATCH }, (_, at) => from + at)
  return rewriteBits(ctx, ordinals, true)
}

const idsOf = (rows: { productId: string }[]): string[] => rows.map(({ productId }) => productId)
