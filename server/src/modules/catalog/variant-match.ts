import { invalidRequest } from '../../kit/errors.ts'
import type { BulkProduct } from './bulk-schemas.ts'
import type { Draft } from './drafts.ts'
import type { ProductChanges, VariantInput } from './schemas.ts'
import { valuesOf } from './variant-rules.ts'

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

/** Variants that are known again keep their ids, and what is not said of them. */
export function withKnownVariants(given: BulkProduct, before: Draft | undefined): ProductChanges {
  const { variants, ...rest } = given
  if (!variants) return rest
  const options = given.options ?? before?.options ?? []
  const known = before?.variants ?? []
  const places = matchVariants(
    variants.map(({ id, sku, options: chosen }) => ({
      id,
      sku,
      values: chosen && valuesOf(options, { options: chosen }),
    })),
    known.map((variant) => ({ id: variant.id, sku: variant.sku, values: valuesOf(before?.options ?? [], variant) })),
  )
  const whole = variants.map((variant, at) => {
    const same = known[places[at] ?? -1]
    if (!same) return variant
    // What a variant starts with is of no matter to one that has started; who names it by its id is told so.
    const { stock: _, ...rest } = variant
    return { ...same, ...(variant.id ? variant : rest) }
  })
  const priceless = whole.flatMap(({ prices }, at) =>
    prices ? [] : [{ path: `/variants/${at}/prices`, message: NEW }],
  )
  if (priceless.length > 0) throw invalidRequest('A new variant needs a price.', priceless)
  return { ...rest, variants: whole as VariantInput[] }
}

const NEW = 'is required for a variant that is not there yet'
