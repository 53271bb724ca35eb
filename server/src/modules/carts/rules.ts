import type { Ctx } from '../../ctx.ts'
import type { Promotion, ShippingSettings, TaxSettings } from '../pricing/rules.ts'
import { DEFAULT_TAX_SETTINGS } from '../taxes/taxes.ts'
import * as queries from './queries.ts'

/** The shop's rules for prices, kept in memory: they change seldom and are asked for with every cart. */
export interface Rules {
  version: number
  promotions: ReadonlyMap<string, Promotion>
  automatic: readonly Promotion[]
  shipping: ShippingSettings
  taxes: TaxSettings
}

/** Of this many shops; the one that was not asked for longest makes room. */
const MAX_KEPT = 2000

const kept = new Map<string, Rules>()

/** Of the version that the database has just told, from memory if they are there: one more statement only after a change. */
export async function rulesOf(ctx: Ctx, version: number): Promise<Rules> {
  const known = kept.get(ctx.environmentId)
  if (known?.version === version) return known
  const row = await queries.readRules(ctx)
  const automatic = row.promotions.filter(({ trigger }) => trigger === 'automatic')
  const rules: Rules = {
    version: row.version,
    promotions: new Map(row.promotions.map((promotion) => [promotion.id, promotion])),
    automatic,
    shipping: { zones: row.zones, profiles: row.profiles, rates: row.rates },
    taxes: { ...DEFAULT_TAX_SETTINGS, ...row.taxes, regions: row.regions },
  }
  kept.delete(ctx.environmentId)
  kept.set(ctx.environmentId, rules)
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string)
  return rules
}
