import { describe, expect, it } from 'vitest'
import { resultingOnHand, toAdjustmentFields, toLevelChange } from './adjustment.ts'
import type { InventoryLevel } from './inventory.ts'

const LEVEL: InventoryLevel = {
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
  lowStockThreshold: null,
  available: 17,
  trackStock: true,
  inventoryPolicy: 'deny',
  updatedAt: '2030-01-01T00:00:00Z',
}
const KEYS = { variantId: 'var_1', locationId: 'loc_1' }
const untouched = toAdjustmentFields(LEVEL)

describe('inventory adjustments', () => {
  it('sends a delta or a count, with the expected quantity', () => {
    expect(toLevelChange({ ...untouched, amount: -3 }, LEVEL, 19)).toEqual({
      ...KEYS,
      onHandChange: -3,
      expectedOnHand: 19,
    })
    expect(toLevelChange({ ...untouched, mode: 'to', amount: 0 }, LEVEL, 19)).toEqual({
      ...KEYS,
      onHand: 0,
      expectedOnHand: 19,
    })
  })

  it('sends nothing when nothing changed', () => {
    expect(toLevelChange(untouched, LEVEL, 19)).toBeUndefined()
    expect(toLevelChange({ ...untouched, amount: 0 }, LEVEL, 19)).toBeUndefined()
  })

  it('sends only changed settings, without an expected quantity if stock is unchanged', () => {
    expect(toLevelChange({ ...untouched, incoming: 0, lowStockThreshold: 5 }, LEVEL, 19)).toEqual({
      ...KEYS,
      incoming: 0,
      lowStockThreshold: 5,
    })
    const watched = { ...LEVEL, lowStockThreshold: 5 }
    expect(toLevelChange({ ...toAdjustmentFields(watched), lowStockThreshold: '' }, watched, 19)).toEqual({
      ...KEYS,
      lowStockThreshold: null,
    })
  })

  it('previews the result from the expected quantity', () => {
    expect(resultingOnHand({ ...untouched, amount: -3 }, 19)).toBe(16)
    expect(resultingOnHand({ ...untouched, mode: 'to', amount: 5 }, 19)).toBe(5)
    expect(resultingOnHand(untouched, 19)).toBe(19)
  })
})
