import type { Ctx } from '../../ctx.ts'
import { LAST_ID } from '../../kit/ids.ts'
import { shareRules } from './locks.ts'
import * as queries from './membership-queries.ts'
import type { Rule, RuleSet } from './rule-schema.ts'
import { plainFacts, testOf } from './rules.ts'
import type { Preview } from './schemas.ts'

type RuleCollection = RuleSet & { id: string }

/** Small enough to be read and held at once, large enough that round trips do not matter. */
const BATCH = 1000
const SAMPLE = 10

/**
 * These products, and no others, are put into the collections whose rules they meet now, and taken out of the others. Called
 * inside the transaction that has changed them, their prices or their stock, after the last change: from here on whoever
 * changes rules waits for this transaction.
 */
export async function placeProducts(ctx: Ctx, productIds: string[]): Promise<void> {
  const there = await queries.lockProducts(ctx, productIds)
  // Who deletes a product must not wait here: who changes rules waits for the deletion.
  if (there.length === 0) return
  await shareRules(ctx)
  const collections = await queries.readRuleCollections(ctx)
  if (collections.length > 0) await place(ctx, idsOf(there), collections)
}

/**
 * Where stock has changed and nothing else: only rules that ask for it are read, and where there are none, as in most shops,
 * no product is locked. Answers whether anything has moved.
 */
export async function placeByStock(ctx: Ctx, productIds: string[]): Promise<boolean> {
  // Before asking: somebody may be about to write the first such rule.
  await shareRules(ctx)
  if (!(await queries.asksForStock(ctx))) return false
  const there = await queries.lockProducts(ctx, productIds)
  if (there.length === 0) return false
  const collections = (await queries.readRuleCollections(ctx)).filter(({ rules }) =>
    rules.some(({ field }) => field === 'stock'),
  )
  return collections.length > 0 && (await place(ctx, idsOf(there), collections))
}

/** All products of the environment, for rules that are new. The caller holds `lockRules`. */
export async function placeAll(ctx: Ctx, collection: RuleCollection): Promise<void> {
  for await (const productIds of allProducts(ctx)) await place(ctx, productIds, [collection])
}

/** What `placeAll` would find, without a lock and without a trace. */
export async function previewRules(ctx: Ctx, rules: RuleSet): Promise<Preview> {
  const meets = testOf(rules)
  const needs = needsOf([rules])
  const sample: string[] = []
  let count = 0
  for await (const productIds of allProducts(ctx)) {
    for (const facts of await queries.readFacts(ctx, productIds, needs)) {
      if (!meets(plainFacts(facts))) continue
      count += 1
      if (sample.length < SAMPLE) sample.push(facts.id)
    }
  }
  return { count, sample: await queries.readSample(ctx, sample) }
}

/** Answers whether anything has moved. */
async function place(ctx: Ctx, productIds: string[], collections: RuleCollection[]): Promise<boolean> {
  const tests = collections.map((collection) => ({ id: collection.id, meets: testOf(collection) }))
  const entered: queries.Membership[] = []
  const left: queries.Membership[] = []
  for (const facts of await queries.readFacts(ctx, productIds, needsOf(collections))) {
    const product = plainFacts(facts)
    const isIn = new Set<string>(facts.collectionIds)
    for (const { id, meets } of tests) {
      const belongs = meets(product)
      if (belongs !== isIn.has(id)) (belongs ? entered : left).push({ collectionId: id, productId: facts.id })
    }
  }
  if (left.length > 0) await queries.deleteMemberships(ctx, left)
  if (entered.length > 0) await queries.insertMemberships(ctx, entered)
  return left.length + entered.length > 0
}

async function* allProducts(ctx: Ctx): AsyncGenerator<string[]> {
  let before = LAST_ID
  for (;;) {
    const ids = idsOf(await queries.listProductsBefore(ctx, before, BATCH))
    if (ids.length > 0) yield ids
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH) return
    before = last
  }
}

function needsOf(sets: RuleSet[]): queries.Needs {
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
