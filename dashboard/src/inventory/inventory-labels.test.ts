import { describe, expect, it } from 'vitest'
import type { Movement } from './inventory.ts'
import { ADJUSTMENT_REASON_LABELS, formatMovement, formatVariantName, isLowStock } from './inventory-labels.ts'

const MOVEMENT: Movement = {
  id: 'mov_1',
  variantId: 'var_1',
  locationId: 'loc_1',
  onHandChange: 40,
  reservedChange: 0,
  incomingChange: -40,
  reason: 'received',
  orderId: null,
  reference: null,
  actor: 'system',
  createdAt: '2030-01-01T00:00:00Z',
}

describe('inventory labels', () => {
  it('names a variant without options only once', () => {
    expect(formatVariantName({ productTitle: 'Shirt', variantTitle: 'M / Sky' })).toBe('Shirt, M / Sky')
    expect(formatVariantName({ productTitle: 'Mug', variantTitle: 'Mug' })).toBe('Mug')
  })

  it('describes a movement', () => {
    expect(formatMovement(MOVEMENT)).toBe('+40 on hand, −40 incoming')
    expect(formatMovement({ ...MOVEMENT, onHandChange: 0, incomingChange: 0, reservedChange: -1 })).toBe('−1 committed')
  })

  it('marks stock as low at or below its threshold, and never without one', () => {
    expect(isLowStock({ available: 5, lowStockThreshold: 5 })).toBe(true)
    expect(isLowStock({ available: 6, lowStockThreshold: 5 })).toBe(false)
    expect(isLowStock({ available: -1, lowStockThreshold: null })).toBe(false)
  })

  it('excludes reasons that only the server sets', () => {
    expect(Object.keys(ADJUSTMENT_REASON_LABELS)).not.toContain('initial')
    expect(Object.keys(ADJUSTMENT_REASON_LABELS)).toHaveLength(7)
  })
})
