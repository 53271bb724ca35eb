import { invalidRequest } from '../../kit/errors.ts'
import type { OtherVariants } from './bulk-schemas.ts'
import type { ProductState } from './product-state.ts'
import type { ProductChanges, ResolvedProductChanges, VariantInput } from './schemas.ts'
import { optionValuesOf, unknownVariantError } from './validate-variants.ts'

/** By what a variant may be known again. */
export interface VariantIdentity {
  id?: string | undefined
  sku?: string | null | undefined
  /** One of each option, in their order; not given when options are of no concern. */
  values?: string[] | undefined
}

/**
 * For each that is given, the place of the one among the known that it is: by id, else by SKU, else by the values of its
 * options. All ids are looked at first, then all SKUs, so that no variant takes what another has the better claim to.
 */
export function matchVariants(inputs: VariantIdentity[], existing: VariantIdentity[]): (number | undefined)[] {
  const matches: (number | undefined)[] = inputs.map(() => undefined)
  const matched = new Set<number>()
  for (const keyOf of [({ id }: VariantIdentity) => id, skuAndValuesKey, skuKey, valuesKey]) {
    const free = new Map<string, number>()
    // Of several that look the same, the first.
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
  // A product's only variant is itself when nobody speaks of options, and the first of many when it has had none until now.
  const [only] = existing
  const first = matches.indexOf(undefined)
  const isOnlyVariant = only?.values?.length === 0 || (inputs.length === 1 && !inputs[0]?.values)
  if (existing.length === 1 && matched.size === 0 && isOnlyVariant && !inputs[first]?.id) matches[first] = 0
  return matches
}

const skuKey = ({ sku }: VariantIdentity) => sku || undefined
const valuesKey = ({ values }: VariantIdentity) => values && JSON.stringify(values)
/** Where several variants share a SKU, their options tell them apart. */
const skuAndValuesKey = ({ sku, values }: VariantIdentity) =>
  sku && values ? JSON.stringify([sku, values]) : undefined

/** What was asked of a product, with all that its variants shall be. */
export interface ResolvedInput {
  changes: ResolvedProductChanges
  /** By the place of a variant: which of the given it is; undefined for one that was not named and stays. */
  inputIndexes: (number | undefined)[]
}

/** Variants that are known again keep their ids, and what is not said of them. */
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
    place: matches[at],
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

/** In the order in which they are given when all are; else everything stays in its place, and what is new comes last. */
export function mergeInOrder<Input extends { place: number | undefined }, Existing>(
  inputs: Input[],
  existing: Existing[],
): (Input | Existing)[] {
  const byPlace = new Map(inputs.map((one) => [one.place, one]))
  if (existing.every((_, place) => byPlace.has(place))) return inputs
  return [
    ...existing.map((one, place) => byPlace.get(place) ?? one),
    ...inputs.filter(({ place }) => place === undefined),
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
  // What a variant starts with is of no matter to one that has started.
  const { stock: _, ...rest } = variant
  return { ...current, ...rest }
}

/** Who names a variant by its id knows that it has started. */
function assertNoStock(variants: ChangedVariant[]): void {
  const errors = variants.flatMap(({ id, stock }, at) =>
    id === undefined || stock === undefined ? [] : [{ path: `/variants/${at}/stock`, message: STOCK_ON_EXISTING }],
  )
  if (errors.length > 0) throw invalidRequest('Only a new variant can be given its stock here.', errors)
}

function assertPrices(resolved: { variant: ChangedVariant }[]): void {
  const errors = resolved.flatMap(({ variant }, at) =>
    variant.prices
      ? []
      : [variant.id ? unknownVariantError(at) : { path: `/variants/${at}/prices`, message: PRICES_REQUIRED }],
  )
  if (errors.length > 0) throw invalidRequest('A variant that is not there yet needs a price.', errors)
}

const STOCK_ON_EXISTING = 'is only for a new variant; for this one use POST /v1/inventory/adjustments'
const PRICES_REQUIRED = 'is required for a variant that is not there yet'
