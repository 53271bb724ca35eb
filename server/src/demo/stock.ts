import { type DemoProduct, type StockLevel, variantsOf } from './demo-product.ts'

/** Where the demo shop keeps its goods, the warehouse first. */
export const LOCATIONS = ['Oak Yard warehouse', 'Hazel Street shop'] as const

export interface DemoStock {
  sku: string
  trackStock: boolean
  whenOut: 'deny' | 'continue'
  /** In the order of the locations; empty where nobody counts. */
  onHand: number[]
}

/** What lies where of each variant. The numbers look thrown and are the same every time. */
export function stockOf(product: DemoProduct): DemoStock[] {
  const { stock: level = 'plenty' } = product
  return variantsOf(product).map(({ sku }, at) => ({
    sku,
    trackStock: level !== 'uncounted',
    whenOut: level === 'to order' ? 'continue' : 'deny',
    onHand: level === 'uncounted' ? [] : countsOf(level, seedOf(sku), at),
  }))
}

function countsOf(level: StockLevel, seed: number, at: number): number[] {
  if (level === 'out' || level === 'to order' || (level === 'some out' && at % 3 === 1)) return [0, 0]
  if (level === 'low') return [seed % 3, 1 + (seed % 2)]
  return [12 + (seed % 60), 2 + (seed % 9)]
}

const seedOf = (sku: string): number => [...sku].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
