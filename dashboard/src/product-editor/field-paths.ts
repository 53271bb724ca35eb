import type { ErrorDetail } from '../api.ts'
import { DRAFT_FIELD_LABELS, type ProductDraft, variantLabel } from './product-draft.ts'
import { type FieldErrors, pricedCurrencies } from './product-request.ts'

/**
 * Field paths mirror the server's, with keys instead of indexes: a row keeps its error when it moves, and a price is
 * addressed by currency. `/variants/3/prices/0/price/amount` becomes `/variants/var_…/price/EUR`.
 */
export function toFieldErrors(details: ErrorDetail[], draft: ProductDraft): FieldErrors {
  return Object.fromEntries(details.map(({ path, message }) => [toFieldPath(path, draft), message]))
}

function toFieldPath(path: string, draft: ProductDraft): string {
  const [, list, position = '', ...rest] = path.split('/')
  const index = Number(position)
  switch (list) {
    case 'variants': {
      const variant = draft.variants[index]
      return variant && position
        ? `/variants/${variant.key}/${variantField(rest, pricedCurrencies(variant))}`
        : '/variants'
    }
    case 'options': {
      const option = draft.options[index]
      const value = rest[0] === 'values' ? option?.values[Number(rest[1])] : undefined
      if (!option || !position) return '/options'
      return value ? `/options/${option.key}/values/${value.key}` : `/options/${option.key}/name`
    }
    case 'images': {
      const image = draft.images[index]
      return image && position ? `/images/${image.key}/${rest[0] ?? 'url'}` : '/images'
    }
    case 'customFields': {
      const field = draft.customFields.find(({ name }) => name.trim() === position)
      return field ? `/customFields/${field.key}` : '/customFields'
    }
    case 'seo':
      return position ? `/seo/${position}` : '/seo/title'
    default:
      return `/${list}`
  }
}

function variantField([name = '', position, kind]: string[], currencies: string[]): string {
  if (name !== 'prices') return name
  const currency = currencies[Number(position)] ?? currencies[0] ?? ''
  return `${kind === 'compareAtPrice' ? 'compareAt' : 'price'}/${currency}`
}

/** The server may name a field that has no label. */
const FIELD_LABELS: Record<string, string> = DRAFT_FIELD_LABELS

const VARIANT_FIELD_LABELS: Record<string, string> = {
  price: 'Price',
  compareAt: 'Compare-at price',
  cost: 'Cost',
  sku: 'SKU',
  barcode: 'Barcode',
  weightGrams: 'Weight',
  inventoryPolicy: 'When out of stock',
  maxQuantityPerOrder: 'Maximum quantity per order',
  stock: 'On hand',
  options: 'Options',
}

/** Label for people: "Price of S / White in EUR". */
export function fieldLabel(path: string, draft: ProductDraft): string {
  const [, list = '', key = '', name = '', currency] = path.split('/')
  if (list === 'seo') return key === 'description' ? 'Meta description' : 'Page title'
  if (list !== 'variants' || !key) return FIELD_LABELS[list] ?? list
  const variant = draft.variants.find((one) => one.key === key)
  const label = variant && draft.options.length > 0 ? ` of ${variantLabel(draft.options, variant)}` : ''
  return `${VARIANT_FIELD_LABELS[name] ?? 'Variant'}${label}${currency ? ` in ${currency}` : ''}`
}
