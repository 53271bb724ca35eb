import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../ctx.ts'
import type { PointRules } from '../pricing/cart.ts'
import type { Promotion, ShippingSettings, TaxSettings } from '../pricing/rules.ts'
import { DEFAULT_TAX_SETTINGS } from '../taxes/taxes.ts'
import { keepFacts } from './facts.ts'
import * as queries from './kept-queries.ts'
import type { RulesRow } from './rows.ts'

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
  /** Of variants that have no limit of their own. */
  maxQuantityPerOrder: number | null
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

/**
 * What this server does not know of them, and what variants say, in one statement. Told which version is awaited, others who need
 * it wait for the same answer.
 */
export async function readKept(ctx: Ctx, wanted: queries.Wanted, awaited?: number) {
  const known = kept.get(ctx.environmentId)
  const row = queries.readKept(ctx, wanted, { isFactsOnly: false, knownVersion: known?.version ?? null })
  const rules = row.then(({ version, rules }) => (rules ? toRules(version, rules) : (known as Rules)))
  // Inside a transaction nobody else may have it: it may be what is not committed yet.
  if (!ctx.db.isTransaction) share(ctx.environmentId, rules, awaited)
  const { offers: told } = await row
  keepFacts(told)
  return { rules: await rules, told }
}

function share(environmentId: string, rules: Promise<Rules>, awaited: number | undefined): void {
  const key = `${environmentId} ${awaited}`
  if (awaited !== undefined) reading.set(key, rules)
  rules
    .then(
      (read) => kept.set(environmentId, read),
      () => {},
    )
    .finally(() => reading.delete(key))
}

/** By shop: those who read before they know of which version. */
const early = new Map<string, Promise<unknown>>()

/** Both, before it is known whether they are missing. Of many at once only the first reads the rules too. */
export async function readEarly(ctx: Ctx, wanted: queries.Wanted): Promise<void> {
  const first = early.get(ctx.environmentId)
  if (first) {
    const row = await queries.readKept(ctx, wanted, { isFactsOnly: true, knownVersion: null })
    keepFacts(row.offers)
    await first
    return
  }
  const own = readKept(ctx, wanted).finally(() => early.delete(ctx.environmentId))
  early.set(ctx.environmentId, own)
  await own
}

const toRules = (version: number, row: RulesRow): Rules => ({
  version,
  automatic: row.automatic,
  shipping: { zones: row.zones, profiles: row.profiles, rates: row.rates },
  taxes: { ...DEFAULT_TAX_SETTINGS, ...row.taxes, regions: row.regions },
  points: row.points,
  provider: row.provider,
  hasTaxEngine: row.hasTaxEngine,
  maxQuantityPerOrder: row.maxQuantityPerOrder,
})
