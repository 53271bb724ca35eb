import { LRUCache } from 'lru-cache'
import type { Facts, FactsRow } from './rows.ts'

/** Some 50,000 offers. */
const MAX_BYTES = 64 * 1024 * 1024
/** What is around an entry, and in it beside its letters. */
const OVERHEAD_BYTES = 800

/**
 * What offers say, by variant and hash: whatever changes has another hash, so nothing here is ever old. The variant is part of the
 * key because the hash is quick, not secret: whoever found two texts with the same one could only confuse their own shop.
 */
const kept = new LRUCache<string, Facts>({
  maxSize: MAX_BYTES,
  maxEntrySize: MAX_BYTES / 256,
  sizeCalculation: (facts) => JSON.stringify(facts).length + OVERHEAD_BYTES,
})

export function keepFacts(rows: readonly FactsRow[]): void {
  for (const { hash, facts } of rows) kept.set(facts.variantId + hash, facts)
}

/** What is known of these offers, by variant, and the variants of which nothing is. */
export function recallFacts(offers: Record<string, string>): { known: Map<string, Facts>; unknown: string[] } {
  const known = new Map<string, Facts>()
  const unknown: string[] = []
  for (const variantId in offers) {
    const facts = kept.get(variantId + offers[variantId])
    if (facts) known.set(variantId, facts)
    else unknown.push(variantId)
  }
  return { known, unknown }
}
