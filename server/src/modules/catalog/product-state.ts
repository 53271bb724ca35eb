import { isDeepStrictEqual } from 'node:util'
import { invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Product, ResolvedProductChanges, VariantInput } from './schemas.ts'
import { summarizeErrors, validateVariantIds, validateVariants } from './validate-variants.ts'

/** The complete target state of a product, in the shape in which products are read. */
export type ProductState = Omit<Product, 'version' | 'createdAt' | 'updatedAt' | 'images' | 'variants' | 'rating'> & {
  images: ImageState[]
  variants: VariantState[]
}
type ImageState = Pick<Product['images'][number], 'url' | 'alt'>
/** `stock` is the initial quantity of a new variant. */
export type VariantState = Product['variants'][number] & { stock?: number }

/** Merges the changes into the current state. A new product without a handle gets one later: see `identifiers.ts`. */
export function applyProductChanges(changes: ResolvedProductChanges, before: ProductState | undefined): ProductState {
  const { seo, ...current } = before ?? { ...EMPTY, id: newId('prod') }
  const options = changes.options ?? current.options
  const variants = changes.variants ?? current.variants
  if (variants.length === 0) throw invalidRequest('A product needs at least one variant.', [variantsRequired])
  // When options change, existing variants may use values that no longer exist.
  if (changes.variants || changes.options) assertValidVariants(options, variants, current.variants)
  const product: ProductState = {
    id: current.id,
    handle: changes.handle ?? current.handle,
    title: changes.title ?? current.title,
    description: changes.description ?? current.description,
    vendor: changes.vendor ?? current.vendor,
    type: changes.type ?? current.type,
    category: changes.category ?? current.category,
    tags: changes.tags ? [...new Set(changes.tags)] : current.tags,
    status: changes.status ?? current.status,
    publishAt: changes.publishAt === undefined ? current.publishAt : toIsoTime(changes.publishAt),
    unpublishAt: changes.unpublishAt === undefined ? current.unpublishAt : toIsoTime(changes.unpublishAt),
    seo: {
      title: changes.seo?.title === undefined ? seo.title : changes.seo.title || null,
      description: changes.seo?.description === undefined ? seo.description : changes.seo.description || null,
    },
    customFields: changes.customFields ?? current.customFields,
    externalId: changes.externalId === undefined ? current.externalId : changes.externalId || null,
    taxClass: changes.taxClass ?? current.taxClass,
    giftCard: changes.giftCard ?? current.giftCard,
    options,
    variants: [],
    images: changes.images ? changes.images.map(({ url, alt = '' }) => ({ url, alt })) : current.images,
  }
  product.variants = resolveVariantImages(variants.map(toVariantState), product.images, current.variants)
  if (product.title === '') throw invalidRequest('A new product needs a title.', [titleRequired])
  assertPublishOrder(product)
  return product
}

/** Ignores differences that no reader can see, such as an empty string instead of null. */
export const isSameProduct = (one: ProductState, other: ProductState): boolean =>
  isDeepStrictEqual(comparable(one), comparable(other))

export const isSameVariant = (one: VariantState, other: VariantState): boolean =>
  isDeepStrictEqual(comparableVariant(one), comparableVariant(other))

export const areSameImages = (some: ImageState[], others: ImageState[]): boolean =>
  isDeepStrictEqual(some.map(comparableImage), others.map(comparableImage))

const EMPTY: Omit<ProductState, 'id'> = {
  handle: '',
  title: '',
  description: '',
  vendor: '',
  type: '',
  category: '',
  tags: [],
  status: 'draft',
  publishAt: null,
  unpublishAt: null,
  seo: { title: null, description: null },
  customFields: {},
  externalId: null,
  taxClass: 'standard',
  giftCard: false,
  options: [],
  variants: [],
  images: [],
}

const variantsRequired = { path: '/variants', message: 'must contain at least one variant with a price' }
const titleRequired = { path: '/title', message: 'is required' }

/** Empty strings become null, so that an empty CSV cell round-trips. */
const toVariantState = (input: VariantInput): VariantState => ({
  id: input.id ?? newId('var'),
  options: input.options ?? {},
  sku: input.sku || null,
  barcode: input.barcode || null,
  prices: input.prices
    .map(({ price, compareAtPrice = null }) => ({ price, compareAtPrice }))
    .sort((one, other) => (one.price.currency < other.price.currency ? -1 : 1)),
  cost: input.cost ?? null,
  weightGrams: input.weightGrams ?? null,
  requiresShipping: input.requiresShipping ?? true,
  trackStock: input.trackStock ?? true,
  inventoryPolicy: input.inventoryPolicy ?? 'deny',
  maxQuantityPerOrder: input.maxQuantityPerOrder ?? null,
  externalId: input.externalId || null,
  taxable: input.taxable ?? true,
  imageUrl: input.imageUrl || null,
  ...(input.stock !== undefined && { stock: input.stock }),
})

/** A variant loses its image together with the product; a new one must be among the product's images. */
function resolveVariantImages(
  variants: VariantState[],
  images: ImageState[],
  existing: Pick<VariantState, 'id' | 'imageUrl'>[],
): VariantState[] {
  const known = new Set(images.map(({ url }) => toImageKey(url)))
  const isMissing = ({ imageUrl }: VariantState) => imageUrl !== null && !known.has(toImageKey(imageUrl))
  if (!variants.some(isMissing)) return variants
  const previous = new Map(existing.map(({ id, imageUrl }) => [id, imageUrl]))
  const errors = variants.flatMap((variant, at) => {
    if (!isMissing(variant) || previous.get(variant.id) === variant.imageUrl) return []
    return [{ path: `/variants/${at}/imageUrl`, message: 'must be the url of one of the product’s images' }]
  })
  if (errors.length > 0) throw invalidRequest('A variant’s image is not an image of the product.', errors)
  return variants.map((variant) => (isMissing(variant) ? { ...variant, imageUrl: null } : variant))
}

/** An uploaded image has several URLs: with and without a host name. */
const toImageKey = (url: string) => url.replace(/^https?:\/\/[^/]+(?=\/(files|demo-images)\/)/, '')

/** Normalizes to the format that the database returns; invalid times are left for the database to reject. */
function toIsoTime(text: string | null): string | null {
  const time = new Date(text ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}

type StoredFields = Partial<Pick<Product, 'version' | 'createdAt' | 'updatedAt' | 'rating'>>

const comparable = ({
  version: _,
  createdAt: __,
  updatedAt: ___,
  rating: ____,
  ...product
}: ProductState & StoredFields) => ({
  ...product,
  seo: { title: product.seo.title || null, description: product.seo.description || null },
  externalId: product.externalId || null,
  // Normalizes to what JSON can store, for example without a negative zero.
  customFields: JSON.parse(JSON.stringify(product.customFields)),
  variants: product.variants.map(comparableVariant),
  images: product.images.map(comparableImage),
})

const comparableVariant = ({ sku, barcode, externalId, stock: _, ...rest }: VariantState) => ({
  ...rest,
  sku: sku || null,
  barcode: barcode || null,
  externalId: externalId || null,
})
const comparableImage = ({ url, alt }: ImageState) => ({ url, alt })

function assertValidVariants(
  options: ProductState['options'],
  variants: VariantInput[],
  existing: { id: string }[],
): void {
  const errors = [...validateVariants(options, variants), ...validateVariantIds(variants, existing)]
  if (errors.length > 0) throw invalidRequest(summarizeErrors(errors), errors)
}

function assertPublishOrder({ publishAt, unpublishAt }: ProductState): void {
  if (!publishAt || !unpublishAt || Date.parse(publishAt) < Date.parse(unpublishAt)) return
  throw invalidRequest('The product would be unpublished before it is published.', [
    { path: '/unpublishAt', message: 'must be later than publishAt' },
  ])
}
