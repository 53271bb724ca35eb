import type { InventoryLevel, LevelChange } from './inventory.ts'

/** Form values; an empty field is unchanged. */
export interface AdjustmentFields {
  mode: 'by' | 'to'
  amount: number | ''
  incoming: number | ''
  safetyStock: number | ''
  /** Empty: no alert. */
  lowStockThreshold: number | ''
}

export const toAdjustmentFields = ({ incoming, safetyStock, lowStockThreshold }: InventoryLevel): AdjustmentFields => ({
  mode: 'by',
  amount: '',
  incoming,
  safetyStock,
  lowStockThreshold: lowStockThreshold ?? '',
})

/** The quantity on hand after the change, based on the expected quantity. */
export function resultingOnHand({ mode, amount }: AdjustmentFields, expected: number): number {
  if (amount === '') return expected
  return mode === 'to' ? amount : expected + amount
}

/**
 * Sends only changed fields, with the expected quantity: after a concurrent sale or count the server rejects the change
 * instead of losing one. Returns undefined when nothing changed.
 */
export function toLevelChange(
  fields: AdjustmentFields,
  level: InventoryLevel,
  expected: number,
): LevelChange | undefined {
  const { mode, amount, incoming, safetyStock, lowStockThreshold } = fields
  const changesOnHand = amount !== '' && (mode === 'to' || amount !== 0)
  const changes = {
    ...(changesOnHand && (mode === 'to' ? { onHand: amount } : { onHandChange: amount })),
    ...(incoming !== '' && incoming !== level.incoming && { incoming }),
    ...(safetyStock !== '' && safetyStock !== level.safetyStock && { safetyStock }),
    ...((lowStockThreshold === '' ? null : lowStockThreshold) !== level.lowStockThreshold && {
      lowStockThreshold: lowStockThreshold === '' ? null : lowStockThreshold,
    }),
  }
  if (Object.keys(changes).length === 0) return undefined
  const { variantId, locationId } = level
  return { variantId, locationId, ...changes, ...(changesOnHand && { expectedOnHand: expected }) }
}
