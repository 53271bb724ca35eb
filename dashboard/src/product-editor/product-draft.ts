import { formatDecimal } from '../../../sdk/src/money.ts'
import type { Product, Variant } from '../products/products.ts'
import { toDateTimeInput } from '../ui/date-time-input.ts'
import { keysOf } from '../ui/records.ts'
import { formatCustomField } from './custom-field-values.ts'

export interface ValueDraft {
  key: string
  text: string
}

export interface OptionDraft {
  key: string
  name: string
  values: ValueDraft[]
}

/** As typed. */
export interface PriceDraft {
  price: string
  compareAt: string
}

export interface VariantDraft {
  key: string
  /** Set only for a saved variant. */
  id?: string
  /** Key of the selected value of each option, in option order; keys allow renaming a value while it is typed. */
  values: string[]
  prices: Record<string, PriceDraft>
  cost: string
  costCurrency: string
  sku: string
  barcode: string
  weightGrams: string
  requiresShipping: boolean
  trackStock: boolean
  inventoryPolicy: Variant['inventoryPolicy']
  maxQuantityPerOrder: string
  /** Initial stock of a new variant; later it is adjusted, not set. */
  stock: string
  /** The image that shows it: the URL of one of the product's images. */
  imageUrl: string
  /** Fields this page does not show; sent back unchanged. */
  preserved: Partial<Pick<Variant, 'externalId' | 'taxable'>>
}

export interface ImageDraft {
  key: string
  url: string
  alt: string
}

export interface CustomFieldDraft {
  key: string
  name: string
  text: string
}

/** A product in the editor. Field names match the request's. */
export interface ProductDraft {
  title: string
  description: string
  status: Product['status']
  publishAt: string
  unpublishAt: string
  vendor: string
  category: string
  type: string
  tags: string[]
  taxClass: string
  giftCard: boolean
  handle: string
  seo: { title: string; description: string }
  customFields: CustomFieldDraft[]
  images: ImageDraft[]
  options: OptionDraft[]
  variants: VariantDraft[]
}

export const DRAFT_FIELD_LABELS: Record<keyof ProductDraft, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  publishAt: 'Publish date',
  unpublishAt: 'Unpublish date',
  vendor: 'Vendor',
  category: 'Category',
  type: 'Type',
  tags: 'Tags',
  taxClass: 'Tax class',
  giftCard: 'Gift card',
  handle: 'Handle',
  seo: 'Search engine listing',
  customFields: 'Custom fields',
  images: 'Images',
  options: 'Options',
  variants: 'Variants',
}

/** The compiler checks that the labels name every field and no other. */
export const DRAFT_FIELDS = keysOf(DRAFT_FIELD_LABELS)

/** From a draft or a request, which have the same fields. */
export function pickFields<Fields, Name extends keyof Fields>(source: Fields, names: Name[]): Partial<Fields> {
  const picked: Partial<Fields> = {}
  for (const name of names) picked[name] = source[name]
  return picked
}

let keyCount = 0

/** Key of an unsaved row. */
export const newKey = (): string => `new${++keyCount}`

export const emptyVariant = (currency: string): VariantDraft => ({
  key: newKey(),
  values: [],
  prices: {},
  cost: '',
  costCurrency: currency,
  sku: '',
  barcode: '',
  weightGrams: '',
  requiresShipping: true,
  trackStock: true,
  inventoryPolicy: 'deny',
  maxQuantityPerOrder: '',
  stock: '',
  imageUrl: '',
  preserved: {},
})

export const emptyDraft = (currency: string): ProductDraft => ({
  title: '',
  description: '',
  status: 'draft',
  publishAt: '',
  unpublishAt: '',
  vendor: '',
  category: '',
  type: '',
  tags: [],
  taxClass: 'standard',
  giftCard: false,
  handle: '',
  seo: { title: '', description: '' },
  customFields: [],
  images: [],
  options: [],
  variants: [emptyVariant(currency)],
})

export function toProductDraft(product: Product, currency: string): ProductDraft {
  const options = product.options.map(({ name, values }, index) => ({
    key: `option${index}`,
    name,
    values: values.map((text, valueIndex) => ({ key: `option${index}value${valueIndex}`, text })),
  }))
  return {
    title: product.title,
    description: product.description,
    status: product.status,
    publishAt: toDateTimeInput(product.publishAt),
    unpublishAt: toDateTimeInput(product.unpublishAt),
    vendor: product.vendor,
    category: product.category,
    type: product.type,
    tags: product.tags,
    taxClass: product.taxClass,
    giftCard: product.giftCard,
    handle: product.handle,
    seo: { title: product.seo.title ?? '', description: product.seo.description ?? '' },
    customFields: Object.entries(product.customFields).map(([name, value]) => ({
      key: name,
      name,
      text: formatCustomField(value),
    })),
    images: product.images.map(({ id, url, alt }) => ({ key: id, url, alt })),
    options,
    variants: product.variants.map((variant) => toVariantDraft(variant, options, currency)),
  }
}

function toVariantDraft(variant: Variant, options: OptionDraft[], currency: string): VariantDraft {
  const { id, prices, cost, externalId, taxable, imageUrl } = variant
  return {
    key: id,
    id,
    values: options.map(({ name, values }) => values.find(({ text }) => text === variant.options[name])?.key ?? ''),
    prices: Object.fromEntries(
      prices.map(({ price, compareAtPrice }) => [
        price.currency,
        { price: formatDecimal(price), compareAt: compareAtPrice ? formatDecimal(compareAtPrice) : '' },
      ]),
    ),
    cost: cost ? formatDecimal(cost) : '',
    costCurrency: cost?.currency ?? currency,
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    weightGrams: variant.weightGrams === null ? '' : String(variant.weightGrams),
    requiresShipping: variant.requiresShipping,
    trackStock: variant.trackStock,
    inventoryPolicy: variant.inventoryPolicy,
    maxQuantityPerOrder: variant.maxQuantityPerOrder === null ? '' : String(variant.maxQuantityPerOrder),
    stock: '',
    imageUrl: imageUrl ?? '',
    preserved: { externalId, taxable },
  }
}

/** Copies a product. Unique values (handle, SKU, barcode, external ids) are not copied. */
export function toDuplicateDraft(product: Product, currency: string): ProductDraft {
  const draft = toProductDraft(product, currency)
  return {
    ...draft,
    title: `${draft.title} (copy)`.slice(0, 255),
    status: 'draft',
    handle: '',
    publishAt: '',
    unpublishAt: '',
    variants: draft.variants.map(({ id: _, preserved: { taxable = true }, ...variant }) => ({
      ...variant,
      key: newKey(),
      sku: '',
      barcode: '',
      preserved: { taxable },
    })),
  }
}

/** "S / White". */
export const variantLabel = (options: OptionDraft[], { values }: Pick<VariantDraft, 'values'>): string =>
  options.map((option, index) => option.values.find(({ key }) => key === values[index])?.text.trim() || '…').join(' / ')

/** Changes one variant and keeps the identity of all others, so their rows do not rerender. */
export const updateVariant = (draft: ProductDraft, key: string, values: Partial<VariantDraft>): ProductDraft => ({
  ...draft,
  variants: draft.variants.map((variant) => (variant.key === key ? { ...variant, ...values } : variant)),
})
