import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { LAST_ID } from '../../../kit/ids.ts'
import { recordFacetChanges } from '../../facet-index/facet-index.ts'
import * as queries from './queries.ts'
import { compileRules, normalizeAttributes } from './rules.ts'
import type { Rule, RuleSet } from './schemas.ts'

/**
 * Prevents a write skew between rule changes and membership syncs: one reading products that the other is changing, the
 * other reading rules that the first is changing, and neither correcting the result. Syncs share the lock; a rule
 * change takes it exclusively, until the transaction ends. Data guarded by it must be read in a later statement than
 * the one that takes it.
 *
 * The lock order is products, rules, collections. Handles of collections are claimed under this lock too.
 */
export const lockRules = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock(53020014, hashtext(${ctx.environmentId}))`)

/** Call it before a write to products that a rule change must not overtake. */
export const lockRulesShared = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock_shared(53020014, hashtext(${ctx.environmentId}))`)

export type RuleCollection = RuleSet & { id: string }

/** Small enough to fit in memory, large enough that round trips do not matter. */
export const BATCH_SIZE = 1000
const SAMPLE_SIZE = 10
/** Reading all products in their order takes as long as finding this many. */
const MAX_CANDIDATES = 5000
/** A preview is shown while somebody edits the rules. */
const MAX_PREVIEWED = 10_000

/**
 * Adds these products to the collections whose rules they now meet, and removes them from the others. Call it inside
 * the transaction that changed the products, their prices or stock, after the last change: from here on, rule changes
 * wait for this transaction.
 */
export async function syncMemberships(ctx: Ctx, productIds: string[]): Promise<void> {
  const existing = await queries.lockProducts(ctx, productIds)
  // A transaction that deletes the products must not wait for the rules lock: a rule change may be waiting for the
  // deletion.
  if (existing.length === 0) return
  await lockRulesShared(ctx)
  const collections = await queries.readRuleCollections(ctx)
  if (collections.length > 0) await applyRules(ctx, idsOf(existing), collections)
}

/**
 * For changes of stock only: evaluates just the rules on stock. Without such rules, as in most shops, no product is
 * locked. Returns whether any membership changed.
 */
export async function syncStockMemberships(ctx: Ctx, productIds: string[]): Promise<boolean> {
  // Locks before the check, because another transaction may be about to add the first stock rule.
  await lockRulesShared(ctx)
  if (!(await queries.hasStockRules(ctx))) return false
  const existing = await queries.lockProducts(ctx, productIds)
  if (existing.length === 0) return false
  const collections = (await queries.readRuleCollections(ctx)).filter(({ rules }) =>
    rules.some(({ field }) => field === 'stock'),
  )
  return collections.length > 0 && (await applyRules(ctx, idsOf(existing), collections))
}

interface RulesPreview {
  count: number
  countPrecision: 'exact' | 'at_least'
  newest: string[]
}

/**
 * Returns what the rules would match, without locking or writing: how many products, and the newest. Counts the
 * newest products only if there are many.
 */
export async function previewRules(ctx: Ctx, rules: RuleSet): Promise<RulesPreview> {
  const meets = compileRules(rules)
  const selection = selectAttributes([rules])
  const newest: string[] = []
  let count = 0
  let previewed = 0
  for await (const productIds of productBatches(ctx, await findCandidates(ctx, rules, MAX_CANDIDATES))) {
    if (previewed >= MAX_PREVIEWED) return { count, countPrecision: 'at_least', newest }
    previewed += productIds.length
    for (const product of await queries.readAttributes(ctx, productIds, selection)) {
      if (!meets(normalizeAttributes(product))) continue
      count += 1
      if (newest.length < SAMPLE_SIZE) newest.push(product.id)
    }
  }
  return { count, countPrecision: 'exact', newest }
}

/** The products that may meet the rules, newest first, if the index of terms finds few. Otherwise undefined: any product. */
export async function findCandidates(
  ctx: Ctx,
  { match, rules }: RuleSet,
  limit: number,
): Promise<string[] | undefined> {
  const terms = rules.filter(isTermRule).map(({ value }) => String(value))
  if (terms.length === 0 || (match === 'any' && terms.length < rules.length)) return undefined
  const found = idsOf(await queries.listTermMatches(ctx, match, terms, limit + 1))
  return found.length <= limit ? found : undefined
}

const isTermRule = ({ field, relation }: Rule): boolean =>
  field === 'tag' ? relation === 'has' : (field === 'vendor' || field === 'type') && relation === 'is'

/** Returns whether any membership changed. */
export async function applyRules(ctx: Ctx, productIds: string[], collections: RuleCollection[]): Promise<boolean> {
  const tests = collections.map((collection) => ({ id: collection.id, meets: compileRules(collection) }))
  const added: queries.Membership[] = []
  const removed: queries.Membership[] = []
  for (const row of await queries.readAttributes(ctx, productIds, selectAttributes(collections))) {
    const product = normalizeAttributes(row)
    const isIn = new Set<string>(row.collectionIds)
    for (const { id, meets } of tests) {
      const belongs = meets(product)
      if (belongs !== isIn.has(id)) (belongs ? added : removed).push({ collectionId: id, productId: row.id })
    }
  }
  if (removed.length > 0) await queries.deleteMemberships(ctx, removed)
  if (added.length > 0) await queries.insertMemberships(ctx, added)
  await recordFacetChanges(
    ctx,
    [...removed, ...added].map(({ productId }) => productId),
  )
  return removed.length + added.length > 0
}

async function* productBatches(ctx: Ctx, candidates?: string[]): AsyncGenerator<string[]> {
  if (candidates) {
    yield* toBatches(candidates, BATCH_SIZE)
    return
  }
  let before = LAST_ID
  for (;;) {
    const ids = idsOf(await queries.listProductsBefore(ctx, before, BATCH_SIZE))
    if (ids.length > 0) yield ids
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH_SIZE) return
    before = last
  }
}

function selectAttributes(sets: RuleSet[]): queries.AttributeSelection {
  const rules: Rule[] = sets.flatMap((set) => set.rules)
  const currencies = rules.flatMap(({ value }) => (typeof value === 'object' ? [value.currency] : []))
  const keys = rules.flatMap(({ key }) => (key === undefined ? [] : [key]))
  return {
    currencies: [...new Set(currencies)],
    stock: rules.some(({ field }) => field === 'stock'),
    keys: [...new Set(keys)],
  }
}

export function* toBatches(productIds: string[], size: number): Generator<string[]> {
  for (let at = 0; at < productIds.length; at += size) yield productIds.slice(at, at + size)
}

export const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
