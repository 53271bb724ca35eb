import type { Ctx } from '../../ctx.ts'
import { LAST_ID } from '../../kit/ids.ts'
import { lockRulesShared } from './locks.ts'
import * as queries from './rule-membership-queries.ts'
import type { Rule, RuleSet } from './rule-schemas.ts'
import { compileRules, normalizeAttributes } from './rules.ts'
import type { CollectionPreview } from './schemas.ts'

type RuleCollection = RuleSet & { id: string }

/** Small enough to be read and held at once, large enough that round trips do not matter. */
const BATCH_SIZE = 1000
const SAMPLE_SIZE = 10

/**
 * These products, and no others, are put into the collections whose rules they meet now, and taken out of the others. Called
 * inside the transaction that has changed them, their prices or their stock, after the last change: from here on whoever
 * changes rules waits for this transaction.
 */
export async function syncMemberships(ctx: Ctx, productIds: string[]): Promise<void> {
  const existing = await queries.lockProducts(ctx, productIds)
  // Who deletes a product must not wait here: who changes rules waits for the deletion.
  if (existing.length === 0) return
  await lockRulesShared(ctx)
  const collections = await queries.readRuleCollections(ctx)
  if (collections.length > 0) await applyRules(ctx, idsOf(existing), collections)
}

/**
 * Where stock has changed and nothing else: only rules that ask for it are read, and where there are none, as in most shops,
 * no product is locked. Answers whether anything has moved.
 */
export async function syncStockMemberships(ctx: Ctx, productIds: string[]): Promise<boolean> {
  // Before asking: somebody may be about to write the first such rule.
  await lockRulesShared(ctx)
  if (!(await queries.hasStockRules(ctx))) return false
  const existing = await queries.lockProducts(ctx, productIds)
  if (existing.length === 0) return false
  const collections = (await queries.readRuleCollections(ctx)).filter(({ rules }) =>
    rules.some(({ field }) => field === 'stock'),
  )
  return collections.length > 0 && (await applyRules(ctx, idsOf(existing), collections))
}

/** All products of the environment, for rules that are new. The caller holds `lockRules`. */
export async function syncCollection(ctx: Ctx, collection: RuleCollection): Promise<void> {
  for await (const productIds of productBatches(ctx)) await applyRules(ctx, productIds, [collection])
}

/** What `placeAll` would find, without a lock and without a trace. */
export async function previewRules(ctx: Ctx, rules: RuleSet): Promise<CollectionPreview> {
  const meets = compileRules(rules)
  const selection = selectAttributes([rules])
  const sample: string[] = []
  let count = 0
  for await (const productIds of productBatches(ctx)) {
    for (const product of await queries.readAttributes(ctx, productIds, selection)) {
      if (!meets(normalizeAttributes(product))) continue
      count += 1
      if (sample.length < SAMPLE_SIZE) sample.push(product.id)
    }
  }
  return { count, sample: await queries.readSample(ctx, sample) }
}

/** Answers whether anything has moved. */
async function applyRules(ctx: Ctx, productIds: string[], collections: RuleCollection[]): Promise<boolean> {
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
  return removed.length + added.length > 0
}

async function* productBatches(ctx: Ctx): AsyncGenerator<string[]> {
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

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
