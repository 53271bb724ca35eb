import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { assertCanCreateValue, auditValueCreation } from '../audit/audit.ts'
import { lockRulesShared } from '../collections/memberships/memberships.ts'
import { toStoredUrls } from '../files/files.ts'
import { deleteLevels, type InitialStock, setInitialStock } from '../inventory/inventory.ts'
import { refreshListings } from '../listings/listings.ts'
import { areSameImages, isSameVariant, type ProductState, type VariantState } from './product-state.ts'
import * as queries from './queries.ts'
import type { Product } from './schemas.ts'
import { assertSkusFree, newSkusOf, readSkuOwners } from './skus.ts'
import { optionValuesOf } from './validate-variants.ts'

/** `before` is the locked, stored product; `after` is its target state. */
export interface ProductWrite {
  before: Product | undefined
  after: ProductState
}

type PlannedChange = { before: ProductState | undefined; after: ProductState }

/** Writes one product or hundreds in the same few statements, refreshes their listings and emits an event for each. */
export async function writeProducts(ctx: Ctx, changes: ProductWrite[]): Promise<void> {
  if (changes.length === 0) return
  assertSkusFree(await readSkuOwners(ctx, newSkusOf(changes)), changes)
  for (const { after } of changes.filter(createsGiftCards)) {
    await auditValueCreation(ctx, 'gift_card_product.saved', after.title, { productId: after.id })
  }
  const [created, existing] = [changes.filter(({ before }) => !before), changes.filter(({ before }) => before)]
  // Changing an identifier locks the product row against inserts into collections, so the rules lock must be taken
  // first: waiting for it later could deadlock.
  if (existing.some(isRenamed)) await lockRulesShared(ctx)
  if (existing.length > 0) await queries.updateProducts(ctx, existing.map(toProductRow))
  if (created.length > 0) await queries.insertProducts(ctx, created.map(toProductRow))
  await writeRedirects(ctx, changes)
  await writeVariants(ctx, changes)
  await writeImages(ctx, changes)
  const ids = changes.map(({ after }) => after.id)
  await refreshListings(ctx, ids)
  await emitAll(
    ctx,
    changes.map(({ before, after }) => ({
      type: before ? 'product.updated' : 'product.created',
      data: { productId: after.id },
    })),
  )
}

/**
 * True when a change adds a gift card product or new denominations, which creates value. Other edits are open to all
 * staff.
 */
function createsGiftCards({ before, after }: PlannedChange): boolean {
  if (!after.giftCard) return false
  if (!before?.giftCard) return true
  const prices = new Map(before.variants.map((variant) => [variant.id, variant.prices]))
  return after.variants.some((variant) => !isDeepStrictEqual(prices.get(variant.id), variant.prices))
}

/** Checks permissions for plans and dry runs, which write nothing. */
export function assertCanWrite(ctx: Ctx, change: PlannedChange): void {
  if (createsGiftCards(change)) assertCanCreateValue(ctx, 'gift_card_product.saved')
}

const isRenamed = ({ before, after }: ProductWrite): boolean =>
  before?.handle !== after.handle || before.externalId !== after.externalId

async function writeRedirects(ctx: Ctx, changes: ProductWrite[]): Promise<void> {
  const moved = changes.filter(({ before, after }) => before?.handle !== after.handle)
  if (moved.length === 0) return
  await queries.deleteRedirects(
    ctx,
    moved.map(({ after }) => after.handle),
  )
  const previous = moved.flatMap(({ before }) => (before ? [{ handle: before.handle, product_id: before.id }] : []))
  if (previous.length > 0) await queries.insertRedirects(ctx, previous)
}

/** Keeps each statement within the statement timeout. */
const MAX_BATCH_ROWS = 10_000
const ANALYZE_ABOVE_ROWS = 100

async function writeVariants(ctx: Ctx, changes: ProductWrite[]): Promise<void> {
  const deletedIds = changes.flatMap(({ before, after }) => {
    const remainingIds = new Set(after.variants.map(({ id }) => id))
    return (before?.variants ?? []).map(({ id }) => id).filter((id) => !remainingIds.has(id))
  })
  await deleteLevels(ctx, deletedIds)
  if (deletedIds.length > 0) await queries.deleteVariants(ctx, deletedIds)
  const changedRows = changes.flatMap(changedVariants)
  for (let at = 0; at < changedRows.length; at += MAX_BATCH_ROWS) {
    const batch = changedRows.slice(at, at + MAX_BATCH_ROWS)
    await queries.upsertVariants(
      ctx,
      await withStoredImages(
        ctx,
        batch.map(({ row }) => row),
      ),
    )
    if (batch.length > ANALYZE_ABOVE_ROWS) await queries.analyzeCatalog(ctx)
    const removedPrices = batch.flatMap(({ deletedPrices }) => deletedPrices)
    if (removedPrices.length > 0) await queries.deletePrices(ctx, removedPrices)
    await queries.upsertPrices(
      ctx,
      batch.flatMap(({ prices }) => prices),
    )
  }
  await setInitialStock(
    ctx,
    changedRows.flatMap(({ initialStock }) => initialStock),
  )
}

/** Each is one of the product's images, so `writeImages` reports those that do not exist. */
async function withStoredImages(ctx: Ctx, rows: queries.VariantRow[]): Promise<queries.VariantRow[]> {
  const urls = [...new Set(rows.flatMap(({ image_url }) => image_url ?? []))]
  if (urls.length === 0) return rows
  const stored = await toStoredUrls(ctx, urls)
  const storedUrls = new Map(urls.map((url, at) => [url, stored[at] ?? null]))
  return rows.map((row) => ({ ...row, image_url: storedUrls.get(row.image_url ?? '') ?? null }))
}

interface VariantRows {
  row: queries.VariantRow
  prices: queries.PriceRow[]
  deletedPrices: { variant_id: string; currency: string }[]
  initialStock: InitialStock[]
}

/** Returns new, changed and moved variants; all of them when option names changed. */
function changedVariants({ before, after }: ProductWrite): VariantRows[] {
  const names = (options: ProductState['options']) => JSON.stringify(options.map(({ name }) => name))
  const isRenamed = before && names(before.options) !== names(after.options)
  const existing = new Map(before?.variants.map((variant, position) => [variant.id, { variant, position }]))
  return after.variants.flatMap((variant, position) => {
    const previous = existing.get(variant.id)
    const isSame = previous?.position === position && isSameVariant(previous.variant, variant)
    return isSame && !isRenamed ? [] : [toVariantRows(after, variant, position, previous?.variant)]
  })
}

const toVariantRows = (
  product: ProductState,
  variant: VariantState,
  position: number,
  previous: VariantState | undefined,
): VariantRows => ({
  row: {
    id: variant.id,
    product_id: product.id,
    position,
    option_values: optionValuesOf(product.options, variant),
    sku: variant.sku,
    barcode: variant.barcode,
    cost: variant.cost?.amount ?? null,
    cost_currency: variant.cost?.currency ?? null,
    weight_grams: variant.weightGrams,
    requires_shipping: variant.requiresShipping,
    track_stock: variant.trackStock,
    inventory_policy: variant.inventoryPolicy,
    max_quantity_per_order: variant.maxQuantityPerOrder,
    external_id: variant.externalId,
    taxable: variant.taxable,
    image_url: variant.imageUrl,
  },
  prices: variant.prices.map(({ price, compareAtPrice }) => ({
    variant_id: variant.id,
    currency: price.currency,
    amount: price.amount,
    compare_at: compareAtPrice?.amount ?? null,
  })),
  deletedPrices: currenciesOf(previous)
    .filter((currency) => !currenciesOf(variant).includes(currency))
    .map((currency) => ({ variant_id: variant.id, currency })),
  initialStock:
    previous || variant.stock === undefined
      ? []
      : [{ variantId: variant.id, onHand: variant.stock, path: `/variants/${position}/stock` }],
})

const currenciesOf = (variant: VariantState | undefined) => variant?.prices.map(({ price }) => price.currency) ?? []

async function writeImages(ctx: Ctx, changes: ProductWrite[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => !areSameImages(before?.images ?? [], after.images))
  const images = changed.flatMap(({ after }) => after.images.map((image, position) => ({ ...image, after, position })))
  const urls = await toStoredUrls(
    ctx,
    images.map(({ url }) => url),
  )
  const rows = images.map(({ after, alt, position }, at) => ({
    id: newId('img'),
    product_id: after.id,
    position,
    url: urls[at] ?? '',
    alt,
  }))
  const errors = rows
    .filter(({ url }) => !url)
    .map(({ position }) => ({ ...unknownImage, path: `/images/${position}/url` }))
  if (errors.length > 0) throw invalidRequest('No such image.', errors)
  const replacedIds = changed.flatMap(({ before }) => before?.id ?? [])
  if (replacedIds.length > 0) await queries.deleteImages(ctx, replacedIds)
  if (rows.length > 0) await queries.insertImages(ctx, rows)
}

const unknownImage = { message: 'must be an image of this environment; upload it with POST /v1/catalog/images' }

const toProductRow = ({ after }: ProductWrite): queries.ProductRow => ({
  id: after.id,
  handle: after.handle,
  title: after.title,
  description: after.description,
  vendor: after.vendor,
  type: after.type,
  tags: after.tags,
  status: after.status,
  publish_at: after.publishAt,
  unpublish_at: after.unpublishAt,
  seo_title: after.seo.title,
  seo_description: after.seo.description,
  options: after.options,
  custom_fields: after.customFields,
  external_id: after.externalId,
  tax_class: after.taxClass,
  gift_card: after.giftCard,
  category: after.category,
})
