import type { Ctx } from '../../../ctx.ts'
import { type ProductSyncOutcome, type SourceProduct, syncProducts } from '../../catalog/product-sync/product-sync.ts'
import type { ShopObject } from './group-lines.ts'
import { readStoredImages, type StoredImages, savePendingImages } from './image-queries.ts'
import { type MappedProduct, mapProduct } from './map-product.ts'
import { type Applier, type ApplyOptions, describeError, hashContent, isOlder, type ObjectOutcome } from './outcome.ts'
import * as queries from './queries.ts'

interface ChangedProduct extends MappedProduct {
  hash: string
}

/** Products that have not changed since the last sync, there and here, cost one read per batch. */
export const productApplier: Applier<'products'> = {
  apply: async (ctx, objects, options) => {
    const known = await queries.readKnownProducts(
      ctx,
      objects.map(({ root }) => root.id),
    )
    const outcomes = new Map<string, ObjectOutcome>()
    const changed: ChangedProduct[] = []
    for (const object of objects) {
      const mapped = mapProduct(object, options.currency)
      const { externalId } = mapped
      const hash = hashContent([mapped.product, mapped.images])
      const current = known.get(externalId)
      const isSame = current?.contentHash === hash && current.currentVersion === current.localVersion
      const problem = findProblem(object, mapped)
      if (problem) outcomes.set(externalId, { externalId, title: mapped.product.title ?? null, ...problem })
      else if (isSame || isOlder(mapped.sourceUpdatedAt, current))
        outcomes.set(externalId, { externalId, outcome: 'unchanged', localId: current?.localId ?? null })
      else changed.push({ ...mapped, hash })
    }
    for (const outcome of await applyChanged(ctx, changed, options)) outcomes.set(outcome.externalId, outcome)
    return [...outcomes.values()]
  },
}

function findProblem(
  { isTooLarge }: ShopObject<'products'>,
  { isIncomplete }: MappedProduct,
): Pick<ObjectOutcome, 'outcome' | 'error'> | undefined {
  if (isTooLarge)
    return { outcome: 'failed', error: 'It has more variants, images and metafields than a product can have here.' }
  return isIncomplete ? { outcome: 'pending' } : undefined
}

async function applyChanged(ctx: Ctx, changed: ChangedProduct[], options: ApplyOptions): Promise<ObjectOutcome[]> {
  if (changed.length === 0) return []
  const images = await readStoredImages(
    ctx,
    changed.flatMap((product) => product.images),
  )
  const adoptable = await readAdoptable(ctx, changed)
  const groups = [
    { matchBy: 'externalId' as const, products: changed.filter((one) => !isIn(adoptable, one)) },
    { matchBy: 'handle' as const, products: changed.filter((one) => isIn(adoptable, one)) },
  ]
  const results: ProductResult[] = []
  for (const { matchBy, products } of groups) {
    if (products.length === 0) continue
    const sources = products.map((mapped) => withImages(ctx, mapped, images))
    const outcomes = await syncProducts(ctx, sources, { matchBy, dryRun: options.dryRun })
    for (const [at, outcome] of outcomes.entries()) {
      const mapped = products[at]
      if (mapped) results.push({ mapped, outcome })
    }
  }
  if (!options.dryRun) await saveMappings(ctx, results, images)
  return results.map((result) => toOutcome(result, options))
}

interface ProductResult {
  mapped: ChangedProduct
  outcome: ProductSyncOutcome
}

function toOutcome(
  { mapped: { externalId, product }, outcome }: ProductResult,
  { dryRun }: ApplyOptions,
): ObjectOutcome {
  const common = { externalId, title: product.title ?? null, changes: outcome.changes }
  if (outcome.outcome === 'failed') {
    const { error, productId = null } = outcome
    // Its handle may be that of a product which gets another one later in this sync.
    const isTaken = error.code === 'conflict' && error.details?.some(({ path }) => path === '/handle')
    return { ...common, outcome: isTaken ? 'pending' : 'failed', localId: productId, error: describeError(error) }
  }
  // A product that would be created has no ID yet.
  const localId = dryRun && outcome.outcome === 'created' ? null : outcome.productId
  return { ...common, outcome: outcome.outcome, localId }
}

const isIn = (handles: Set<string>, { product }: MappedProduct) =>
  product.handle !== undefined && handles.has(product.handle)

/** Products that are already synced are never matched by handle. */
async function readAdoptable(ctx: Ctx, changed: ChangedProduct[]): Promise<Set<string>> {
  const synced = await queries.readProductIds(
    ctx,
    changed.map(({ externalId }) => externalId),
  )
  const handles = changed.flatMap(({ externalId, product }) => (synced.has(externalId) ? [] : (product.handle ?? [])))
  return handles.length > 0 ? queries.readAdoptableHandles(ctx, handles) : new Set()
}

/** The shop's URL, until the image is in our own store. */
function withImages(ctx: Ctx, { product, images }: MappedProduct, stored: StoredImages): SourceProduct {
  const urls = new Map(images.map(({ externalId, url }) => [url, stored.urlOf(ctx, externalId, url) ?? url]))
  return {
    ...product,
    images: images.map(({ url, alt }) => ({ url: urls.get(url) ?? url, alt })),
    ...(product.variants && {
      variants: product.variants.map((variant) => ({ ...variant, imageUrl: urls.get(variant.imageUrl ?? '') ?? null })),
    }),
  }
}

async function saveMappings(ctx: Ctx, results: ProductResult[], images: StoredImages): Promise<void> {
  const saved = results.flatMap(({ mapped, outcome }) =>
    outcome.outcome === 'failed' ? [] : [{ mapped, productId: outcome.productId }],
  )
  if (saved.length === 0) return
  const variants = await queries.readSyncedVariants(
    ctx,
    saved.map(({ productId }) => productId),
  )
  const versions = new Map<string, number>(variants.map(({ productId, version }) => [productId, version]))
  const externalIds = new Map<string, string>(saved.map(({ mapped, productId }) => [productId, mapped.externalId]))
  await queries.upsertObjects(
    ctx,
    saved.map(({ mapped, productId }) => ({
      resource: 'products',
      external_id: mapped.externalId,
      local_id: productId,
      local_version: versions.get(productId) ?? null,
      content_hash: mapped.hash,
      source_updated_at: mapped.sourceUpdatedAt,
    })),
  )
  const variantRows = variants.flatMap(({ productId, id, externalId }) => {
    const parentId = externalIds.get(productId)
    return externalId && parentId ? [{ external_id: externalId, parent_id: parentId, local_id: id }] : []
  })
  await queries.upsertVariantObjects(ctx, variantRows)
  await queries.deleteOtherVariantObjects(
    ctx,
    [...externalIds.values()],
    variantRows.map(({ external_id }) => external_id),
  )
  await savePendingImages(
    ctx,
    'products',
    saved.flatMap(({ mapped }) =>
      mapped.images.map(({ externalId, url }) => ({ externalId, ownerId: mapped.externalId, url })),
    ),
    [...externalIds.values()],
    images,
  )
}
