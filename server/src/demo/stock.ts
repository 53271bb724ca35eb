import { type DemoProduct, type StockWord, variantsOf } from './demo-product.ts'

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
  const { stock: word = 'plenty' } = product
  return variantsOf(product).map(({ sku }, at) => ({
    sku,
    trackStock: word !== 'uncounted',
    whenOut: word === 'to order' ? 'continue' : 'deny',
    onHand: word === 'uncounted' ? [] : countsOf(word, thrown(sku), at),
  }))
}

function countsOf(word: StockWord, dice: number, at: number): number[] {
  if (word === 'out' || word === 'to order' || (word === 'some out' && at % 3 === 1)) return [0, 0]
  if (word === 'low') return [dice % 3, 1 + (dice % 2)]
  return [12 + (dice % 60), 2 + (dice % 9)]
}

const thrown = (sku: string): number => [...sku].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
