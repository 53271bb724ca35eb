import type { ErrorDetail } from '../api.ts'
import { type Draft, labelOf } from './draft.ts'
import { type Faults, pricedIn } from './request.ts'

/**
 * Fields are named like the server's paths, but by keys instead of places: a row keeps its fault when it is moved, and a
 * price is named by its currency. `/variants/3/prices/0/price/amount` becomes `/variants/var_…/price/EUR`.
 */
export function faultsOf(details: ErrorDetail[], draft: Draft): Faults {
  return Object.fromEntries(details.map(({ path, message }) => [fieldPath(path, draft), message]))
}

function fieldPath(path: string, draft: Draft): string {
  const [, list, place = '', ...rest] = path.split('/')
  const at = Number(place)
  switch (list) {
    case 'variants': {
      const variant = draft.variants[at]
      return variant && place ? `/variants/${variant.key}/${variantField(rest, pricedIn(variant))}` : '/variants'
    }
    case 'options': {
      const option = draft.options[at]
      const value = rest[0] === 'values' ? option?.values[Number(rest[1])] : undefined
      if (!option || !place) return '/options'
      return value ? `/options/${option.key}/values/${value.key}` : `/options/${option.key}/name`
    }
    case 'images': {
      const image = draft.images[at]
      return image && place ? `/images/${image.key}/${rest[0] ?? 'url'}` : '/images'
    }
    case 'customFields': {
      const field = draft.customFields.find(({ name }) => name.trim() === place)
      return field ? `/customFields/${field.key}` : '/customFields'
    }
    case 'seo':
      return place ? `/seo/${place}` : '/seo/title'
    default:
      return `/${list}`
  }
}

function variantField([name = '', place, kind]: string[], currencies: string[]): string {
  if (name !== 'prices') return name
  const currency = currencies[Number(place)] ?? currencies[0] ?? ''
  return `${kind === 'compareAtPrice' ? 'compareAt' : 'price'}/${currency}`
}

const NAMES: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  publishAt: 'Publish at',
  unpublishAt: 'Take off at',
  vendor: 'Vendor',
  type: 'Type',
  tags: 'Tags',
  taxClass: 'Tax class',
  isGiftCard: 'Gift card',
  handle: 'Handle',
  seo: 'Search listing',
  customFields: 'Custom fields',
  images: 'Images',
  options: 'Options',
  variants: 'Variants',
}

const VARIANT_NAMES: Record<string, string> = {
  price: 'Price',
  compareAt: 'Compare-at price',
  cost: 'Cost',
  sku: 'SKU',
  barcode: 'Barcode',
  weightGrams: 'Weight',
  whenOut: 'When out of stock',
  maxQuantityPerOrder: 'Maximum quantity per order',
  stock: 'On hand',
  options: 'Options',
}

/** What a person calls the field: "Price of S / White in EUR". */
export function fieldInWords(path: string, draft: Draft): string {
  const [, list = '', key = '', name = '', currency] = path.split('/')
  const words = NAMES[list] ?? list
  if (list === 'seo') return key === 'description' ? 'Search description' : 'Search title'
  if (list !== 'variants' || !key) return words
  const variant = draft.variants.find((one) => one.key === key)
  const label = variant && draft.options.length > 0 ? ` of ${labelOf(draft.options, variant)}` : ''
  return `${VARIANT_NAMES[name] ?? 'Variant'}${label}${currency ? ` in ${currency}` : ''}`
}

export const partInWords = (name: string): string => NAMES[name] ?? name
