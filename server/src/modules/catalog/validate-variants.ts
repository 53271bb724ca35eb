import { isCurrency } from '../../kit/currencies.ts'
import { AppError, type ErrorDetail } from '../../kit/errors.ts'
import { MAX_VARIANTS, type NewProduct, type VariantInput } from './schemas.ts'

type Options = NonNullable<NewProduct['options']>

/** What is wrong with options and variants together, all of it at once; nothing when they fit. */
export function validateVariants(options: Options, variants: VariantInput[]): ErrorDetail[] {
  return [
    ...(variants.length > MAX_VARIANTS ? [{ path: '/variants', message: `must be at most ${MAX_VARIANTS}` }] : []),
    ...validateOptions(options),
    ...variants.flatMap((variant, at) => validateVariant(options, variant, at)),
    ...validateUnique(options, variants),
  ]
}

const ERROR_SUMMARIES: [RegExp, string][] = [
  [/^\/variants$/, `A product has at most ${MAX_VARIANTS} variants.`],
  [/\/(prices|cost)\//, 'The prices are not valid.'],
  [/^\/variants\/\d+\/id$/, 'A variant is not one of this product.'],
  [/options/, 'Options and variants do not fit together.'],
]

/** What is wrong in one sentence; where that is several things, the details must tell them. */
export function summarizeErrors(errors: ErrorDetail[]): string {
  const summary = ERROR_SUMMARIES.find(([path]) => errors.every((error) => path.test(error.path)))
  return summary?.[1] ?? 'The variants are not valid.'
}

/** The value of each option, in the order of the options. */
export const optionValuesOf = (options: Options, { options: selected = {} }: Pick<VariantInput, 'options'>): string[] =>
  options.map(({ name }) => selected[name] ?? '')

/** Ids are given by us: a variant that is named must be one of the product's own, and once. */
export function validateVariantIds(variants: VariantInput[], existing: { id: string }[]): ErrorDetail[] {
  const unmatched = new Set(existing.map(({ id }) => id))
  return variants.flatMap(({ id }, at) => {
    if (id === undefined || unmatched.delete(id)) return []
    return [unknownVariantError(at)]
  })
}

export const unknownVariantError = (at: number): ErrorDetail => ({
  path: `/variants/${at}/id`,
  message: 'is not a variant of this product, or is there twice; leave it out for a new one',
})

function validateOptions(options: Options): ErrorDetail[] {
  return options.flatMap(({ name, values }, at) => [
    // Filters name a value as `Size:M`.
    ...(name.includes(':') ? [{ path: `/options/${at}/name`, message: 'must not hold a colon' }] : []),
    ...(options.findIndex((other) => isSame(other.name, name)) < at
      ? [{ path: `/options/${at}/name`, message: `"${name}" is there twice` }]
      : []),
    ...values.flatMap((value, valueIndex) =>
      values.findIndex((other) => isSame(other, value)) < valueIndex
        ? [{ path: `/options/${at}/values/${valueIndex}`, message: `"${value}" is there twice` }]
        : [],
    ),
  ])
}

const MAX_LISTED_VALUES = 20

const formatValues = (values: string[]): string =>
  values
    .slice(0, MAX_LISTED_VALUES)
    .map((one) => `"${one}"`)
    .join(', ') + (values.length > MAX_LISTED_VALUES ? ` and ${values.length - MAX_LISTED_VALUES} more` : '')

function validateVariant(
  options: Options,
  { options: selected = {}, prices, cost }: VariantInput,
  at: number,
): ErrorDetail[] {
  const errors: ErrorDetail[] = []
  const addError = (path: string, message: string) => errors.push({ path: `/variants/${at}${path}`, message })
  for (const { name, values } of options) {
    const value = selected[name]
    if (value === undefined) addError('/options', `must name a value of "${name}"`)
    else if (!values.includes(value)) addError(`/options/${name}`, `must be one of ${formatValues(values)}`)
  }
  for (const name of Object.keys(selected)) {
    if (!options.some((option) => option.name === name))
      addError(`/options/${name}`, 'is not an option of this product')
  }
  prices.forEach(({ price, compareAtPrice }, index) => {
    if (!isCurrency(price.currency))
      addError(`/prices/${index}/price/currency`, `"${price.currency}" is not a currency`)
    if (price.amount < 0) addError(`/prices/${index}/price/amount`, 'must not be negative')
    if (prices.findIndex((other) => other.price.currency === price.currency) < index) {
      addError(`/prices/${index}/price/currency`, `has a price in ${price.currency} already`)
    }
    if (!compareAtPrice) return
    if (compareAtPrice.currency !== price.currency)
      addError(`/prices/${index}/compareAtPrice/currency`, `must be ${price.currency}`)
    else if (compareAtPrice.amount < price.amount)
      addError(`/prices/${index}/compareAtPrice/amount`, 'must not be below the price')
  })
  if (cost && cost.amount < 0) addError('/cost/amount', 'must not be negative')
  if (cost && !isCurrency(cost.currency)) addError('/cost/currency', `"${cost.currency}" is not a currency`)
  return errors
}

/** Two variants that nobody could tell apart. */
function validateUnique(options: Options, variants: VariantInput[]): ErrorDetail[] {
  const seen = new Set<string>()
  return variants.flatMap((variant, at) => {
    const values = optionValuesOf(options, variant)
    const key = JSON.stringify(values)
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const message = values.length > 0 ? `"${values.join(' / ')}" is there twice` : NOT_DISTINGUISHABLE
    return [{ path: `/variants/${at}/options`, message }]
  })
}

const NOT_DISTINGUISHABLE = 'must tell it from the other variants: name the options of the product first'

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The same refusal, with what it says of variants told anew: by the place of the variant, and the path within it. */
export function mapVariantErrors(error: AppError, map: (at: number, detail: ErrorDetail) => ErrorDetail): AppError {
  const { code, message, headers, details } = error
  if (!details) return error
  return new AppError(code, message, {
    headers,
    details: details.map((detail) => {
      const [, at, path] = /^\/variants\/(\d+)(.*)$/s.exec(detail.path) ?? []
      return path === undefined ? detail : map(Number(at), { ...detail, path })
    }),
    cause: error,
  })
}
