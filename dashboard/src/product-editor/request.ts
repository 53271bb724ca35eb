import { timeOf } from '../parts/local-time.ts'
import { parseMoney, sampleOf } from '../parts/money.ts'
import { customFieldValue } from './custom-field-text.ts'
import type { CustomFieldDraft, Draft, VariantDraft } from './draft.ts'

/** What is wrong, by the path of the field (see `field-paths.ts`). */
export type Faults = Readonly<Record<string, string>>

export interface Request {
  body: Record<keyof Draft, unknown>
  faults: Faults
}

/** The currencies in which it has a price, in the order in which they are sent. */
export const pricedIn = ({ prices }: Pick<VariantDraft, 'prices'>): string[] =>
  Object.entries(prices).flatMap(([currency, { price, compareAt }]) =>
    price.trim() || compareAt.trim() ? [currency] : [],
  )

const CUSTOM_FIELD_NAME = /^[\w.-]{1,100}$/
const WEIGHT = /^\d{1,8}$/
const STOCK = /^\d{1,9}$/
const MOST = /^[1-9]\d{0,3}$/

/** Once it is saved, its stock is moved on its own page; what was typed meanwhile is not sent. */
const hasFirstStock = ({ id, trackStock, stock }: VariantDraft) => !id && trackStock && stock.trim() !== ''

/** What is sent, and what can't be: rules that the server keeps are left to it, but what it could not even read is not. */
export function requestOf(draft: Draft, shopCurrency: string): Request {
  const faults: Record<string, string> = {}
  const orFault = <Value>(value: Value | undefined, path: string, message: string): Value | undefined => {
    if (value === undefined) faults[path] = message
    return value
  }
  const required = (text: string, path: string, message: string) => orFault(text.trim() || undefined, path, message)
  const moneyAt = (typed: string, currency: string, path: string) =>
    typed.trim() === ''
      ? null
      : orFault(parseMoney(typed, currency), path, `Write an amount such as ${sampleOf(currency)}`)

  const variantOf = (variant: VariantDraft) => {
    const at = `/variants/${variant.key}`
    const currencies = pricedIn(variant)
    if (currencies.length === 0) faults[`${at}/price/${shopCurrency}`] = 'Needs a price'
    const weight = variant.weightGrams.trim()
    const stock = variant.stock.trim()
    const most = variant.maxQuantityPerOrder.trim()
    return {
      ...(variant.id && { id: variant.id }),
      options: Object.fromEntries(
        draft.options.map(({ name, values }, place) => [
          name.trim(),
          values.find(({ key }) => key === variant.values[place])?.text.trim(),
        ]),
      ),
      prices: currencies.map((currency) => {
        const { price = '', compareAt = '' } = variant.prices[currency] ?? {}
        if (price.trim() === '') faults[`${at}/price/${currency}`] = 'Needs a price'
        return {
          price: moneyAt(price, currency, `${at}/price/${currency}`),
          compareAtPrice: moneyAt(compareAt, currency, `${at}/compareAt/${currency}`),
        }
      }),
      cost: moneyAt(variant.cost, variant.costCurrency, `${at}/cost`),
      sku: variant.sku.trim() || null,
      barcode: variant.barcode.trim() || null,
      weightGrams:
        weight === ''
          ? null
          : orFault(WEIGHT.test(weight) ? Number(weight) : undefined, `${at}/weightGrams`, 'Write whole grams'),
      requiresShipping: variant.requiresShipping,
      trackStock: variant.trackStock,
      whenOut: variant.whenOut,
      maxQuantityPerOrder:
        most === ''
          ? null
          : orFault(
              MOST.test(most) ? Number(most) : undefined,
              `${at}/maxQuantityPerOrder`,
              'Enter a whole number from 1 to 9999',
            ),
      ...(hasFirstStock(variant) && {
        stock: orFault(STOCK.test(stock) ? Number(stock) : undefined, `${at}/stock`, 'Write a whole number'),
      }),
      ...variant.unseen,
    }
  }

  const body = {
    title: required(draft.title, '/title', 'Give it a title'),
    description: draft.description,
    status: draft.status,
    publishAt: orFault(timeOf(draft.publishAt), '/publishAt', 'Choose a day and a time'),
    unpublishAt: orFault(timeOf(draft.unpublishAt), '/unpublishAt', 'Choose a day and a time'),
    vendor: draft.vendor.trim(),
    type: draft.type.trim(),
    tags: draft.tags,
    taxClass: draft.taxClass.trim() || 'standard',
    isGiftCard: draft.isGiftCard,
    // Without one the server makes it of the title.
    handle: draft.handle.trim() || undefined,
    seo: { title: draft.seo.title.trim() || null, description: draft.seo.description.trim() || null },
    customFields: fieldsOf(draft.customFields, faults),
    images: draft.images.map(({ url, alt }) => ({ url, alt })),
    options: draft.options.map(({ key, name, values }) => ({
      name: required(name, `/options/${key}/name`, 'Name the option, such as Size'),
      values: values.map((value) =>
        required(value.text, `/options/${key}/values/${value.key}`, 'Write the value, or remove it'),
      ),
    })),
    variants: draft.variants.map(variantOf),
  }
  return { body, faults }
}

function fieldsOf(fields: CustomFieldDraft[], faults: Record<string, string>): Record<string, unknown> {
  const names = fields.map(({ name }) => name.trim())
  for (const [at, { key }] of fields.entries()) {
    const name = names[at] ?? ''
    if (!CUSTOM_FIELD_NAME.test(name)) faults[`/customFields/${key}`] = 'Use letters, digits, points, hyphens and _'
    else if (names.indexOf(name) < at) faults[`/customFields/${key}`] = `There is a field “${name}” already`
  }
  return Object.fromEntries(fields.map(({ text }, at) => [names[at] ?? '', customFieldValue(text)]))
}

/** Only what is different from how it was: two people may be here at once, and each writes what they have changed. */
export function changesIn(before: Request['body'], now: Request['body']): Partial<Request['body']> {
  const names = Object.keys(now) as (keyof Draft)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  return Object.fromEntries(changed.map((name) => [name, now[name]]))
}
