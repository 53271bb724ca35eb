import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../../ctx.ts'
import { invalidRequest } from '../../../kit/errors.ts'
import { readPositions } from '../collection-product-queries.ts'
import { setCollectionProducts } from '../collection-products.ts'
import { changeCollection, createCollection } from '../collections.ts'
import { validateRules } from '../memberships/rules.ts'
import type { RuleSet } from '../memberships/schemas.ts'
import { getShopCurrency, readCollections } from '../queries.ts'
import { type Collection, type CollectionChanges, MAX_MANUAL_PRODUCTS } from '../schemas.ts'

/** A collection of another shop, with its products in their order. */
export interface SourceCollection {
  title: string
  handle?: string
  description: string
  sort: Collection['sort']
  seo: Collection['seo']
  image: { url: string; alt: string } | null
  productIds: `prod_${string}`[]
  /** More than can be listed here: it needs rules. */
  hasTooManyProducts: boolean
  /** If ours can say the same. They decide about the products then. */
  rules?: RuleSet
  hasRules: boolean
}

interface CollectionSyncOutcome {
  outcome: 'created' | 'updated' | 'unchanged'
  /** Null in a dry run that would create it. */
  collection: Pick<Collection, 'id' | 'version'> | null
  /** Fields that differ. */
  changes: string[]
  /** `listed`: although the shop has rules. `old_rules`: ours with rules can't get a list of products. */
  difference?: 'listed' | 'old_rules'
}

/**
 * Creates the collection, or updates ours with this ID. Its status stays as it is here; a new one is active. Without
 * rules, products are listed one by one; so they are in one that was created without rules, which can't get any. Call
 * inside a transaction.
 */
export function syncCollection(
  ctx: Ctx,
  id: Collection['id'] | undefined,
  source: SourceCollection,
  dryRun: boolean,
): Promise<CollectionSyncOutcome> {
  return transaction(ctx, async (ctx) => {
    const [before] = id ? await readCollections(ctx, [id]) : []
    const rules = await findUsableRules(ctx, source, before)
    const { productIds, hasTooManyProducts, handle, rules: _, hasRules, ...fields } = source
    if (hasTooManyProducts && !rules && before?.kind !== 'rules') {
      throw invalidRequest(
        `It has more than ${MAX_MANUAL_PRODUCTS} products, the most that a collection without rules can have here.`,
      )
    }
    const wanted: CollectionChanges = { ...fields, ...(handle && { handle }), ...rules }
    const listed = hasRules && !rules ? ({ difference: 'listed' } as const) : {}
    if (!before) {
      if (dryRun) return { outcome: 'created', collection: null, changes: [], ...listed }
      const kind = rules ? 'rules' : 'manual'
      const created = await createCollection(ctx, { ...wanted, title: source.title, kind, status: 'active' })
      const filled = rules ? created : await setCollectionProducts(ctx, created.id, productIds)
      return { outcome: 'created', collection: filled, changes: [], ...listed }
    }
    if (before.kind === 'rules') return changeRuleCollection(ctx, before, wanted, dryRun)
    const changed = listChanges(before, wanted)
    const current = (await readPositions(ctx, before.id)).map(({ productId }) => productId)
    const hasOtherProducts = !isDeepStrictEqual(current, productIds)
    const changes = hasOtherProducts ? [...changed, 'products'] : changed
    if (changes.length === 0) return { outcome: 'unchanged', collection: before, changes, ...listed }
    if (dryRun) return { outcome: 'updated', collection: before, changes, ...listed }
    let after = changed.length > 0 ? await changeCollection(ctx, before.id, wanted) : before
    if (hasOtherProducts) after = await setCollectionProducts(ctx, before.id, productIds)
    return { outcome: 'updated', collection: after, changes, ...listed }
  })
}

/** Without new rules it keeps those that it has, and its order, which can't be manual. */
async function changeRuleCollection(
  ctx: Ctx,
  before: Collection,
  { sort = before.sort, ...fields }: CollectionChanges,
  dryRun: boolean,
): Promise<CollectionSyncOutcome> {
  const wanted: CollectionChanges = { ...fields, sort: sort === 'manual' ? before.sort : sort }
  const changes = listChanges(before, wanted)
  const outcome = changes.length > 0 ? 'updated' : 'unchanged'
  const collection = outcome === 'updated' && !dryRun ? await changeCollection(ctx, before.id, wanted) : before
  return { outcome, collection, changes, ...(!wanted.rules && { difference: 'old_rules' }) }
}

/** Prices of rules are in the currency of this shop, and the kind of a collection never changes. */
async function findUsableRules(
  ctx: Ctx,
  { rules }: SourceCollection,
  before: Collection | undefined,
): Promise<RuleSet | undefined> {
  if (!rules || before?.kind === 'manual') return undefined
  return validateRules(rules.rules, await getShopCurrency(ctx)).length === 0 ? rules : undefined
}

function listChanges(before: Collection, wanted: CollectionChanges): string[] {
  const { image, ...current } = before
  const currentImage = image && { url: image.url, alt: image.alt }
  return Object.entries(wanted).flatMap(([field, value]) => {
    const old = field === 'image' ? currentImage : current[field as keyof typeof current]
    return isDeepStrictEqual(old, value) ? [] : [field]
  })
}
