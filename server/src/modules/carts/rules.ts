import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../ctx.ts'
import type { PointRules } from '../pricing/cart.ts'
import type { Promotion, ShippingSettings, TaxSettings } from '../pricing/rules.ts'
import { DEFAULT_TAX_SETTINGS } from '../taxes/taxes.ts'
import * as queries from './kept-queries.ts'
import type { FactsRow, RulesRow } from './rows.ts'

/** The shop's rules for prices, kept in memory: they change seldom and are asked for with every cart. */
export interface Rules {
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
}

/** By shop. */
const kept = new LRUCache<string, Rules>({ max: 1000 })
const reading = new Map<string, Promise<Rules>>()

/** Of the version that the database has just told, if they are there or somebody is reading them. */
export function rulesOf(ctx: Ctx, version: number): Rules | Promise<Rules> | undefined {
  const known = kept.get(ctx.environmentId)
  if (known?.version === version) return known
  // Who is inside a transaction waits for nobody who may need another connection.
  return ctx.db.isTransaction ? undefined : reading.get(`${ctx.environmentId} ${version}`)
}

/** Those, and what these variants say, in one statement. */
export async function readRules(
  ctx: Ctx,
  version: number,
  variantIds: readonly string[],
): Promise<{ rules: Rules; told: FactsRow[] }> {
  const row = queries.readRules(ctx, variantIds)
  const rules = row.then(toRules)
  // Inside a transaction nobody else may have it: it may be what is not committed yet.
  if (!ctx.db.isTransaction) share(ctx.environmentId, version, rules)
  return { rules: await rules, told: (await row).offers }
}

function share(environmentId: string, version: number, rules: Promise<Rules>): void {
  const key = `${environmentId} ${version}`
  reading.set(key, rules)
  rules
    .then(
      (read) => kept.set(environmentId, read),
      () => {},
    )
    .finally(() => reading.delete(key))
}

const toRules = (row: RulesRow): Rules => ({
  version: row.version,
  automatic: row.promotions,
  shipping: { zones: row.zones, profiles: row.profiles, rates: row.rates },
  taxes: { ...DEFAULT_TAX_SETTINGS, ...row.taxes, regions: row.regions },
  points: row.points,
  provider: row.provider,
  hasTaxEngine: row.hasTaxEngine,
})
