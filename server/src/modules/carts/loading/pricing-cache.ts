import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../../ctx.ts'
import type { PointRules } from '../../../pricing/pricing-input.ts'
import {
  DEFAULT_TAX_SETTINGS,
  type Promotion,
  type ShippingSettings,
  type TaxSettings,
} from '../../../pricing/rules.ts'
import * as queries from './pricing-queries.ts'
import type { PricingRulesRow, VariantData, VariantRow } from './rows.ts'

/** A shop's pricing rules, cached in memory: they rarely change and every cart needs them. */
export interface PricingRules {
  version: number
  automatic: readonly Promotion[]
  shipping: ShippingSettings
  taxes: TaxSettings
  /** What points are worth; null if not configured. */
  points: PointRules | null
  /** The payment provider. */
  provider: string
  /** An external tax engine is called at checkout. */
  hasTaxEngine: boolean
  /** Applies to variants without a limit of their own. */
  maxQuantityPerOrder: number | null
}

const newPricingCache = () => ({
  /** By environment id. */
  rules: new LRUCache<string, PricingRules>({ max: 1000 }),
  /** By environment id and version. */
  pendingReads: new Map<string, Promise<PricingRules>>(),
  /** By environment id: reads that start before the required version is known. */
  prefetches: new Map<string, Promise<unknown>>(),
})

/** Returns the rules of the version the database just reported, if cached or being read. */
export function getCachedRules(ctx: Ctx, version: number): PricingRules | Promise<PricingRules> | undefined {
  const { rules, pendingReads } = ctx.perServer(newPricingCache)
  const cached = rules.get(ctx.environmentId)
  if (cached?.version === version) return cached
  // Never wait inside a transaction: the pending read may need another connection.
  return ctx.db.isTransaction ? undefined : pendingReads.get(`${ctx.environmentId} ${version}`)
}

/**
 * Loads missing rules and variants in one statement. With `expectedVersion`, concurrent requests that need that
 * version share the result.
 */
export async function refreshPricingCache(ctx: Ctx, lookup: queries.PricingLookup, expectedVersion?: number) {
  const cached = ctx.perServer(newPricingCache).rules.get(ctx.environmentId)
  const row = queries.loadPricingContext(ctx, lookup, { isVariantsOnly: false, cachedVersion: cached?.version ?? null })
  const rules = row.then(({ version, rules }) => (rules ? toPricingRules(version, rules) : (cached as PricingRules)))
  // Never share from inside a transaction: the rules may be uncommitted.
  if (!ctx.db.isTransaction) shareRules(ctx, rules, expectedVersion)
  const { offers: variants } = await row
  cacheVariants(ctx, variants)
  return { rules: await rules, variants }
}

function shareRules(ctx: Ctx, rules: Promise<PricingRules>, expectedVersion: number | undefined): void {
  const { environmentId } = ctx
  const cache = ctx.perServer(newPricingCache)
  const key = `${environmentId} ${expectedVersion}`
  if (expectedVersion !== undefined) cache.pendingReads.set(key, rules)
  rules
    .then(
      (fresh) => cache.rules.set(environmentId, fresh),
      () => {},
    )
    .finally(() => cache.pendingReads.delete(key))
}

/** Reads ahead of knowing what is missing. Of concurrent requests, only the first also reads the rules. */
export async function prefetchPricing(ctx: Ctx, lookup: queries.PricingLookup): Promise<void> {
  const { prefetches } = ctx.perServer(newPricingCache)
  const first = prefetches.get(ctx.environmentId)
  if (first) {
    const row = await queries.loadPricingContext(ctx, lookup, { isVariantsOnly: true, cachedVersion: null })
    cacheVariants(ctx, row.offers)
    await first
    return
  }
  const own = refreshPricingCache(ctx, lookup).finally(() => prefetches.delete(ctx.environmentId))
  prefetches.set(ctx.environmentId, own)
  await own
}

const toPricingRules = (version: number, row: PricingRulesRow): PricingRules => ({
  version,
  automatic: row.automatic,
  shipping: { zones: row.zones, profiles: row.profiles, rates: row.rates },
  taxes: { ...DEFAULT_TAX_SETTINGS, ...row.taxes, regions: row.regions },
  points: row.points,
  provider: row.provider,
  hasTaxEngine: row.hasTaxEngine,
  maxQuantityPerOrder: row.maxQuantityPerOrder,
})

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

function cacheVariants(ctx: Ctx, rows: readonly VariantRow[]): void {
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
