import { localTimeText } from '../parts/local-time.ts'
import { moneyText } from '../parts/money.ts'
import type { Product, Variant } from '../products/products.ts'
import type { Status } from '../products/statuses.ts'
import { customFieldText } from './custom-field-text.ts'

export interface ValueDraft {
  key: string
  text: string
}

export interface OptionDraft {
  key: string
  name: string
  values: ValueDraft[]
}

/** As it was typed. */
export interface PriceDraft {
  price: string
  compareAt: string
}

export interface VariantDraft {
  key: string
  /** Only of a variant that was saved before. */
  id?: string
  /** The key of the chosen value of each option, in the order of the options: so a value can be renamed while it is typed. */
  values: string[]
  prices: Record<string, PriceDraft>
  cost: string
  costCurrency: string
  sku: string
  barcode: string
  weightGrams: string
  requiresShipping: boolean
  trackStock: boolean
  whenOut: Variant['whenOut']
  maxQuantityPerOrder: string
  /** On hand, of a new one only: from then on it is moved, not set. */
  stock: string
  /** What is not on this page goes back as it came. */
  unseen: Partial<Pick<Variant, 'externalId'>>
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

/** A product while somebody writes it. Its fields are named as those of the request, which is made of it one by one. */
export interface Draft {
  title: string
  description: string
  status: Status
  publishAt: string
  unpublishAt: string
  vendor: string
  type: string
  tags: string[]
  taxClass: string
  isGiftCard: boolean
  handle: string
  seo: { title: string; description: string }
  customFields: CustomFieldDraft[]
  images: ImageDraft[]
  options: OptionDraft[]
  variants: VariantDraft[]
}

let made = 0

/** For what was never saved. */
export const newKey = (): string => `new${++made}`

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
  whenOut: 'deny',
  maxQuantityPerOrder: '',
  stock: '',
  unseen: {},
})

export const emptyDraft = (currency: string): Draft => ({
  title: '',
  description: '',
  status: 'draft',
  publishAt: '',
  unpublishAt: '',
  vendor: '',
  type: '',
  tags: [],
  taxClass: 'standard',
  isGiftCard: false,
  handle: '',
  seo: { title: '', description: '' },
  customFields: [],
  images: [],
  options: [],
  variants: [emptyVariant(currency)],
})

export function draftOf(product: Product, currency: string): Draft {
  const options = product.options.map(({ name, values }, at) => ({
    key: `option${at}`,
    name,
    values: values.map((text, place) => ({ key: `option${at}value${place}`, text })),
  }))
  return {
    title: product.title,
    description: product.description,
    status: product.status,
    publishAt: localTimeText(product.publishAt),
    unpublishAt: localTimeText(product.unpublishAt),
    vendor: product.vendor,
    type: product.type,
    tags: product.tags,
    taxClass: product.taxClass,
    isGiftCard: product.isGiftCard,
    handle: product.handle,
    seo: { title: product.seo.title ?? '', description: product.seo.description ?? '' },
    customFields: Object.entries(product.customFields).map(([name, value]) => ({
      key: name,
      name,
      text: customFieldText(value),
    })),
    images: product.images.map(({ id, url, alt }) => ({ key: id, url, alt })),
    options,
    variants: product.variants.map((variant) => variantDraftOf(variant, options, currency)),
  }
}

function variantDraftOf(variant: Variant, options: OptionDraft[], currency: string): VariantDraft {
  const { id, prices, cost, externalId } = variant
  return {
    key: id,
    id,
    values: options.map(({ name, values }) => values.find(({ text }) => text === variant.options[name])?.key ?? ''),
    prices: Object.fromEntries(
      prices.map(({ price, compareAtPrice }) => [
        price.currency,
        { price: moneyText(price), compareAt: compareAtPrice ? moneyText(compareAtPrice) : '' },
      ]),
    ),
    cost: cost ? moneyText(cost) : '',
    costCurrency: cost?.currency ?? currency,
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    weightGrams: variant.weightGrams === null ? '' : String(variant.weightGrams),
    requiresShipping: variant.requiresShipping,
    trackStock: variant.trackStock,
    whenOut: variant.whenOut,
    maxQuantityPerOrder: variant.maxQuantityPerOrder === null ? '' : String(variant.maxQuantityPerOrder),
    stock: '',
    unseen: { externalId },
  }
}

/** A new product after an old one. What names one thing only (handle, SKU, barcode, ids of other systems) is not copied. */
export function copyOf(product: Product, currency: string): Draft {
  const draft = draftOf(product, currency)
  return {
    ...draft,
    title: `${draft.title} (copy)`.slice(0, 255),
    status: 'draft',
    handle: '',
    publishAt: '',
    unpublishAt: '',
    variants: draft.variants.map(({ id: _, ...variant }) => ({
      ...variant,
      key: newKey(),
      sku: '',
      barcode: '',
      unseen: {},
    })),
  }
}

/** "S / White". */
export const labelOf = (options: OptionDraft[], { values }: Pick<VariantDraft, 'values'>): string =>
  options.map((option, at) => option.values.find(({ key }) => key === values[at])?.text.trim() || '…').join(' / ')

/** Changes one variant and leaves all others the very same, so that their rows need not be drawn again. */
export const setVariant = (draft: Draft, key: string, values: Partial<VariantDraft>): Draft => ({
  ...draft,
  variants: draft.variants.map((variant) => (variant.key === key ? { ...variant, ...values } : variant)),
})
