import { invalidRequest } from '../../kit/errors.ts'
import type { OtherVariants } from './bulk-schemas.ts'
import type { ProductState } from './product-state.ts'
import type { ProductChanges, ResolvedProductChanges, VariantInput } from './schemas.ts'
import { optionValuesOf, unknownVariantError } from './validate-variants.ts'

export interface VariantIdentity {
  id?: string | undefined
  sku?: string | null | undefined
  /** One value per option, in option order; undefined when options are not part of the match. */
  values?: string[] | undefined
}

/**
 * Returns, for each input, the index of the existing variant it matches: by id, else by SKU, else by option values. All
 * ids are matched before all SKUs, so that a weaker match never claims a variant with a stronger one.
 */
export function matchVariants(inputs: VariantIdentity[], existing: VariantIdentity[]): (number | undefined)[] {
  const matches: (number | undefined)[] = inputs.map(() => undefined)
  const matched = new Set<number>()
  for (const keyOf of [({ id }: VariantIdentity) => id, skuAndValuesKey, skuKey, valuesKey]) {
    const free = new Map<string, number>()
    // Iterates backwards so that the first of several variants with the same key wins.
    for (let at = existing.length - 1; at >= 0; at--) {
      const key = keyOf(existing[at] as VariantIdentity)
      if (key !== undefined && !matched.has(at)) free.set(key, at)
    }
    inputs.forEach((variant, at) => {
      const key = keyOf(variant)
      const match = key === undefined || matches[at] !== undefined ? undefined : free.get(key)
      if (match === undefined || matched.has(match)) return
      matches[at] = match
      matched.add(match)
    })
  }
  // A product's only variant matches an input without options, or the first input when the product had no options so
  // far.
  const [only] = existing
  const first = matches.indexOf(undefined)
  const isOnlyVariant = only?.values?.length === 0 || (inputs.length === 1 && !inputs[0]?.values)
  if (existing.length === 1 && matched.size === 0 && isOnlyVariant && !inputs[first]?.id) matches[first] = 0
  return matches
}

const skuKey = ({ sku }: VariantIdentity) => sku || undefined
const valuesKey = ({ values }: VariantIdentity) => values && JSON.stringify(values)
/** Option values distinguish variants that share a SKU. */
const skuAndValuesKey = ({ sku, values }: VariantIdentity) =>
  sku && values ? JSON.stringify([sku, values]) : undefined

/** Product changes with fully merged variants. */
export interface ResolvedInput {
  changes: ResolvedProductChanges
  /** Index into the request's variants; undefined for a variant that the request omits and that is kept. */
  inputIndexes: (number | undefined)[]
}

/** Matched variants keep their ids and the fields that the request omits. */
export function resolveVariants(
  input: ProductChanges,
  before: ProductState | undefined,
  otherVariants: OtherVariants,
): ResolvedInput {
  const { variants, ...rest } = input
  if (!variants) return { changes: rest, inputIndexes: [] }
  const existing = before?.variants ?? []
  const matches = findMatches(variants, input.options ?? before?.options ?? [], before)
  assertNoStock(variants)
  const resolved = variants.map((variant, at) => ({
    at,
    index: matches[at],
    variant: mergeVariant(variant, existing, matches[at]),
  }))
  assertPrices(resolved)
  const unchanged = existing.map((variant) => ({ at: undefined, variant }))
  const list = otherVariants === 'keep' ? mergeInOrder(resolved, unchanged) : resolved
  return {
    changes: { ...rest, variants: list.map(({ variant }) => variant as VariantInput) },
    inputIndexes: list.map(({ at }) => at),
  }
}

/**
 * Uses the order of the inputs when they cover all existing entries; otherwise existing entries keep their position and
 * new ones are appended.
 */
export function mergeInOrder<Input extends { index: number | undefined }, Existing>(
  inputs: Input[],
  existing: Existing[],
): (Input | Existing)[] {
  const byIndex = new Map(inputs.map((one) => [one.index, one]))
  if (existing.every((_, index) => byIndex.has(index))) return inputs
  return [
    ...existing.map((one, index) => byIndex.get(index) ?? one),
    ...inputs.filter(({ index }) => index === undefined),
  ]
}

type ChangedVariant = NonNullable<ProductChanges['variants']>[number]

const findMatches = (variants: ChangedVariant[], options: ProductState['options'], before: ProductState | undefined) =>
  matchVariants(
    variants.map(({ id, sku, options: chosen }) => ({
      id,
      sku,
      values: chosen && optionValuesOf(options, { options: chosen }),
    })),
    (before?.variants ?? []).map((variant) => ({
      id: variant.id,
      sku: variant.sku,
      values: optionValuesOf(before?.options ?? [], variant),
    })),
  )

function mergeVariant(
  variant: ChangedVariant,
  existing: ProductState['variants'],
  index: number | undefined,
): ChangedVariant {
  const current = existing[index ?? -1]
  if (!current) return variant
  // `stock` sets the initial quantity of a new variant only; an existing one ignores it.
  const { stock: _, ...rest } = variant
  return { ...current, ...rest }
}

/** A variant referenced by id already exists, so `stock` is rejected instead of ignored. */
function assertNoStock(variants: ChangedVariant[]): void {
  const errors = variants.flatMap(({ id, stock }, at) =>
    id === undefined || stock === undefined ? [] : [{ path: `/variants/${at}/stock`, message: STOCK_ON_EXISTING }],
  )
  if (errors.length > 0) throw invalidRequest('Stock can only be set on new variants.', errors)
}

function assertPrices(resolved: { variant: ChangedVariant }[]): void {
  const errors = resolved.flatMap(({ variant }, at) =>
    variant.prices
      ? []
      : [variant.id ? unknownVariantError(at) : { path: `/variants/${at}/prices`, message: PRICES_REQUIRED }],
  )
  if (errors.length > 0) throw invalidRequest('A new variant needs a price.', errors)
}

const STOCK_ON_EXISTING = 'is only allowed for a new variant; use POST /v1/inventory/adjustments instead'
const PRICES_REQUIRED = 'is required for a new variant'
