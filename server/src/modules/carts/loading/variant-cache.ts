import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../../ctx.ts'
import type { VariantData, VariantRow } from './rows.ts'

/** Some 50,000 variants. */
const MAX_BYTES = 64 * 1024 * 1024
/** Bytes per entry in addition to its characters. */
const OVERHEAD_BYTES = 800

/**
 * Variant data by variant and hash: a change has a new hash, so entries never go stale. The key includes the variant
 * because the hash is fast, not cryptographic: a collision could only affect the shop that made it.
 */
const newVariantCache = () =>
  new LRUCache<string, VariantData>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 256,
    sizeCalculation: (variant) => JSON.stringify(variant).length + OVERHEAD_BYTES,
  })

export function cacheVariants(ctx: Ctx, rows: readonly VariantRow[]): void {
  const cache = ctx.perServer(newVariantCache)
  for (const { hash, data: variant } of rows) cache.set(variant.variantId + hash, variant)
}

/** Returns the cached variants, and the ids of those that are not cached. */
export function getCachedVariants(
  ctx: Ctx,
  offers: Record<string, string>,
): { cached: Map<string, VariantData>; uncached: string[] } {
  const cache = ctx.perServer(newVariantCache)
  const cached = new Map<string, VariantData>()
  const uncached: string[] = []
  for (const variantId in offers) {
    const variant = cache.get(variantId + offers[variantId])
    if (variant) cached.set(variantId, variant)
    else uncached.push(variantId)
  }
  return { cached, uncached }
}
