import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../../ctx.ts'
import { createValidator } from '../../../http/validation/validators.ts'
import { invalidRequest } from '../../../kit/errors.ts'
import { formatMoney } from '../../../kit/money.ts'
import { type ProductUpsert, planUpserts, type UpsertOutcome, upsertProducts } from '../bulk-upsert.ts'
import { resolveVariants } from '../match-variants.ts'
import { applyProductChanges, areSameImages, type ProductState, type VariantState } from '../product-state.ts'
import { lockProducts, readProducts } from '../queries.ts'
import { type Price, ProductChanges, type ResolvedProductChanges } from '../schemas.ts'
import { optionValuesOf } from '../validate-variants.ts'
import { writeProducts } from '../write-products.ts'

/** A product of another shop, complete: variants that are not in it are deleted. */
export type SourceProduct = Omit<ProductChanges, 'taxClass'> & { externalId: string; taxable: boolean }

/** A field that differs, for people: long values are shortened. */
export interface FieldChange {
  field: string
  from: string | null
  to: string | null
}

export type ProductSyncOutcome = UpsertOutcome & { changes: FieldChange[] }

interface SyncOptions {
  /** `handle` connects products that were here before, such as those of a CSV file. */
  matchBy: 'externalId' | 'handle'
  dryRun: boolean
}

/**
 * Creates or updates products as another shop has them. Its variants are matched by their external IDs first, so that a
 * new SKU is not a new variant. Prices in other currencies stay, and so do custom fields without a namespace. Call
 * inside a transaction.
 */
export async function syncProducts(
  ctx: Ctx,
  products: SourceProduct[],
  { matchBy, dryRun }: SyncOptions,
): Promise<ProductSyncOutcome[]> {
  const syncs = products.map((product) => toProductSync(product, matchBy))
  const upserts = syncs.map(({ upsert }) => upsert)
  const outcomes = dryRun
    ? (await planUpserts(ctx, matchBy, upserts)).outcomes
    : await upsertProducts(ctx, matchBy, upserts)
  return outcomes.map((outcome, at) => ({
    ...outcome,
    changes: outcome.outcome === 'updated' ? (syncs[at]?.listChanges() ?? []) : [],
  }))
}

const validateShape = createValidator(ProductChanges)

function toProductSync(product: SourceProduct, matchBy: SyncOptions['matchBy']) {
  const key = product[matchBy]
  let resolved: { before: ProductState | undefined; changes: ResolvedProductChanges } | undefined
  const upsert: ProductUpsert = {
    matchKeys: key ? [key] : [],
    identifiers: product,
    skus: product.variants?.flatMap(({ sku }) => sku ?? []) ?? [],
    resolveChanges(before) {
      const merged = mergeLocalFields(product, before)
      const errors = validateShape(merged)
      if (errors.length > 0) throw invalidRequest('The product is not valid here.', errors)
      const { changes } = resolveVariants(merged, before, 'delete')
      resolved = { before, changes }
      return changes
    },
  }
  const listChanges = () =>
    resolved?.before ? diffProducts(resolved.before, applyProductChanges(resolved.changes, resolved.before)) : []
  return { upsert, listChanges }
}

/** The other shop knows nothing of these. */
function mergeLocalFields({ taxable, ...product }: SourceProduct, before: ProductState | undefined): ProductChanges {
  const taxClass = toTaxClass(taxable, before)
  if (!before) return { ...product, ...taxClass }
  const existing = new Map(before.variants.flatMap((one) => (one.externalId ? [[one.externalId, one] as const] : [])))
  const variants = product.variants?.map((variant) => {
    const current = existing.get(variant.externalId ?? '')
    if (!current) return variant
    return { ...variant, id: current.id, prices: mergePrices(current.prices, variant.prices ?? []) }
  })
  const ownFields = Object.entries(before.customFields).filter(([name]) => !name.includes('.'))
  return {
    ...product,
    ...taxClass,
    ...(variants && { variants }),
    customFields: { ...Object.fromEntries(ownFields), ...product.customFields },
  }
}

/** Which of our classes a taxable product has is decided here. */
function toTaxClass(taxable: boolean, before: ProductState | undefined): Pick<ProductChanges, 'taxClass'> {
  if (!taxable) return { taxClass: 'none' }
  return before?.taxClass === 'none' ? { taxClass: 'standard' } : {}
}

const mergePrices = (current: Price[], synced: Price[]): Price[] => {
  const currencies = new Set(synced.map(({ price }) => price.currency))
  return [...current.filter(({ price }) => !currencies.has(price.currency)), ...synced]
}

const MAX_CHANGES = 20
const FIELDS = ['title', 'handle', 'description', 'vendor', 'type', 'status', 'tags', 'taxClass', 'seo'] as const

function diffProducts(before: ProductState, after: ProductState): FieldChange[] {
  const changes = FIELDS.flatMap((field) => diffField(field, before[field], after[field]))
  const names = new Set([...Object.keys(before.customFields), ...Object.keys(after.customFields)])
  for (const name of names) changes.push(...diffField(name, before.customFields[name], after.customFields[name]))
  changes.push(...diffField('options', before.options.map(toOptionText), after.options.map(toOptionText)))
  changes.push(...diffField('images', before.images.map(toImageText), after.images.map(toImageText)))
  changes.push(...diffVariants(before, after))
  return changes.slice(0, MAX_CHANGES)
}

function diffVariants(before: ProductState, after: ProductState): FieldChange[] {
  const previous = new Map(before.variants.map((variant) => [variant.id, variant]))
  const current = new Set(after.variants.map(({ id }) => id))
  const removed = before.variants.filter(({ id }) => !current.has(id))
  return [
    ...after.variants.flatMap((variant) => {
      const old = previous.get(variant.id)
      const label = variantLabel(after, variant)
      if (!old) return [{ field: `variant ${label}`, from: null, to: pricesText(variant) }]
      return [
        ...diffField(`${label}: SKU`, old.sku, variant.sku),
        ...diffField(`${label}: barcode`, old.barcode, variant.barcode),
        ...diffField(`${label}: price`, pricesText(old), pricesText(variant)),
        ...diffField(`${label}: cost`, old.cost && formatMoney(old.cost), variant.cost && formatMoney(variant.cost)),
        ...diffField(`${label}: weight in grams`, old.weightGrams, variant.weightGrams),
        ...diffField(`${label}: requires shipping`, old.requiresShipping, variant.requiresShipping),
        ...diffField(`${label}: stock is tracked`, old.trackStock, variant.trackStock),
        ...diffField(`${label}: when out of stock`, old.inventoryPolicy, variant.inventoryPolicy),
        ...diffField(`${label}: image`, old.imageUrl, variant.imageUrl),
      ]
    }),
    ...removed.map((variant) => ({
      field: `variant ${variantLabel(before, variant)}`,
      from: pricesText(variant),
      to: null,
    })),
  ]
}

const variantLabel = ({ options }: ProductState, variant: VariantState): string =>
  optionValuesOf(options, variant).join(' / ') || variant.sku || 'Default'

const toOptionText = ({ name, values }: ProductState['options'][number]) => `${name}: ${values.join(', ')}`
const toImageText = ({ url, alt }: ProductState['images'][number]) => (alt ? `${url} (${alt})` : url)
const pricesText = ({ prices }: VariantState): string =>
  prices
    .map(({ price, compareAtPrice }) =>
      compareAtPrice ? `${formatMoney(price)} instead of ${formatMoney(compareAtPrice)}` : formatMoney(price),
    )
    .join(', ')

const MAX_TEXT = 200

function diffField(field: string, before: unknown, after: unknown): FieldChange[] {
  const [from, to] = [toText(before), toText(after)]
  return isDeepStrictEqual(before, after) || (from === to && from === null) ? [] : [{ field, from, to }]
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join('; ') : JSON.stringify(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** Replaces the URLs of images, such as by those of our own copies. Returns the versions of the products that changed. */
export async function replaceImageUrls(
  ctx: Ctx,
  productIds: string[],
  urls: Map<string, string>,
): Promise<{ id: string; before: number; after: number }[]> {
  await lockProducts(ctx, productIds)
  const changes = (await readProducts(ctx, productIds)).flatMap((before) => {
    const images = before.images.map(({ url, alt }) => ({ url: urls.get(url) ?? url, alt }))
    if (areSameImages(before.images, images)) return []
    const variants = before.variants.map((variant) => {
      const imageUrl = variant.imageUrl && (urls.get(variant.imageUrl) ?? variant.imageUrl)
      return imageUrl === variant.imageUrl ? variant : { ...variant, imageUrl }
    })
    return [{ before, after: { ...before, images, variants } }]
  })
  await writeProducts(ctx, changes)
  return changes.map(({ before: { id, version } }) => ({ id, before: version, after: version + 1 }))
}
