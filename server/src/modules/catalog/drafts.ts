import { isDeepStrictEqual } from 'node:util'
import { invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Product, VariantInput, WholeChanges } from './schemas.ts'
import { faultsOf, headingOf, strangersIn } from './variant-rules.ts'

/** A product as it shall be: complete, and in the shape in which products are read. */
export type Draft = Omit<Product, 'version' | 'createdAt' | 'updatedAt' | 'images' | 'variants'> & {
  images: DraftImage[]
  variants: DraftVariant[]
}
type DraftImage = Pick<Product['images'][number], 'url' | 'alt'>
/** With what a new one starts, where that was said. */
export type DraftVariant = Product['variants'][number] & { stock?: number }

/** What is given, on top of what is there. A new product without a handle has none yet: see `names.ts`. */
export function draftOf(given: WholeChanges, before: Draft | undefined): Draft {
  const { seo, ...kept } = before ?? { ...EMPTY, id: newId('prod') }
  const options = given.options ?? kept.options
  const variants = given.variants ?? kept.variants
  if (variants.length === 0) throw invalidRequest('A product needs at least one variant.', [needsVariants])
  // With other options the old variants may name values that are no more.
  if (given.variants || given.options) refuseFaults(options, variants, kept.variants)
  const draft: Draft = {
    id: kept.id,
    handle: given.handle ?? kept.handle,
    title: given.title ?? kept.title,
    description: given.description ?? kept.description,
    vendor: given.vendor ?? kept.vendor,
    type: given.type ?? kept.type,
    tags: given.tags ? [...new Set(given.tags)] : kept.tags,
    status: given.status ?? kept.status,
    publishAt: given.publishAt === undefined ? kept.publishAt : momentOf(given.publishAt),
    unpublishAt: given.unpublishAt === undefined ? kept.unpublishAt : momentOf(given.unpublishAt),
    seo: {
      title: given.seo?.title === undefined ? seo.title : given.seo.title || null,
      description: given.seo?.description === undefined ? seo.description : given.seo.description || null,
    },
    customFields: given.customFields ?? kept.customFields,
    externalId: given.externalId === undefined ? kept.externalId : given.externalId || null,
    taxClass: given.taxClass ?? kept.taxClass,
    isGiftCard: given.isGiftCard ?? kept.isGiftCard,
    options,
    variants: variants.map(wholeVariant),
    images: given.images ? given.images.map(({ url, alt = '' }) => ({ url, alt })) : kept.images,
  }
  if (draft.title === '') throw invalidRequest('A new product needs a title.', [needsTitle])
  refuseBackwards(draft)
  return draft
}

/** Whether two states of a product are the same to everybody who reads them. */
export const isSameProduct = (one: Draft, other: Draft): boolean =>
  isDeepStrictEqual(comparable(one), comparable(other))

export const areSameVariants = (one: DraftVariant, other: DraftVariant): boolean =>
  isDeepStrictEqual(comparableVariant(one), comparableVariant(other))

export const areSameImages = (some: DraftImage[], others: DraftImage[]): boolean =>
  isDeepStrictEqual(some.map(comparableImage), others.map(comparableImage))

const EMPTY: Omit<Draft, 'id'> = {
  handle: '',
  title: '',
  description: '',
  vendor: '',
  type: '',
  tags: [],
  status: 'draft',
  publishAt: null,
  unpublishAt: null,
  seo: { title: null, description: null },
  customFields: {},
  externalId: null,
  taxClass: 'standard',
  isGiftCard: false,
  options: [],
  variants: [],
  images: [],
}

const needsVariants = { path: '/variants', message: 'must hold at least one, with its price' }
const needsTitle = { path: '/title', message: 'is required' }

/** A text that is empty is none: what leaves as nothing, as in a file, comes back as nothing. */
const wholeVariant = (given: VariantInput): DraftVariant => ({
  id: given.id ?? newId('var'),
  options: given.options ?? {},
  sku: given.sku || null,
  barcode: given.barcode || null,
  prices: given.prices
    .map(({ price, compareAtPrice = null }) => ({ price, compareAtPrice }))
    .sort((one, other) => (one.price.currency < other.price.currency ? -1 : 1)),
  cost: given.cost ?? null,
  weightGrams: given.weightGrams ?? null,
  requiresShipping: given.requiresShipping ?? true,
  trackStock: given.trackStock ?? true,
  whenOut: given.whenOut ?? 'deny',
  maxQuantityPerOrder: given.maxQuantityPerOrder ?? null,
  externalId: given.externalId || null,
  ...(given.stock !== undefined && { stock: given.stock }),
})

/** As the database will give it back; what it may refuse is left for it to refuse. */
function momentOf(text: string | null): string | null {
  const moment = new Date(text ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString()
}

type OnlyTheDatabaseKnows = Partial<Pick<Product, 'version' | 'createdAt' | 'updatedAt'>>

const comparable = ({ version: _, createdAt: __, updatedAt: ___, ...product }: Draft & OnlyTheDatabaseKnows) => ({
  ...product,
  seo: { title: product.seo.title || null, description: product.seo.description || null },
  externalId: product.externalId || null,
  // As it is written and read again: without what JSON does not know, such as a negative zero.
  customFields: JSON.parse(JSON.stringify(product.customFields)),
  variants: product.variants.map(comparableVariant),
  images: product.images.map(comparableImage),
})

const comparableVariant = ({ sku, barcode, externalId, stock: _, ...rest }: DraftVariant) => ({
  ...rest,
  sku: sku || null,
  barcode: barcode || null,
  externalId: externalId || null,
})
const comparableImage = ({ url, alt }: DraftImage) => ({ url, alt })

function refuseFaults(options: Draft['options'], variants: VariantInput[], known: { id: string }[]): void {
  const faults = [...faultsOf(options, variants), ...strangersIn(variants, known)]
  if (faults.length > 0) throw invalidRequest(headingOf(faults), faults)
}

function refuseBackwards({ publishAt, unpublishAt }: Draft): void {
  if (!publishAt || !unpublishAt || Date.parse(publishAt) < Date.parse(unpublishAt)) return
  throw invalidRequest('It would be taken off before it is put on show.', [
    { path: '/unpublishAt', message: 'must be later than publishAt' },
  ])
}
