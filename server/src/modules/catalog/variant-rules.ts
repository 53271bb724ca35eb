import { isCurrency } from '../../kit/currencies.ts'
import type { ErrorDetail } from '../../kit/errors.ts'
import type { NewProduct, VariantInput } from './schemas.ts'

type Options = NonNullable<NewProduct['options']>

/** What is wrong with options and variants together, all of it at once; nothing when they fit. */
export function faultsOf(options: Options, variants: VariantInput[]): ErrorDetail[] {
  return [
    ...faultyOptions(options),
    ...variants.flatMap((variant, at) => faultyVariant(options, variant, at)),
    ...twins(options, variants),
  ]
}

/** The value of each option, in the order of the options. */
export const valuesOf = (options: Options, { options: chosen = {} }: Pick<VariantInput, 'options'>): string[] =>
  options.map(({ name }) => chosen[name] ?? '')

/** Ids are given by us: a variant that is named must be one of the product's own, and once. */
export function strangersIn(variants: VariantInput[], known: { id: string }[]): ErrorDetail[] {
  const free = new Set(known.map(({ id }) => id))
  return variants.flatMap(({ id }, at) => {
    if (id === undefined || free.delete(id)) return []
    return [
      {
        path: `/variants/${at}/id`,
        message: 'is not a variant of this product, or is there twice; leave it out for a new one',
      },
    ]
  })
}

function faultyOptions(options: Options): ErrorDetail[] {
  return options.flatMap(({ name, values }, at) => [
    // Filters name a value as `Size:M`.
    ...(name.includes(':') ? [{ path: `/options/${at}/name`, message: 'must not hold a colon' }] : []),
    ...(options.findIndex((other) => isSame(other.name, name)) < at
      ? [{ path: `/options/${at}/name`, message: `"${name}" is there twice` }]
      : []),
    ...values.flatMap((value, place) =>
      values.findIndex((other) => isSame(other, value)) < place
        ? [{ path: `/options/${at}/values/${place}`, message: `"${value}" is there twice` }]
        : [],
    ),
  ])
}

const MOST_NAMED = 20

const namesOf = (values: string[]): string =>
  values
    .slice(0, MOST_NAMED)
    .map((one) => `"${one}"`)
    .join(', ') + (values.length > MOST_NAMED ? ` and ${values.length - MOST_NAMED} more` : '')

function faultyVariant(
  options: Options,
  { id, options: chosen = {}, prices, cost, stock }: VariantInput,
  at: number,
): ErrorDetail[] {
  const faults: ErrorDetail[] = []
  const tell = (path: string, message: string) => faults.push({ path: `/variants/${at}${path}`, message })
  for (const { name, values } of options) {
    const value = chosen[name]
    if (value === undefined) tell('/options', `must name a value of "${name}"`)
    else if (!values.includes(value)) tell(`/options/${name}`, `must be one of ${namesOf(values)}`)
  }
  for (const name of Object.keys(chosen)) {
    if (!options.some((option) => option.name === name)) tell(`/options/${name}`, 'is not an option of this product')
  }
  prices.forEach(({ price, compareAtPrice }, place) => {
    if (!isCurrency(price.currency)) tell(`/prices/${place}/price/currency`, `"${price.currency}" is not a currency`)
    if (price.amount < 0) tell(`/prices/${place}/price/amount`, 'must not be negative')
    if (prices.findIndex((other) => other.price.currency === price.currency) < place) {
      tell(`/prices/${place}/price/currency`, `has a price in ${price.currency} already`)
    }
    if (!compareAtPrice) return
    if (compareAtPrice.currency !== price.currency)
      tell(`/prices/${place}/compareAtPrice/currency`, `must be ${price.currency}`)
    else if (compareAtPrice.amount < price.amount)
      tell(`/prices/${place}/compareAtPrice/amount`, 'must not be below the price')
  })
  if (cost && cost.amount < 0) tell('/cost/amount', 'must not be negative')
  if (cost && !isCurrency(cost.currency)) tell('/cost/currency', `"${cost.currency}" is not a currency`)
  if (id !== undefined && stock !== undefined) {
    tell('/stock', 'is only for a new variant; for this one use POST /v1/inventory/adjustments')
  }
  return faults
}

/** Two variants that nobody could tell apart. */
function twins(options: Options, variants: VariantInput[]): ErrorDetail[] {
  const seen = new Map<string, number>()
  return variants.flatMap((variant, at) => {
    const name = JSON.stringify(valuesOf(options, variant))
    const first = seen.get(name)
    seen.set(name, first ?? at)
    if (first === undefined) return []
    return [{ path: `/variants/${at}/options`, message: `are those of variant ${first} too` }]
  })
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
