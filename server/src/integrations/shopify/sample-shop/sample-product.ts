export type Motif = 'bag' | 'cup' | 'pot' | 'bottle' | 'box'

/** Shorthand for a product of the sample shop; `product-lines.ts` expands it. */
export interface SampleProduct {
  title: string
  text: string
  type: string
  tags: string[]
  /** In cents: of all variants, or by the value of the first option. */
  price: number | Record<string, number>
  compareAt?: number
  options?: Record<string, string[]>
  /** Prefix of each variant's SKU. */
  sku: string
  grams: number
  /** Available of the first variant; the following ones have fewer. Undefined: stock is not tracked. */
  stock?: number
  motif: Motif
  color: string
  status?: 'DRAFT' | 'ARCHIVED'
  /** Metafields of the namespace `coffee`. */
  fields?: Record<string, string>
}
