import { type DemoProduct, type StockLevel, variantsOf } from './demo-product.ts'

/** The warehouse comes first. */
export const LOCATIONS = ['Oak Yard warehouse', 'Hazel Street shop'] as const

export interface DemoStock {
  sku: string
  trackStock: boolean
  inventoryPolicy: 'deny' | 'continue'
  /** Per location, in the order of `LOCATIONS`; empty if stock is not tracked. */
  onHand: number[]
}

/**
 * Stock of each variant per location. The numbers look random but are derived from the SKU, so every load is the same.
 */
export function stockOf(product: DemoProduct): DemoStock[] {
  const { stock: level = 'plenty' } = product
  return variantsOf(product).map(({ sku }, at) => ({
    sku,
    trackStock: level !== 'untracked',
    inventoryPolicy: level === 'to order' ? 'continue' : 'deny',
    onHand: level === 'untracked' ? [] : countsOf(level, seedOf(sku), at),
  }))
}

function countsOf(level: StockLevel, seed: number, at: number): number[] {
  if (level === 'out' || level === 'to order' || (level === 'some out' && at % 3 === 1)) return [0, 0]
  if (level === 'low') return [seed % 3, 1 + (seed % 2)]
  return [12 + (seed % 60), 4 + (seed % 9)]
}

const seedOf = (sku: string): number => [...sku].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
