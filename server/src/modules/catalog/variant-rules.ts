import { isCurrency } from '../../kit/currencies.ts'
import type { ErrorDetail } from '../../kit/errors.ts'
import { MAX_VARIANTS, type NewProduct, type VariantInput } from './schemas.ts'

type Options = NonNullable<NewProduct['options']>

/** What is wrong with options and variants together, all of it at once; nothing when they fit. */
export function faultsOf(options: Options, variants: VariantInput[]): ErrorDetail[] {
  return [
    ...(variants.length > MAX_VARIANTS ? [{ path: '/variants', message: `must be at most ${MAX_VARIANTS}` }] : []),
    ...faultyOptions(options),
    ...variants.flatMap((variant, at) => faultyVariant(options, variant, at)),
    ...twins(options, variants),
  ]
}

const HEADINGS: [RegExp, string][] = [
  [/^\/variants$/, `A product has at most ${MAX_VARIANTS} variants.`],
  [/\/(prices|cost)\//, 'The prices are not valid.'],
  [/^\/variants\/\d+\/id$/, 'A variant is not one of this product.'],
  [/options/, 'Options and variants do not fit together.'],
]

/** What is wrong in one sentence; where that is several things, the details must tell them. */
export function headingOf(faults: ErrorDetail[]): string {
  const heading = HEADINGS.find(([path]) => faults.every((fault) => path.test(fault.path)))
  return heading?.[1] ?? 'The variants are not valid.'
}

/** The value of each option, in the order of the options. */
export const valuesOf = (options: Options, { options: chosen = {} }: Pick<VariantInput, 'options'>): string[] =>
  options.map(({ name }) => chosen[name] ?? '')

/** Ids are given by us: a variant that is named must be one of the product's own, and once. */
export function strangersIn(variants: VariantInput[], known: { id: string }[]): ErrorDetail[] {
  const free = new Set(known.map(({ id }) => id))
  return variants.flatMap(({ id }, at) => {
    if (id === undefined || free.delete(id)) return []
    return [strangerAt(at)]
  })
}

export const strangerAt = (at: number): ErrorDetail => ({
  path: `/variants/${at}/id`,
  message: 'is not a variant of this product, or is there twice; leave it out for a new one',
})

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
  { options: chosen = {}, prices, cost }: VariantInput,
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
  return faults
}

/** Two variants that nobody could tell apart. */
function twins(options: Options, variants: VariantInput[]): ErrorDetail[] {
  const seen = new Set<string>()
  return variants.flatMap((variant, at) => {
    const values = valuesOf(options, variant)
    const name = JSON.stringify(values)
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    const message = values.length > 0 ? `"${values.join(' / ')}" is there twice` : ALIKE
    return [{ path: `/variants/${at}/options`, message }]
  })
}

const ALIKE = 'must tell it from the other variants: name the options of the product first'

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
