import type { Ctx } from '../../ctx.ts'
import type { Promotion, ShippingSettings, TaxSettings } from '../pricing/rules.ts'
import { DEFAULT_TAX_SETTINGS } from '../taxes/taxes.ts'
import * as queries from './queries.ts'

/** The shop's rules for prices, kept in memory: they change seldom and are asked for with every cart. */
export interface Rules {
  version: number
  automatic: readonly Promotion[]
  shipping: ShippingSettings
  taxes: TaxSettings
  /** Who takes the money. */
  provider: string
  /** Somebody is asked about taxes at checkout. */
  hasTaxEngine: boolean
}

/** Of this many shops; the one that was not asked for longest makes room. */
const MAX_KEPT = 1000

const kept = new Map<string, Rules>()
const reading = new Map<string, Promise<Rules>>()

/** Of the version that the database has just told, from memory if they are there: one more statement only after a change. */
export function rulesOf(ctx: Ctx, version: number): Rules | Promise<Rules> {
  const known = kept.get(ctx.environmentId)
  if (known?.version === version) {
    kept.delete(ctx.environmentId)
    kept.set(ctx.environmentId, known)
    return known
  }
  // Inside a transaction nobody else may wait for it: it may see what is not committed yet.
  if (ctx.db.isTransaction) return read(ctx)
  const key = `${ctx.environmentId} ${version}`
  const shared = reading.get(key) ?? read(ctx).finally(() => reading.delete(key))
  reading.set(key, shared)
  return shared
}

async function read(ctx: Ctx): Promise<Rules> {
  const row = await queries.readRules(ctx)
  const rules: Rules = {
    version: row.version,
    automatic: row.promotions,
    shipping: { zones: row.zones, profiles: row.profiles, rates: row.rates },
    taxes: { ...DEFAULT_TAX_SETTINGS, ...row.taxes, regions: row.regions },
    provider: row.provider,
    hasTaxEngine: row.hasTaxEngine,
  }
  if (ctx.db.isTransaction) return rules
  kept.delete(ctx.environmentId)
  kept.set(ctx.environmentId, rules)
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string)
  return rules
}
