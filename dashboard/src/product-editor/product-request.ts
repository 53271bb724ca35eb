import type { RequestBody } from '../api.ts'
import { parseDateTimeInput } from '../ui/date-time-input.ts'
import { exampleAmount, type Money, parseMoney } from '../ui/money.ts'
import { textOrNull } from '../ui/text.ts'
import { parseCustomField } from './custom-field-values.ts'
import {
  type CustomFieldDraft,
  DRAFT_FIELDS,
  type ProductDraft,
  pickFields,
  type VariantDraft,
} from './product-draft.ts'

/** Error messages by field path (see `field-paths.ts`). */
export type FieldErrors = Readonly<Record<string, string>>

type NewProduct = RequestBody<'/v1/catalog/products', 'post'>
type NewVariant = NonNullable<NewProduct['variants']>[number]

/** All that the editor knows of a product. */
export type ProductBody = Pick<NewProduct, 'handle'> & Required<Pick<NewProduct, Exclude<keyof ProductDraft, 'handle'>>>

interface ProductRequest {
  /** Not to be sent if there are errors. */
  body: ProductBody
  errors: FieldErrors
}

/** Currencies with a price, in the order they are sent. */
export const pricedCurrencies = ({ prices }: Pick<VariantDraft, 'prices'>): string[] =>
  Object.entries(prices).flatMap(([currency, { price, compareAt }]) =>
    price.trim() || compareAt.trim() ? [currency] : [],
  )

/** Input that is not a number: it differs from every saved value, and the server rejects it. */
const INVALID = -1
const CUSTOM_FIELD_NAME = /^[\w.-]{1,100}$/
const WEIGHT_PATTERN = /^\d{1,8}$/
const STOCK_PATTERN = /^\d{1,9}$/
const MAX_QUANTITY_PATTERN = /^[1-9]\d{0,3}$/

/** Stock of a saved variant is adjusted on its own page, so it is not sent even if typed in between. */
const hasInitialStock = ({ id, trackStock, stock }: VariantDraft) => !id && trackStock && stock.trim() !== ''

/** Builds the request and reports input that cannot be parsed; all other rules are the server's. */
export function toProductRequest(draft: ProductDraft, shopCurrency: string): ProductRequest {
  const errors: Record<string, string> = {}
  const required = (text: string, path: string, message: string): string => {
    if (text.trim() === '') errors[path] = message
    return text.trim()
  }
  const parseTime = (typed: string, path: string): string | null => {
    const time = parseDateTimeInput(typed)
    if (time === undefined) errors[path] = 'Enter a date and time'
    return time === undefined ? typed : time
  }
  const parseNumber = (typed: string, pattern: RegExp, path: string, message: string): number => {
    if (pattern.test(typed)) return Number(typed)
    errors[path] = message
    return INVALID
  }
  const parsePrice = (typed: string, currency: string, path: string): Money => {
    const money = parseMoney(typed, currency)
    if (!money) {
      errors[path] = typed.trim() === '' ? 'Enter a price' : `Enter an amount such as ${exampleAmount(currency)}`
    }
    return money ?? { amount: INVALID, currency }
  }
  const parseOptionalPrice = (typed: string, currency: string, path: string): Money | null =>
    typed.trim() === '' ? null : parsePrice(typed, currency, path)

  const toVariantRequest = (variant: VariantDraft): NewVariant => {
    const path = `/variants/${variant.key}`
    const currencies = pricedCurrencies(variant)
    if (currencies.length === 0) errors[`${path}/price/${shopCurrency}`] = 'Enter a price'
    const weight = variant.weightGrams.trim()
    const stock = variant.stock.trim()
    const maxQuantity = variant.maxQuantityPerOrder.trim()
    return {
      ...(variant.id && { id: variant.id }),
      options: Object.fromEntries(
        draft.options.map(({ name, values }, optionIndex) => [
          name.trim(),
          values.find(({ key }) => key === variant.values[optionIndex])?.text.trim() ?? '',
        ]),
      ),
      prices: currencies.map((currency) => {
        const { price = '', compareAt = '' } = variant.prices[currency] ?? {}
        return {
          price: parsePrice(price, currency, `${path}/price/${currency}`),
          compareAtPrice: parseOptionalPrice(compareAt, currency, `${path}/compareAt/${currency}`),
        }
      }),
      cost: parseOptionalPrice(variant.cost, variant.costCurrency, `${path}/cost`),
      sku: textOrNull(variant.sku),
      barcode: textOrNull(variant.barcode),
      weightGrams:
        weight === '' ? null : parseNumber(weight, WEIGHT_PATTERN, `${path}/weightGrams`, 'Enter whole grams'),
      requiresShipping: variant.requiresShipping,
      trackStock: variant.trackStock,
      inventoryPolicy: variant.inventoryPolicy,
      maxQuantityPerOrder:
        maxQuantity === ''
          ? null
          : parseNumber(
              maxQuantity,
              MAX_QUANTITY_PATTERN,
              `${path}/maxQuantityPerOrder`,
              'Enter a whole number from 1 to 9999',
            ),
      ...(hasInitialStock(variant) && {
        stock: parseNumber(stock, STOCK_PATTERN, `${path}/stock`, 'Enter a whole number'),
      }),
      // An image that was removed from the product can't show its variant.
      imageUrl: draft.images.some(({ url }) => url === variant.imageUrl) ? variant.imageUrl : null,
      ...variant.preserved,
    }
  }

  const handle = draft.handle.trim()
  const body: ProductBody = {
    title: required(draft.title, '/title', 'Enter a title'),
    description: draft.description,
    status: draft.status,
    publishAt: parseTime(draft.publishAt, '/publishAt'),
    unpublishAt: parseTime(draft.unpublishAt, '/unpublishAt'),
    vendor: draft.vendor.trim(),
    category: draft.category.trim(),
    type: draft.type.trim(),
    tags: draft.tags,
    taxClass: draft.taxClass.trim() || 'standard',
    giftCard: draft.giftCard,
    // Without a handle the server derives one from the title.
    ...(handle && { handle }),
    seo: { title: textOrNull(draft.seo.title), description: textOrNull(draft.seo.description) },
    customFields: toCustomFields(draft.customFields, errors),
    images: draft.images.map(({ url, alt }) => ({ url, alt })),
    options: draft.options.map(({ key, name, values }) => ({
      name: required(name, `/options/${key}/name`, 'Enter an option name, such as Size'),
      values: values.map((value) =>
        required(value.text, `/options/${key}/values/${value.key}`, 'Enter a value or remove it'),
      ),
    })),
    variants: draft.variants.map(toVariantRequest),
  }
  return { body, errors }
}

function toCustomFields(fields: CustomFieldDraft[], errors: Record<string, string>): Record<string, unknown> {
  const names = fields.map(({ name }) => name.trim())
  for (const [index, { key }] of fields.entries()) {
    const name = names[index] ?? ''
    if (!CUSTOM_FIELD_NAME.test(name))
      errors[`/customFields/${key}`] = 'Use letters, digits, periods, hyphens and underscores'
    else if (names.indexOf(name) < index) errors[`/customFields/${key}`] = `A field “${name}” already exists`
  }
  return Object.fromEntries(fields.map(({ text }, index) => [names[index] ?? '', parseCustomField(text)]))
}

/** Only changed fields: two people may edit at once, and each sends only their own changes. */
export function diffRequests(before: ProductBody, after: ProductBody): Partial<ProductBody> {
  const changed = DRAFT_FIELDS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return pickFields(after, changed)
}
