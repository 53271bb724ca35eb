/** One number for all variants, or one for each that has this value of an option. */
export type ByValue = number | Record<string, number>

/**
 * `some out`: of every third variant nothing is left. `to order`: nothing is there, and it is sold all the same. `uncounted`:
 * nobody counts it.
 */
export type StockLevel = 'plenty' | 'low' | 'some out' | 'out' | 'to order' | 'uncounted'

/** A product of the demo shop as a person would write it down. */
export interface DemoProduct {
  title: string
  /** Markdown. */
  description: string
  /** Only where none can be made of the title. */
  handle?: string
  vendor: string
  type: string
  /** With blanks between them. */
  tags: string
  /** In euros. `none`: not sold in euros. */
  price: ByValue | 'none'
  /** What it cost before the sale, in euros. */
  compareAt?: ByValue
  /** Also sold in pounds. */
  pounds?: true
  /** Prices in other currencies, in minor units, in place of the usual dollars. */
  otherPrices?: Record<string, number>
  /** What it looks like (`pictures/`): a thing and a colour, or a thing that is drawn in each colour of the option Colour. */
  image: string
  /** Values with commas between them. */
  options?: Record<string, string>
  /** The beginning of each variant's SKU. */
  sku: string
  grams?: ByValue
  fields?: Record<string, unknown>
  stock?: StockLevel
  status?: 'draft' | 'archived'
  /** Goes on show so many days after the shop was opened. */
  publishInDays?: number
  /** Nothing is sent by post. */
  isDigital?: true
}

export interface DemoVariant {
  sku: string
  options: Record<string, string>
}

export const optionsOf = ({ options = {} }: DemoProduct): { name: string; values: string[] }[] =>
  Object.entries(options).map(([name, values]) => ({ name, values: values.split(', ') }))

/** Every combination of the values, in the order in which they are written. */
export function variantsOf(product: DemoProduct): DemoVariant[] {
  return optionsOf(product).reduce<DemoVariant[]>(
    (variants, { name, values }) =>
      variants.flatMap(({ sku, options }) =>
        values.map((value) => ({ sku: `${sku}-${abbreviate(value)}`, options: { ...options, [name]: value } })),
      ),
    [{ sku: product.sku, options: {} }],
  )
}

/** `Terracotta` is `TER`, `0.75 l` is `075`. */
const abbreviate = (value: string) =>
  value
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 3)
    .toUpperCase()

/** The number for a variant, by whichever of its values has one. */
export const valueFor = (numbers: ByValue | undefined, { options }: DemoVariant): number | undefined =>
  typeof numbers === 'object' ? Object.values(options).flatMap((value) => numbers[value] ?? [])[0] : numbers
