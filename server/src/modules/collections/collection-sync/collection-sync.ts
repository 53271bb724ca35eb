import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../../ctx.ts'
import { readPositions } from '../collection-product-queries.ts'
import { setCollectionProducts } from '../collection-products.ts'
import { changeCollection, createCollection } from '../collections.ts'
import { readCollections } from '../queries.ts'
import type { Collection, CollectionChanges } from '../schemas.ts'

/** A collection of another shop, with its products in their order. */
export interface SourceCollection {
  title: string
  handle?: string
  description: string
  sort: Collection['sort']
  seo: Collection['seo']
  image: { url: string; alt: string } | null
  productIds: `prod_${string}`[]
}

interface CollectionSyncOutcome {
  outcome: 'created' | 'updated' | 'unchanged'
  /** Null in a dry run that would create it. */
  collection: Pick<Collection, 'id' | 'version'> | null
  /** Fields that differ. */
  changes: string[]
}

/**
 * Creates the collection, or updates ours with this ID. Its status stays as it is here; a new one is active. Products
 * are listed one by one, also if the other shop has rules for them. Call inside a transaction.
 */
export function syncCollection(
  ctx: Ctx,
  id: Collection['id'] | undefined,
  { productIds, handle, ...fields }: SourceCollection,
  dryRun: boolean,
): Promise<CollectionSyncOutcome> {
  return transaction(ctx, async (ctx) => {
    const [before] = id ? await readCollections(ctx, [id]) : []
    if (!before) {
      if (dryRun) return { outcome: 'created', collection: null, changes: [] }
      const created = await createCollection(ctx, {
        ...fields,
        ...(handle && { handle }),
        kind: 'manual',
        status: 'active',
      })
      const filled = await setCollectionProducts(ctx, created.id, productIds)
      return { outcome: 'created', collection: filled, changes: [] }
    }
    const wanted: CollectionChanges = { ...fields, ...(handle && { handle }) }
    const changed = listChanges(before, wanted)
    const current = (await readPositions(ctx, before.id)).map(({ productId }) => productId)
    const hasOtherProducts = !isDeepStrictEqual(current, productIds)
    const changes = hasOtherProducts ? [...changed, 'products'] : changed
    if (changes.length === 0) return { outcome: 'unchanged', collection: before, changes }
    if (dryRun) return { outcome: 'updated', collection: before, changes }
    let after = changed.length > 0 ? await changeCollection(ctx, before.id, wanted) : before
    if (hasOtherProducts) after = await setCollectionProducts(ctx, before.id, productIds)
    return { outcome: 'updated', collection: after, changes }
  })
}

function listChanges(before: Collection, wanted: CollectionChanges): string[] {
  const { image, ...current } = before
  const currentImage = image && { url: image.url, alt: image.alt }
  return Object.entries(wanted).flatMap(([field, value]) => {
    const old = field === 'image' ? currentImage : current[field as keyof typeof current]
    return isDeepStrictEqual(old, value) ? [] : [field]
  })
}
