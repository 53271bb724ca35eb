import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { assertCanCreateValue, createValue } from '../audit/value-creation.ts'
import { shareRules } from '../collections/locks.ts'
import { storedUrls } from '../files/files.ts'
import { type InitialStock, stockNewVariants } from '../inventory/initial-stock.ts'
import { dropLevels } from '../inventory/levels.ts'
import { refreshListings } from '../storefront/listings.ts'
import { areSameImages, areSameVariants, type Draft, type DraftVariant } from './drafts.ts'
import * as queries from './queries.ts'
import type { Product } from './schemas.ts'
import { assertSkusFree, newSkusOf, readSkuOwners } from './skus.ts'
import { valuesOf } from './variant-rules.ts'

/** From what is in the database, under a lock, to what shall be there. */
export interface Change {
  before: Product | undefined
  after: Draft
}

type PlannedChange = { before: Draft | undefined; after: Draft }

/** Writes one product or hundreds in the same few statements, makes their listings anew and tells of each. */
export async function writeProducts(ctx: Ctx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  assertSkusFree(await readSkuOwners(ctx, newSkusOf(changes)), changes)
  for (const { after } of changes.filter(createsGiftCards)) {
    await createValue(ctx, 'gift_card_product.saved', after.title, { productId: after.id })
  }
  const [fresh, known] = [changes.filter(({ before }) => !before), changes.filter(({ before }) => before)]
  // New names lock a product more firmly: whoever then puts it into a collection waits for us, so must not be waited for.
  if (known.some(isRenamed)) await shareRules(ctx)
  if (known.length > 0) await queries.updateProducts(ctx, known.map(productRow))
  if (fresh.length > 0) await queries.insertProducts(ctx, fresh.map(productRow))
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

/** A gift card product, or denominations of one, that was not there before. Words and pictures of one are for everybody. */
function createsGiftCards({ before, after }: PlannedChange): boolean {
  if (!after.isGiftCard) return false
  if (!before?.isGiftCard) return true
  const prices = new Map(before.variants.map((variant) => [variant.id, variant.prices]))
  return after.variants.some((variant) => !isDeepStrictEqual(prices.get(variant.id), variant.prices))
}

/** For plans and dry runs, which write nothing. */
export function assertCanSave(ctx: Ctx, change: PlannedChange): void {
  if (createsGiftCards(change)) assertCanCreateValue(ctx, 'gift_card_product.saved')
}

const isRenamed = ({ before, after }: Change): boolean =>
  before?.handle !== after.handle || before.externalId !== after.externalId

async function writeRedirects(ctx: Ctx, changes: Change[]): Promise<void> {
  const moved = changes.filter(({ before, after }) => before?.handle !== after.handle)
  if (moved.length === 0) return
  await queries.dropRedirects(
    ctx,
    moved.map(({ after }) => after.handle),
  )
  const old = moved.flatMap(({ before }) => (before ? [{ handle: before.handle, product_id: before.id }] : []))
  if (old.length > 0) await queries.insertRedirects(ctx, old)
}

/** So many in one statement that it ends within the time that a statement has. */
const MAX_ROWS = 10_000
const MANY = 100

async function writeVariants(ctx: Ctx, changes: Change[]): Promise<void> {
  const gone = changes.flatMap(({ before, after }) => {
    const kept = new Set(after.variants.map(({ id }) => id))
    return (before?.variants ?? []).map(({ id }) => id).filter((id) => !kept.has(id))
  })
  await dropLevels(ctx, gone)
  if (gone.length > 0) await queries.deleteVariants(ctx, gone)
  const written = changes.flatMap(changedVariants)
  for (let at = 0; at < written.length; at += MAX_ROWS) {
    const some = written.slice(at, at + MAX_ROWS)
    await queries.upsertVariants(
      ctx,
      some.map(({ row }) => row),
    )
    if (some.length > MANY) await queries.learnCatalog(ctx)
    const gone = some.flatMap(({ gonePrices }) => gonePrices)
    if (gone.length > 0) await queries.deletePrices(ctx, gone)
    await queries.upsertPrices(
      ctx,
      some.flatMap(({ prices }) => prices),
    )
  }
  await stockNewVariants(
    ctx,
    written.flatMap(({ initial }) => initial),
  )
}

interface WrittenVariant {
  row: queries.VariantRow
  prices: queries.PriceRow[]
  gonePrices: { variant_id: string; currency: string }[]
  initial: InitialStock[]
}

/** New ones, changed ones, and those that have moved; with other options, all. */
function changedVariants({ before, after }: Change): WrittenVariant[] {
  const names = (options: Draft['options']) => JSON.stringify(options.map(({ name }) => name))
  const isRenamed = before && names(before.options) !== names(after.options)
  const known = new Map(before?.variants.map((variant, position) => [variant.id, { variant, position }]))
  return after.variants.flatMap((variant, position) => {
    const old = known.get(variant.id)
    const isSame = old?.position === position && areSameVariants(old.variant, variant)
    return isSame && !isRenamed ? [] : [writtenVariant(after, variant, position, old?.variant)]
  })
}

const writtenVariant = (
  product: Draft,
  variant: DraftVariant,
  position: number,
  old: DraftVariant | undefined,
): WrittenVariant => ({
  row: {
    id: variant.id,
    product_id: product.id,
    position,
    option_values: valuesOf(product.options, variant),
    sku: variant.sku,
    barcode: variant.barcode,
    cost: variant.cost?.amount ?? null,
    cost_currency: variant.cost?.currency ?? null,
    weight_grams: variant.weightGrams,
    requires_shipping: variant.requiresShipping,
    track_stock: variant.trackStock,
    when_out: variant.whenOut,
    max_quantity_per_order: variant.maxQuantityPerOrder,
    external_id: variant.externalId,
  },
  prices: variant.prices.map(({ price, compareAtPrice }) => ({
    variant_id: variant.id,
    currency: price.currency,
    amount: price.amount,
    compare_at: compareAtPrice?.amount ?? null,
  })),
  gonePrices: currenciesOf(old)
    .filter((currency) => !currenciesOf(variant).includes(currency))
    .map((currency) => ({ variant_id: variant.id, currency })),
  initial:
    old || variant.stock === undefined
      ? []
      : [{ variantId: variant.id, onHand: variant.stock, path: `/variants/${position}/stock` }],
})

const currenciesOf = (variant: DraftVariant | undefined) => variant?.prices.map(({ price }) => price.currency) ?? []

async function writeImages(ctx: Ctx, changes: Change[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => !areSameImages(before?.images ?? [], after.images))
  const wanted = changed.flatMap(({ after }) => after.images.map((image, position) => ({ ...image, after, position })))
  const urls = await storedUrls(
    ctx,
    wanted.map(({ url }) => url),
  )
  const rows = wanted.map(({ after, alt, position }, at) => ({
    id: newId('img'),
    product_id: after.id,
    position,
    url: urls[at] ?? '',
    alt,
  }))
  const faults = rows
    .filter(({ url }) => !url)
    .map(({ position }) => ({ ...noSuchFile, path: `/images/${position}/url` }))
  if (faults.length > 0) throw invalidRequest('An image is not there.', faults)
  const old = changed.flatMap(({ before }) => before?.id ?? [])
  if (old.length > 0) await queries.deleteImages(ctx, old)
  if (rows.length > 0) await queries.insertImages(ctx, rows)
}

const noSuchFile = { message: 'is not a file of this environment: upload it with POST /v1/catalog/images' }

const productRow = ({ after }: Change): queries.ProductRow => ({
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
  is_gift_card: after.isGiftCard,
})
