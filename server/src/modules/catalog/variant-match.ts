import { invalidRequest } from '../../kit/errors.ts'
import type { OtherVariants } from './bulk-schemas.ts'
import type { Draft } from './drafts.ts'
import type { ProductChanges, VariantInput, WholeChanges } from './schemas.ts'
import { strangerAt, valuesOf } from './variant-rules.ts'

/** By what a variant may be known again. */
export interface Marks {
  id?: string | undefined
  sku?: string | null | undefined
  /** One of each option, in their order; not given when options are of no concern. */
  values?: string[] | undefined
}

/**
 * For each that is given, the place of the one among the known that it is: by id, else by SKU, else by the values of its
 * options. All ids are looked at first, then all SKUs, so that no variant takes what another has the better claim to.
 */
export function matchVariants(given: Marks[], known: Marks[]): (number | undefined)[] {
  const places: (number | undefined)[] = given.map(() => undefined)
  const taken = new Set<number>()
  for (const markOf of [({ id }: Marks) => id, skuAndValues, skuOf, valuesMark]) {
    const free = new Map<string, number>()
    // Of several that look the same, the first.
    for (let at = known.length - 1; at >= 0; at--) {
      const mark = markOf(known[at] as Marks)
      if (mark !== undefined && !taken.has(at)) free.set(mark, at)
    }
    given.forEach((variant, at) => {
      const mark = markOf(variant)
      const place = mark === undefined || places[at] !== undefined ? undefined : free.get(mark)
      if (place === undefined || taken.has(place)) return
      places[at] = place
      taken.add(place)
    })
  }
  // A product's only variant is itself when nobody speaks of options, and the first of many when it has had none until now.
  const [only] = known
  const first = places.indexOf(undefined)
  const isIt = only?.values?.length === 0 || (given.length === 1 && !given[0]?.values)
  if (known.length === 1 && taken.size === 0 && isIt && !given[first]?.id) places[first] = 0
  return places
}

const skuOf = ({ sku }: Marks) => sku || undefined
const valuesMark = ({ values }: Marks) => values && JSON.stringify(values)
/** Where several variants share a SKU, their options tell them apart. */
const skuAndValues = ({ sku, values }: Marks) => (sku && values ? JSON.stringify([sku, values]) : undefined)

/** What was asked of a product, with all that its variants shall be. */
export interface WholeWish {
  changes: WholeChanges
  /** By the place of a variant: which of the given it is; undefined for one that was not named and stays. */
  givenAt: (number | undefined)[]
}

/** Variants that are known again keep their ids, and what is not said of them. */
export function withKnownVariants(given: ProductChanges, before: Draft | undefined, others: OtherVariants): WholeWish {
  const { variants, ...rest } = given
  if (!variants) return { changes: rest, givenAt: [] }
  const known = before?.variants ?? []
  const places = placesOf(variants, given.options ?? before?.options ?? [], before)
  refuseStock(variants)
  const whole = variants.map((variant, at) => ({ at, place: places[at], variant: wholeOf(variant, known, places[at]) }))
  refusePriceless(whole)
  const kept = known.map((variant) => ({ at: undefined, variant }))
  const list = others === 'keep' ? inOrder(whole, kept) : whole
  return {
    changes: { ...rest, variants: list.map(({ variant }) => variant as VariantInput) },
    givenAt: list.map(({ at }) => at),
  }
}

/** In the order in which they are given when all are; else everything stays in its place, and what is new comes last. */
export function inOrder<Given extends { place: number | undefined }, Known>(
  given: Given[],
  known: Known[],
): (Given | Known)[] {
  const byPlace = new Map(given.map((one) => [one.place, one]))
  if (known.every((_, place) => byPlace.has(place))) return given
  return [...known.map((one, place) => byPlace.get(place) ?? one), ...given.filter(({ place }) => place === undefined)]
}

type Given = NonNullable<ProductChanges['variants']>[number]

const placesOf = (variants: Given[], options: Draft['options'], before: Draft | undefined) =>
  matchVariants(
    variants.map(({ id, sku, options: chosen }) => ({
      id,
      sku,
      values: chosen && valuesOf(options, { options: chosen }),
    })),
    (before?.variants ?? []).map((variant) => ({
      id: variant.id,
      sku: variant.sku,
      values: valuesOf(before?.options ?? [], variant),
    })),
  )

function wholeOf(variant: Given, known: Draft['variants'], place: number | undefined): Given {
  const same = known[place ?? -1]
  if (!same) return variant
  // What a variant starts with is of no matter to one that has started.
  const { stock: _, ...rest } = variant
  return { ...same, ...rest }
}

/** Who names a variant by its id knows that it has started. */
function refuseStock(variants: Given[]): void {
  const faults = variants.flatMap(({ id, stock }, at) =>
    id === undefined || stock === undefined ? [] : [{ path: `/variants/${at}/stock`, message: STARTED }],
  )
  if (faults.length > 0) throw invalidRequest('Only a new variant can be given its stock here.', faults)
}

function refusePriceless(whole: { variant: Given }[]): void {
  const faults = whole.flatMap(({ variant }, at) =>
    variant.prices ? [] : [variant.id ? strangerAt(at) : { path: `/variants/${at}/prices`, message: NEW }],
  )
  if (faults.length > 0) throw invalidRequest('A variant that is not there yet needs a price.', faults)
}

const STARTED = 'is only for a new variant; for this one use POST /v1/inventory/adjustments'
const NEW = 'is required for a variant that is not there yet'
