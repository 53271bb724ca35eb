import { matchVariants, mergeInOrder } from '../match-variants.ts'
import type { ProductState } from '../product-state.ts'
import type { Price, ResolvedProductChanges, VariantInput } from '../schemas.ts'
import { optionValuesOf } from '../validate-variants.ts'
import type { CsvProduct } from './read-products.ts'
import type { ParsedVariant, PriceCells } from './read-variants.ts'

/** Product changes from a file, with the row of each variant and image. */
export interface MergedProduct {
  changes: ResolvedProductChanges
  /** By index of the variant or image; undefined for one that is not in the file. */
  variantRows: (number | undefined)[]
  imageRows: (number | undefined)[]
}

/**
 * An import adds and changes, but never deletes variants or images: a file with only some of the rows is more often a
 * partial file than a complete one.
 */
export function mergeProduct(before: ProductState | undefined, product: CsvProduct): MergedProduct {
  const variants = mergeVariants(before, product)
  const images = addVariantImages(mergeImages(before?.images ?? [], product.images), before?.images ?? [], product)
  const customFields = mergeCustomFields(before, product)
  return {
    changes: {
      ...product.fields,
      ...variants?.changes,
      ...(images && { images: images.list }),
      ...(customFields && { customFields }),
    },
    variantRows: variants?.rows ?? [],
    imageRows: images?.rows ?? [],
  }
}

function mergeVariants(before: ProductState | undefined, product: CsvProduct) {
  if (product.variants.length === 0) return undefined
  const existing = (before?.variants ?? []).map((variant) => ({
    variant,
    values: optionValuesOf(before?.options ?? [], variant),
  }))
  const names = optionNamesOf(before, product)
  const matches = matchVariants(
    product.variants.map(({ fields, values }) => ({
      sku: fields.sku,
      values: product.optionNames && values.slice(0, names.length),
    })),
    existing.map(({ variant, values }) => ({ sku: variant.sku, values })),
  )
  const list = mergeInOrder(
    product.variants.map((imported, at) => {
      const match = existing[matches[at] ?? -1]
      return {
        row: imported.row,
        index: matches[at],
        values: optionValuesFor(imported, product, match?.values, names),
        imported,
        old: match?.variant,
      }
    }),
    existing.map(({ variant, values }, index) => ({
      row: undefined,
      index,
      values,
      imported: undefined,
      old: variant,
    })),
  )
  return {
    rows: list.map(({ row }) => row),
    changes: {
      ...(names.length > 0 && { options: mergeOptions(before, names, list) }),
      variants: list.map(
        ({ imported, old, values }): VariantInput => ({
          ...old,
          ...(imported && importedFields(imported, old)),
          options: Object.fromEntries(names.flatMap((name, index) => (values[index] ? [[name, values[index]]] : []))),
          prices: imported ? mergePrices(old?.prices ?? [], imported.prices) : (old?.prices ?? []),
        }),
      ),
    },
  }
}

/** `stock` sets the initial quantity of a new variant only; an existing one ignores it. */
function importedFields(
  { fields: { stock, ...fields } }: ParsedVariant,
  current: object | undefined,
): ParsedVariant['fields'] {
  return current || stock === undefined ? fields : { ...fields, stock }
}

/** Options with a column in the file are renamed; the others keep their name. */
function optionNamesOf(before: ProductState | undefined, { optionNames }: CsvProduct): string[] {
  const previous = before?.options.map(({ name }) => name) ?? []
  if (!optionNames) return previous
  return optionNames.flatMap((name, index) => name ?? previous[index] ?? []).filter((name) => name !== '')
}

const optionValuesFor = (
  csv: ParsedVariant,
  { optionNames }: CsvProduct,
  previous: string[] | undefined,
  names: string[],
): string[] =>
  names.map(
    (_, index) =>
      (optionNames && csv.values[index]) || (optionNames?.[index] === undefined ? previous?.[index] : '') || '',
  )

/** Values keep their order. Values that no variant uses anymore are removed; new ones are appended. */
function mergeOptions(
  before: ProductState | undefined,
  names: string[],
  list: { values: string[] }[],
): ProductState['options'] {
  return names.map((name, index) => {
    const option = before?.options[index]
    const used = new Set(list.flatMap(({ values }) => values[index] || []))
    const usedBefore = new Set(before?.variants.map(({ options }) => options[option?.name ?? '']))
    const remaining = (option?.values ?? []).filter((value) => used.has(value) || !usedBefore.has(value))
    return { name, values: [...remaining, ...[...used].filter((value) => !remaining.includes(value))] }
  })
}

function mergePrices(current: Price[], cells: Map<string, PriceCells>): Price[] {
  const prices = new Map(current.map((price) => [price.price.currency, price]))
  for (const [currency, cell] of cells) {
    const existing = prices.get(currency)
    const price = cell.price === undefined ? existing?.price : cell.price
    const compareAtPrice = cell.compareAtPrice === undefined ? (existing?.compareAtPrice ?? null) : cell.compareAtPrice
    if (price) prices.set(currency, { price, compareAtPrice })
    else prices.delete(currency)
  }
  return [...prices.values()]
}

/** Cells are text: a number that they spell out stays a number. */
function mergeCustomFields(
  before: ProductState | undefined,
  { fields, customFields }: CsvProduct,
): Record<string, unknown> | undefined {
  if (customFields.size === 0) return undefined
  const merged: Record<string, unknown> = { ...(fields.customFields ?? before?.customFields) }
  for (const [name, text] of customFields) {
    if (text === '') delete merged[name]
    else if (toCell(merged[name]) !== text) merged[name] = text
  }
  return merged
}

const toCell = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

interface MergedImages {
  list: { url: string; alt: string }[]
  rows: (number | undefined)[]
}

/** A variant's image is one of the product's: a file with variants only adds the new ones at the end. */
function addVariantImages(
  images: MergedImages | undefined,
  existing: ProductState['images'],
  { variants }: CsvProduct,
): MergedImages | undefined {
  const known = new Set((images?.list ?? existing).map(({ url }) => url))
  const added = new Map<string, number>()
  for (const { row, fields } of variants) {
    if (fields.imageUrl && !known.has(fields.imageUrl) && !added.has(fields.imageUrl)) added.set(fields.imageUrl, row)
  }
  if (added.size === 0) return images
  const { list, rows } = images ?? { list: existing, rows: existing.map(() => undefined) }
  return {
    list: [...list, ...[...added.keys()].map((url) => ({ url, alt: '' }))],
    rows: [...rows, ...added.values()],
  }
}

/** Images are matched by URL. */
function mergeImages(existing: ProductState['images'], images: CsvProduct['images']): MergedImages | undefined {
  if (images.length === 0) return undefined
  const free = Map.groupBy(existing.keys(), (index) => existing[index]?.url)
  const list = mergeInOrder(
    images.map(({ row, url, alt }) => {
      const index = free.get(url)?.shift()
      return { row, index, url, alt: alt ?? existing[index ?? -1]?.alt ?? '' }
    }),
    existing.map(({ url, alt }) => ({ row: undefined, url, alt })),
  )
  return { list: list.map(({ url, alt }) => ({ url, alt })), rows: list.map(({ row }) => row) }
}
