import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../../ctx.ts'
import type { PointRules } from '../../pricing/pricing-input.ts'
import type { Promotion, ShippingSettings, TaxSettings } from '../../pricing/rules.ts'
import { DEFAULT_TAX_SETTINGS } from '../../taxes/taxes.ts'
import * as queries from './pricing-queries.ts'
import type { PricingRulesRow } from './rows.ts'
import { cacheVariants } from './variant-cache.ts'

/** The shop's rules for prices, kept in memory: they change seldom and are asked for with every cart. */
export interface PricingRules {
  version: number
  automatic: readonly Promotion[]
  shipping: ShippingSettings
  taxes: TaxSettings
  /** What points are worth; null: nobody has said. */
  points: PointRules | null
  /** Who takes the money. */
  provider: string
  /** Somebody is asked about taxes at checkout. */
  hasTaxEngine: boolean
  /** Of variants that have no limit of their own. */
  maxQuantityPerOrder: number | null
}

/** By shop. */
const rulesCache = new LRUCache<string, PricingRules>({ max: 1000 })
const pendingReads = new Map<string, Promise<PricingRules>>()

/** Of the version that the database has just told, if they are there or somebody is reading them. */
export function getCachedRules(ctx: Ctx, version: number): PricingRules | Promise<PricingRules> | undefined {
  const cached = rulesCache.get(ctx.environmentId)
  if (cached?.version === version) return cached
  // Who is inside a transaction waits for nobody who may need another connection.
  return ctx.db.isTransaction ? undefined : pendingReads.get(`${ctx.environmentId} ${version}`)
}

/**
 * What this server does not know of them, and what variants say, in one statement. Told which version is awaited, others who need
 * it wait for the same answer.
 */
export async function refreshPricingCache(ctx: Ctx, lookup: queries.PricingLookup, expectedVersion?: number) {
  const cached = rulesCache.get(ctx.environmentId)
  const row = queries.loadPricingContext(ctx, lookup, { isVariantsOnly: false, cachedVersion: cached?.version ?? null })
  const rules = row.then(({ version, rules }) => (rules ? toPricingRules(version, rules) : (cached as PricingRules)))
  // Inside a transaction nobody else may have it: it may be what is not committed yet.
  if (!ctx.db.isTransaction) shareRules(ctx.environmentId, rules, expectedVersion)
  const { offers: variants } = await row
  cacheVariants(variants)
  return { rules: await rules, variants: variants }
}

function shareRules(environmentId: string, rules: Promise<PricingRules>, expectedVersion: number | undefined): void {
  const key = `${environmentId} ${expectedVersion}`
  if (expectedVersion !== undefined) pendingReads.set(key, rules)
  rules
    .then(
      (fresh) => rulesCache.set(environmentId, fresh),
      () => {},
    )
    .finally(() => pendingReads.delete(key))
}

/** By shop: those who read before they know of which version. */
const prefetches = new Map<string, Promise<unknown>>()

/** Both, before it is known whether they are missing. Of many at once only the first reads the rules too. */
export async function prefetchPricing(ctx: Ctx, lookup: queries.PricingLookup): Promise<void> {
  const first = prefetches.get(ctx.environmentId)
  if (first) {
    const row = await queries.loadPricingContext(ctx, lookup, { isVariantsOnly: true, cachedVersion: null })
    cacheVariants(row.offers)
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
