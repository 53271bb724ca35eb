import { LRUCache } from 'lru-cache'
import type { VariantData, VariantRow } from './rows.ts'

/** Some 50,000 offers. */
const MAX_BYTES = 64 * 1024 * 1024
/** What is around an entry, and in it beside its letters. */
const OVERHEAD_BYTES = 800

/**
 * What offers say, by variant and hash: whatever changes has another hash, so nothing here is ever old. The variant is part of the
 * key because the hash is quick, not secret: whoever found two texts with the same one could only confuse their own shop.
 */
const cache = new LRUCache<string, VariantData>({
  maxSize: MAX_BYTES,
  maxEntrySize: MAX_BYTES / 256,
  sizeCalculation: (variant) => JSON.stringify(variant).length + OVERHEAD_BYTES,
})

export function cacheVariants(rows: readonly VariantRow[]): void {
  for (const { hash, facts: variant } of rows) cache.set(variant.variantId + hash, variant)
}

/** What is known of these offers, by variant, and the variants of which nothing is. */
export function getCachedVariants(offers: Record<string, string>): {
  cached: Map<string, VariantData>
  uncached: string[]
} {
  const cached = new Map<string, VariantData>()
  const uncached: string[] = []
  for (const variantId in offers) {
    const variant = cache.get(variantId + offers[variantId])
    if (variant) cached.set(variantId, variant)
    else uncached.push(variantId)
  }
  return { cached, uncached }
}
