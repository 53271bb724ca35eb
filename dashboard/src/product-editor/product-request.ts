import { parseDateTimeInput } from '../ui/date-time-input.ts'
import { exampleAmount, parseMoney } from '../ui/money.ts'
import { parseCustomField } from './custom-field-values.ts'
import type { CustomFieldDraft, ProductDraft, VariantDraft } from './product-draft.ts'

/** Error messages by field path (see `field-paths.ts`). */
export type FieldErrors = Readonly<Record<string, string>>

export interface ProductRequest {
  body: Record<keyof ProductDraft, unknown>
  errors: FieldErrors
}

/** Currencies with a price, in the order they are sent. */
export const pricedCurrencies = ({ prices }: Pick<VariantDraft, 'prices'>): string[] =>
  Object.entries(prices).flatMap(([currency, { price, compareAt }]) =>
    price.trim() || compareAt.trim() ? [currency] : [],
  )

const CUSTOM_FIELD_NAME = /^[\w.-]{1,100}$/
const WEIGHT_PATTERN = /^\d{1,8}$/
const STOCK_PATTERN = /^\d{1,9}$/
const MAX_QUANTITY_PATTERN = /^[1-9]\d{0,3}$/

/** Stock of a saved variant is adjusted on its own page, so it is not sent even if typed in between. */
const hasInitialStock = ({ id, trackStock, stock }: VariantDraft) => !id && trackStock && stock.trim() !== ''

/** Builds the request and reports input that cannot be parsed; all other rules are the server's. */
export function toProductRequest(draft: ProductDraft, shopCurrency: string): ProductRequest {
  const errors: Record<string, string> = {}
  const orError = <Value>(value: Value | undefined, path: string, message: string): Value | undefined => {
    if (value === undefined) errors[path] = message
    return value
  }
  const required = (text: string, path: string, message: string) => orError(text.trim() || undefined, path, message)
  const parseMoneyAt = (typed: string, currency: string, path: string) =>
    typed.trim() === ''
      ? null
      : orError(parseMoney(typed, currency), path, `Enter an amount such as ${exampleAmount(currency)}`)

  const toVariantRequest = (variant: VariantDraft) => {
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
          values.find(({ key }) => key === variant.values[optionIndex])?.text.trim(),
        ]),
      ),
      prices: currencies.map((currency) => {
        const { price = '', compareAt = '' } = variant.prices[currency] ?? {}
        if (price.trim() === '') errors[`${path}/price/${currency}`] = 'Enter a price'
        return {
          price: parseMoneyAt(price, currency, `${path}/price/${currency}`),
          compareAtPrice: parseMoneyAt(compareAt, currency, `${path}/compareAt/${currency}`),
        }
      }),
      cost: parseMoneyAt(variant.cost, variant.costCurrency, `${path}/cost`),
      sku: variant.sku.trim() || null,
      barcode: variant.barcode.trim() || null,
      weightGrams:
        weight === ''
          ? null
          : orError(
              WEIGHT_PATTERN.test(weight) ? Number(weight) : undefined,
              `${path}/weightGrams`,
              'Enter whole grams',
            ),
      requiresShipping: variant.requiresShipping,
      trackStock: variant.trackStock,
      inventoryPolicy: variant.inventoryPolicy,
      maxQuantityPerOrder:
        maxQuantity === ''
          ? null
          : orError(
              MAX_QUANTITY_PATTERN.test(maxQuantity) ? Number(maxQuantity) : undefined,
              `${path}/maxQuantityPerOrder`,
              'Enter a whole number from 1 to 9999',
            ),
      ...(hasInitialStock(variant) && {
        stock: orError(STOCK_PATTERN.test(stock) ? Number(stock) : undefined, `${path}/stock`, 'Enter a whole number'),
      }),
      ...variant.preserved,
    }
  }

  const body = {
    title: required(draft.title, '/title', 'Enter a title'),
    description: draft.description,
    status: draft.status,
    publishAt: orError(parseDateTimeInput(draft.publishAt), '/publishAt', 'Enter a date and time'),
    unpublishAt: orError(parseDateTimeInput(draft.unpublishAt), '/unpublishAt', 'Enter a date and time'),
    vendor: draft.vendor.trim(),
    type: draft.type.trim(),
    tags: draft.tags,
    taxClass: draft.taxClass.trim() || 'standard',
    giftCard: draft.giftCard,
    // Without a handle the server derives one from the title.
    handle: draft.handle.trim() || undefined,
    seo: { title: draft.seo.title.trim() || null, description: draft.seo.description.trim() || null },
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
export function diffRequests(
  before: ProductRequest['body'],
  after: ProductRequest['body'],
): Partial<ProductRequest['body']> {
  const names = Object.keys(after) as (keyof ProductDraft)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, after[name]]))
}
