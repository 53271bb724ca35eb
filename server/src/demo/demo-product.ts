/** One number for all variants, or one per option value. */
export type ByValue = number | Record<string, number>

/**
 * `some out`: every third variant is out of stock. `to order`: out of stock, but sold anyway. `untracked`: stock is not
 * tracked.
 */
export type StockLevel = 'plenty' | 'low' | 'some out' | 'out' | 'to order' | 'untracked'

/** Shorthand for a demo product; `toNewProduct` expands it. */
export interface DemoProduct {
  title: string
  /** Markdown. */
  description: string
  /** Only if no handle can be derived from the title. */
  handle?: string
  vendor: string
  type: string
  /** Separated by spaces. */
  tags: string
  /** In euros. `none`: not sold in euros. */
  price: ByValue | 'none'
  /** Price before the sale, in euros. */
  compareAt?: ByValue
  /** Also sold in pounds. */
  pounds?: true
  /** Prices in other currencies, in minor units. They replace the converted dollar price. */
  otherPrices?: Record<string, number>
  /**
   * An image name such as `mug-terracotta` (see `images/`), or only the drawing, to get one image per value of the
   * option Color.
   */
  image: string
  /** Values separated by commas. */
  options?: Record<string, string>
  /** Prefix of each variant's SKU. */
  sku: string
  grams?: ByValue
  fields?: Record<string, unknown>
  stock?: StockLevel
  status?: 'draft' | 'archived'
  /** Publishes this many days after the demo shop is loaded. */
  publishInDays?: number
  /** Requires no shipping. */
  isDigital?: true
}

export interface DemoVariant {
  sku: string
  options: Record<string, string>
}

export const optionsOf = ({ options = {} }: DemoProduct): { name: string; values: string[] }[] =>
  Object.entries(options).map(([name, values]) => ({ name, values: values.split(', ') }))

/** Every combination of option values, in the order they are written. */
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

/** The number for the variant's first option value that has one. */
export const valueFor = (numbers: ByValue | undefined, { options }: DemoVariant): number | undefined =>
  typeof numbers === 'object' ? Object.values(options).flatMap((value) => numbers[value] ?? [])[0] : numbers
