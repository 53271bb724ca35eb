import { describe, expect, it } from 'vitest'
import { sampleItem } from '../../test/sample-cart.ts'
import { createBasket, findMatchingItems } from './basket.ts'
import type { Selection } from './rules.ts'
import { getMatcher, matchesSelection } from './selection.ts'

const shirt = {
  ...sampleItem('a'),
  collectionIds: ['summer', 'sale'],
  tags: ['linen'],
  vendor: 'Solveig',
  type: 'shirt',
}

describe('selections', () => {
  it.each<[Selection, boolean]>([
    [{}, true],
    [{ productIds: ['product-a'] }, true],
    [{ productIds: ['product-b'] }, false],
    [{ variantIds: ['variant-a'] }, true],
    [{ collectionIds: ['winter', 'sale'] }, true],
    [{ tags: ['cotton'] }, false],
    [{ vendors: ['Solveig'] }, true],
    [{ types: ['shirt'] }, true],
    // A match in any list is enough.
    [{ tags: ['cotton'], types: ['shirt'] }, true],
    [{ exclude: { tags: ['linen'] } }, false],
    [{ exclude: { tags: ['cotton'] } }, true],
    [{ types: ['shirt'], exclude: { collectionIds: ['sale'] } }, false],
    [{ productIds: [], tags: [] }, true],
    [{ tags: ['linen'], exclude: {} }, true],
    [{ productIds: [...Array(50).keys()].map((n) => `product-${n}`) }, false],
    [{ productIds: [...Array(50).keys()].map((n) => `product-${n}`).concat('product-a') }, true],
  ])('%j matches the shirt: %s', (selection, expected) => {
    expect(matchesSelection(selection, shirt)).toBe(expected)
    expect(findMatchingItems(createBasket([shirt]), getMatcher(selection))).toEqual(expected ? [0] : [])
  })

  it('finds the same items as matching one by one, each once and in order', () => {
    const items = [...Array(30).keys()].map((n) =>
      sampleItem(String(n + 100), { tags: [`t${n % 3}`, `t${n % 5}`], type: `y${n % 2}`, giftCard: n % 7 === 0 }),
    )
    const selections: Selection[] = [
      { tags: ['t1', 't4', 'x'] },
      { tags: ['t2'], types: ['y1'] },
      { types: ['y0'], exclude: { tags: ['t0'] } },
    ]
    for (const selection of selections) {
      const expected = [...items.keys()].filter(
        (n) => items[n] && !items[n].giftCard && matchesSelection(selection, items[n]),
      )
      expect(expected.length).toBeGreaterThan(3)
      expect(findMatchingItems(createBasket(items), getMatcher(selection))).toEqual(expected)
    }
  })
})
