import { describe, expect, it } from 'vitest'
import { changeIn, fieldsOf, resultOf } from './adjustment.ts'
import type { Level } from './stock.ts'

const LEVEL: Level = {
  variantId: 'var_1',
  productId: 'prod_1',
  productTitle: 'Linen shirt',
  variantTitle: 'M / Sky',
  sku: 'LS-M-Sky',
  locationId: 'loc_1',
  locationName: 'Main location',
  onHand: 19,
  reserved: 2,
  incoming: 40,
  safetyStock: 0,
  lowStockAt: null,
  available: 17,
  trackStock: true,
  whenOut: 'deny',
  updatedAt: '2030-01-01T00:00:00Z',
}
const NAMED = { variantId: 'var_1', locationId: 'loc_1' }
const untouched = fieldsOf(LEVEL)

describe('an adjustment', () => {
  it('sends a change, or what was counted, with what was on the screen', () => {
    expect(changeIn({ ...untouched, amount: -3 }, LEVEL, 19)).toEqual({
      ...NAMED,
      onHandChange: -3,
      expectedOnHand: 19,
    })
    expect(changeIn({ ...untouched, mode: 'to', amount: 0 }, LEVEL, 19)).toEqual({
      ...NAMED,
      onHand: 0,
      expectedOnHand: 19,
    })
  })

  it('sends nothing where nothing was changed', () => {
    expect(changeIn(untouched, LEVEL, 19)).toBeUndefined()
    expect(changeIn({ ...untouched, amount: 0 }, LEVEL, 19)).toBeUndefined()
  })

  it('sends of the rest only what was changed; what is not counted needs no belief', () => {
    expect(changeIn({ ...untouched, incoming: 0, lowStockAt: 5 }, LEVEL, 19)).toEqual({
      ...NAMED,
      incoming: 0,
      lowStockAt: 5,
    })
    const watched = { ...LEVEL, lowStockAt: 5 }
    expect(changeIn({ ...fieldsOf(watched), lowStockAt: '' }, watched, 19)).toEqual({ ...NAMED, lowStockAt: null })
  })

  it('is reckoned from what is believed to be there', () => {
    expect(resultOf({ ...untouched, amount: -3 }, 19)).toBe(16)
    expect(resultOf({ ...untouched, mode: 'to', amount: 5 }, 19)).toBe(5)
    expect(resultOf(untouched, 19)).toBe(19)
  })
})
