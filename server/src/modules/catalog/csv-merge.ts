import type { CsvProduct } from './csv-products.ts'
import type { CsvPrice, CsvVariant } from './csv-variants.ts'
import type { Draft } from './drafts.ts'
import type { Price, VariantInput, WholeChanges } from './schemas.ts'
import { inOrder, matchVariants } from './variant-match.ts'
import { valuesOf } from './variant-rules.ts'

/** What a file asks of a product, and the rows that speak of its variants and images. */
export interface Merged {
  changes: WholeChanges
  /** By the place of the variant or image; undefined for one that the file does not name. */
  variantRows: (number | undefined)[]
  imageRows: (number | undefined)[]
}

/**
 * A file adds and changes; it takes no variant and no image away, since one that holds only some of the rows is more often
 * a part than the whole. What stands in the file is as it says; of the rest, all stays.
 */
export function mergeInto(before: Draft | undefined, product: CsvProduct): Merged {
  const variants = mergeVariants(before, product)
  const images = mergeImages(before?.images ?? [], product.images)
  return {
    changes: { ...product.fields, ...variants?.changes, ...(images && { images: images.list }) },
    variantRows: variants?.rows ?? [],
    imageRows: images?.rows ?? [],
  }
}

function mergeVariants(before: Draft | undefined, product: CsvProduct) {
  if (product.variants.length === 0) return undefined
  const known = (before?.variants ?? []).map((variant) => ({
    variant,
    values: valuesOf(before?.options ?? [], variant),
  }))
  const names = optionNamesOf(before, product)
  const places = matchVariants(
    product.variants.map(({ fields, values }) => ({
      sku: fields.sku,
      values: product.optionNames && values.slice(0, names.length),
    })),
    known.map(({ variant, values }) => ({ sku: variant.sku, values })),
  )
  const list = inOrder(
    product.variants.map((given, at) => {
      const old = known[places[at] ?? -1]
      return {
        row: given.row,
        place: places[at],
        values: valuesFor(given, product, old?.values, names),
        given,
        old: old?.variant,
      }
    }),
    known.map(({ variant, values }, place) => ({ row: undefined, place, values, given: undefined, old: variant })),
  )
  return {
    rows: list.map(({ row }) => row),
    changes: {
      ...(names.length > 0 && { options: optionsOf(before, names, list) }),
      variants: list.map(
        ({ given, old, values }): VariantInput => ({
          ...old,
          ...(given && fieldsFor(given, old)),
          options: Object.fromEntries(names.flatMap((name, place) => (values[place] ? [[name, values[place]]] : []))),
          prices: given ? mergePrices(old?.prices ?? [], given.prices) : (old?.prices ?? []),
        }),
      ),
    },
  }
}

/** What a variant starts with is of no matter to one that has started. */
function fieldsFor({ fields: { stock, ...fields } }: CsvVariant, old: object | undefined): CsvVariant['fields'] {
  return old || stock === undefined ? fields : { ...fields, stock }
}

/** Those that the file has a column for are as it says; the others are called as before. */
function optionNamesOf(before: Draft | undefined, { optionNames }: CsvProduct): string[] {
  const old = before?.options.map(({ name }) => name) ?? []
  if (!optionNames) return old
  return optionNames.flatMap((name, place) => name ?? old[place] ?? []).filter((name) => name !== '')
}

const valuesFor = (
  given: CsvVariant,
  { optionNames }: CsvProduct,
  old: string[] | undefined,
  names: string[],
): string[] =>
  names.map(
    (_, place) =>
      (optionNames && given.values[place]) || (optionNames?.[place] === undefined ? old?.[place] : '') || '',
  )

/** The values in the order that they had; those that no variant has any more go, new ones come last. */
function optionsOf(before: Draft | undefined, names: string[], list: { values: string[] }[]): Draft['options'] {
  return names.map((name, place) => {
    const option = before?.options[place]
    const used = new Set(list.flatMap(({ values }) => values[place] || []))
    const usedBefore = new Set(before?.variants.map(({ options }) => options[option?.name ?? '']))
    const kept = (option?.values ?? []).filter((value) => used.has(value) || !usedBefore.has(value))
    return { name, values: [...kept, ...[...used].filter((value) => !kept.includes(value))] }
  })
}

function mergePrices(old: Price[], given: Map<string, CsvPrice>): Price[] {
  const prices = new Map(old.map((price) => [price.price.currency, price]))
  for (const [currency, cell] of given) {
    const known = prices.get(currency)
    const price = cell.price === undefined ? known?.price : cell.price
    const compareAtPrice = cell.compareAtPrice === undefined ? (known?.compareAtPrice ?? null) : cell.compareAtPrice
    if (price) prices.set(currency, { price, compareAtPrice })
    else prices.delete(currency)
  }
  return [...prices.values()]
}

/** Known again by their address. */
function mergeImages(known: Draft['images'], given: CsvProduct['images']) {
  if (given.length === 0) return undefined
  const free = Map.groupBy(known.keys(), (place) => known[place]?.url)
  const list = inOrder(
    given.map(({ row, url, alt }) => {
      const place = free.get(url)?.shift()
      return { row, place, url, alt: alt ?? known[place ?? -1]?.alt ?? '' }
    }),
    known.map(({ url, alt }) => ({ row: undefined, url, alt })),
  )
  return { list: list.map(({ url, alt }) => ({ url, alt })), rows: list.map(({ row }) => row) }
}
