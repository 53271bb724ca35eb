import type { Ctx } from '../../../ctx.ts'
import { isHandle, slugify } from '../../../kit/slug.ts'
import type { CollectionLine } from '../../../ports/shop-lines.ts'
import { type SourceCollection, syncCollection } from '../../collections/collection-sync/collection-sync.ts'
import type { Collection } from '../../collections/schemas.ts'
import { MAX_MANUAL_PRODUCTS } from '../../collections/schemas.ts'
import * as collectionQueries from './collection-queries.ts'
import type { ShopObject } from './group-lines.ts'
import { readStoredImages, type StoredImages, savePendingImages } from './image-queries.ts'
import { mapRules } from './map-rules.ts'
import { type Applier, type ApplyOptions, hashContent, isOlder, type ObjectOutcome, toFailure } from './outcome.ts'
import * as queries from './queries.ts'

/** After the products, which it lists. */
export const collectionApplier: Applier<'collections'> = {
  apply: async (ctx, objects, options) => {
    const known = await collectionQueries.readKnownCollections(
      ctx,
      objects.map(({ root }) => root.id),
    )
    const products = await queries.readProductIds(ctx, [
      ...new Set(objects.flatMap(({ children }) => children.map(({ id }) => id))),
    ])
    const images = await readStoredImages(
      ctx,
      objects.map(({ root }) => ({ externalId: root.id })),
    )
    const outcomes: ObjectOutcome[] = []
    for (const object of objects) {
      const productIds = [...new Set(object.children.flatMap(({ id }) => products.get(id) ?? []))]
      const hasTooManyProducts = object.isTooLarge || productIds.length > MAX_MANUAL_PRODUCTS
      const source = { ...mapCollection(object.root, productIds, options.currency), hasTooManyProducts }
      // With rules, its products change because of the products.
      const hash = hashContent(source.rules ? { ...source, productIds: [], hasTooManyProducts: false } : source)
      const current = known.get(object.root.id)
      if (isSame(current, hash) || isOlder(object.root.updatedAt, current)) {
        outcomes.push({ externalId: object.root.id, outcome: 'unchanged', localId: current?.localId ?? null })
      } else {
        outcomes.push(await applyCollection(ctx, object, source, hash, { current, images, options }))
      }
    }
    return outcomes
  },
}

const isSame = (current: collectionQueries.KnownCollection | undefined, hash: string): boolean =>
  current?.contentHash === hash && current.currentVersion === current.localVersion

interface ApplyContext {
  current: collectionQueries.KnownCollection | undefined
  images: StoredImages
  options: ApplyOptions
}

async function applyCollection(
  ctx: Ctx,
  { root }: ShopObject<'collections'>,
  source: SourceCollection,
  hash: string,
  { current, images, options }: ApplyContext,
): Promise<ObjectOutcome> {
  const url = root.image && images.urlOf(ctx, root.id, root.image.url)
  const image = source.image && { ...source.image, ...(url && { url }) }
  try {
    const id = await findLocalId(ctx, current, source)
    const { outcome, collection, changes, difference } = await syncCollection(
      ctx,
      id,
      { ...source, image },
      options.dryRun,
    )
    if (collection && !options.dryRun) {
      await queries.upsertObjects(ctx, [
        {
          resource: 'collections',
          external_id: root.id,
          local_id: collection.id,
          local_version: collection.version,
          content_hash: hash,
          source_updated_at: root.updatedAt,
        },
      ])
      const pending = root.image ? [{ externalId: root.id, ownerId: root.id, url: root.image.url }] : []
      await savePendingImages(ctx, 'collections', pending, [root.id], images)
    }
    return {
      externalId: root.id,
      outcome,
      localId: collection?.id ?? null,
      title: root.title,
      changes: changes.map((field) => ({ field, from: null, to: null })),
      ...(difference && { warning: `“${root.title}”: ${DIFFERENCES[difference]}` }),
    }
  } catch (error) {
    return { ...toFailure(root.id, error), title: root.title }
  }
}

const DIFFERENCES = {
  listed:
    'its rules can’t be used here, so its products are listed one by one. Sync again when they change in Shopify.',
  old_rules: 'it keeps the rules that it has here. To get its products from Shopify, delete it here and sync again.',
}

/** Ours, unless somebody deleted it; else one with the same handle that is not synced. */
async function findLocalId(
  ctx: Ctx,
  current: collectionQueries.KnownCollection | undefined,
  { handle }: SourceCollection,
): Promise<Collection['id'] | undefined> {
  if (current && current.currentVersion !== null) return current.localId as Collection['id']
  return handle ? (await collectionQueries.findAdoptable(ctx, handle))?.id : undefined
}

const SORTS: Partial<Record<CollectionLine['sortOrder'], Collection['sort']>> = {
  ALPHA_ASC: 'title',
  BEST_SELLING: 'best_selling',
  CREATED_DESC: 'newest',
  PRICE_ASC: 'price',
  PRICE_DESC: '-price',
}

function mapCollection(
  line: CollectionLine,
  productIds: SourceCollection['productIds'],
  currency: string,
): Omit<SourceCollection, 'hasTooManyProducts'> {
  const sort = SORTS[line.sortOrder]
  // Ours with rules can't be sorted by hand.
  const rules = line.ruleSet && sort ? mapRules(line.ruleSet, currency) : undefined
  const handle = isHandle(line.handle) && line.handle.length <= 100 ? line.handle : slugify(line.handle)
  return {
    title: line.title.trim().slice(0, 255) || 'Untitled',
    ...(handle && { handle }),
    description: line.descriptionHtml,
    // In any other order, as exported.
    sort: sort ?? 'manual',
    seo: { title: line.seo.title?.slice(0, 255) ?? null, description: line.seo.description?.slice(0, 1000) ?? null },
    image: line.image && { url: line.image.url, alt: (line.image.altText ?? '').slice(0, 500) },
    productIds,
    hasRules: line.ruleSet !== null,
    ...(rules && { rules }),
  }
}
