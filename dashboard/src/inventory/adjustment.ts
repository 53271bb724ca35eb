import type { InventoryLevel, LevelChange } from './inventory.ts'

/** What is filled in; an empty field is one that nobody touched. */
export interface AdjustmentFields {
  mode: 'by' | 'to'
  amount: number | ''
  incoming: number | ''
  safetyStock: number | ''
  /** Empty: never. */
  lowStockAt: number | ''
}

export const toAdjustmentFields = ({ incoming, safetyStock, lowStockAt }: InventoryLevel): AdjustmentFields => ({
  mode: 'by',
  amount: '',
  incoming,
  safetyStock,
  lowStockAt: lowStockAt ?? '',
})

/** What will be on hand, reckoned from what is believed to be there. */
export function resultingOnHand({ mode, amount }: AdjustmentFields, expected: number): number {
  if (amount === '') return expected
  return mode === 'to' ? amount : expected + amount
}

/**
 * Only what was changed is sent, and with it what was on the screen: if somebody else has sold or counted meanwhile, the server
 * refuses instead of losing one of the two. Nothing, where nothing was changed.
 */
export function toLevelChange(
  fields: AdjustmentFields,
  level: InventoryLevel,
  expected: number,
): LevelChange | undefined {
  const { mode, amount, incoming, safetyStock, lowStockAt } = fields
  const changesOnHand = amount !== '' && (mode === 'to' || amount !== 0)
  const changes = {
    ...(changesOnHand && (mode === 'to' ? { onHand: amount } : { onHandChange: amount })),
    ...(incoming !== '' && incoming !== level.incoming && { incoming }),
    ...(safetyStock !== '' && safetyStock !== level.safetyStock && { safetyStock }),
    ...((lowStockAt === '' ? null : lowStockAt) !== level.lowStockAt && {
      lowStockAt: lowStockAt === '' ? null : lowStockAt,
    }),
  }
  if (Object.keys(changes).length === 0) return undefined
  const { variantId, locationId } = level
  return { variantId, locationId, ...changes, ...(changesOnHand && { expectedOnHand: expected }) }
}
