import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { LevelChange, QuantityChange } from './level-rules.ts'
import type { StockChange } from './schemas.ts'

export const changePath = (at: number) => `/changes/${at}`

/**
 * Rules that a schema can't express: one way to identify the variant, one change per quantity, and at least one change.
 */
export function assertValidChanges(changes: StockChange[]): void {
  const errors = changes.flatMap((change, at): ErrorDetail[] => {
    const path = changePath(at)
    const { variantId, sku, locationId: _, expectedOnHand: __, ...quantities } = change
    return [
      ...((variantId === undefined) === (sku === undefined)
        ? [{ path, message: 'must have either variantId or sku' }]
        : []),
      ...(Object.keys(quantities).length === 0
        ? [
            {
              path,
              message:
                'must have at least one of onHandChange, onHand, incomingChange, incoming, safetyStock or lowStockThreshold',
            },
          ]
        : []),
      ...(change.onHand !== undefined && change.onHandChange !== undefined
        ? [{ path: `${path}/onHandChange`, message: 'must not be combined with onHand' }]
        : []),
      ...(change.incoming !== undefined && change.incomingChange !== undefined
        ? [{ path: `${path}/incomingChange`, message: 'must not be combined with incoming' }]
        : []),
    ]
  })
  if (errors.length > 0) throw invalidRequest('The changes are not valid.', errors)
}

/** A change with its variant and location resolved. */
export interface ResolvedChange extends Omit<StockChange, 'variantId' | 'sku' | 'locationId'> {
  variantId: string
  locationId: string
}

/** Merges changes of the same level, so that each level is written once; contradicting changes are rejected. */
export function mergeChanges(changes: ResolvedChange[]): LevelChange[] {
  const levels = new Map<string, LevelChange>()
  const errors: ErrorDetail[] = []
  for (const [at, change] of changes.entries()) {
    const { variantId, locationId } = change
    const key = `${variantId} ${locationId}`
    const level = levels.get(key) ?? { variantId, locationId, path: changePath(at) }
    const addConflict = (field: string) =>
      errors.push({
        path: `${changePath(at)}/${field}`,
        message: `conflicts with ${level.path}, which changes the same level`,
      })
    levels.set(key, {
      ...level,
      ...mergeQuantity('onHand', level.onHand, toQuantityChange(change.onHand, change.onHandChange), addConflict),
      ...mergeQuantity(
        'incoming',
        level.incoming,
        toQuantityChange(change.incoming, change.incomingChange),
        addConflict,
      ),
      ...mergeSetting('safetyStock', level.safetyStock, change.safetyStock, addConflict),
      ...mergeSetting('lowStockThreshold', level.lowStockThreshold, change.lowStockThreshold, addConflict),
      ...mergeSetting('expectedOnHand', level.expectedOnHand, change.expectedOnHand, addConflict),
    })
  }
  if (errors.length > 0) throw invalidRequest('Some changes to the same level conflict.', errors)
  return [...levels.values()]
}

type AddConflict = (field: string) => void

function toQuantityChange(to: number | undefined, by: number | undefined): QuantityChange | undefined {
  if (to !== undefined) return { to }
  return by === undefined ? undefined : { by }
}

/** Relative changes add up; an absolute value can't be combined with another change. */
function mergeQuantity(
  field: string,
  existing: QuantityChange | undefined,
  change: QuantityChange | undefined,
  addConflict: AddConflict,
) {
  if (change === undefined) return {}
  if (existing === undefined) return { [field]: change }
  if ('by' in existing && 'by' in change) return { [field]: { by: existing.by + change.by } }
  addConflict(field)
  return {}
}

function mergeSetting(
  field: string,
  existing: number | null | undefined,
  value: number | null | undefined,
  addConflict: AddConflict,
) {
  if (value === undefined) return {}
  if (existing !== undefined && existing !== value) addConflict(field)
  return { [field]: value }
}
