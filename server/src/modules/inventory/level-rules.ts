import type { NewEvent } from '../../events/emit.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { MAX_QUANTITY, type MovementReason } from './schemas.ts'

export interface Quantities {
  onHand: number
  reserved: number
  incoming: number
  safetyStock: number
  lowStockThreshold: number | null
}

/** A relative change or an absolute value. */
export type QuantityChange = { by: number } | { to: number }

export interface LevelChange {
  variantId: string
  locationId: string
  /** JSON pointer into the request, for errors. */
  path: string
  onHand?: QuantityChange
  incoming?: QuantityChange
  safetyStock?: number
  lowStockThreshold?: number | null
  expectedOnHand?: number
}

/** Reason and reference of a change, for the ledger. */
export interface MovementSource {
  reason: MovementReason
  reference: string | null
}

export interface LevelMove {
  variantId: string
  locationId: string
  productId: string
  trackStock: boolean
  before: Quantities
  after: Quantities
}

export const availableOf = ({ onHand, reserved, safetyStock }: Quantities): number => onHand - reserved - safetyStock

export const applyLevelChange = (before: Quantities, change: LevelChange): Quantities => ({
  ...before,
  onHand: applyQuantityChange(before.onHand, change.onHand),
  incoming: applyQuantityChange(before.incoming, change.incoming),
  safetyStock: change.safetyStock ?? before.safetyStock,
  lowStockThreshold: change.lowStockThreshold === undefined ? before.lowStockThreshold : change.lowStockThreshold,
})

function applyQuantityChange(from: number, change: QuantityChange | undefined): number {
  if (!change) return from
  return 'to' in change ? change.to : from + change.by
}

export interface PlannedMove {
  change: LevelChange
  inventoryPolicy: 'deny' | 'continue'
  before: Quantities
  after: Quantities
}

/** One error rejects all changes; stale expectations and shortages are reported with the actual quantity. */
export function assertValidMoves(moves: PlannedMove[]): void {
  const stale = moves.flatMap(({ change, before }) =>
    change.expectedOnHand === undefined || change.expectedOnHand === before.onHand
      ? []
      : [{ path: `${change.path}/expectedOnHand`, message: `is actually ${before.onHand}`, actual: before.onHand }],
  )
  if (stale.length > 0) {
    throw new AppError('stock_changed', 'The stock has changed, so nothing was saved. Check it and try again.', {
      details: stale,
    })
  }
  const short = moves.flatMap(findShortages)
  if (short.length > 0) {
    throw new AppError(
      'insufficient_stock',
      'Not enough stock, so nothing was changed. Reduce the quantities in details.',
      {
        details: short,
      },
    )
  }
  const excessive = moves.flatMap(findExcesses)
  if (excessive.length > 0) throw invalidRequest('A quantity would be too large.', excessive)
}

/**
 * On hand is a counted fact and may fall below reserved, which makes `available` negative. A negative on hand is a
 * debt: only variants that continue selling when out of stock may have one, and an existing debt may always shrink.
 */
function findShortages({ change, inventoryPolicy, before, after }: PlannedMove): ErrorDetail[] {
  const errors: ErrorDetail[] = []
  if (after.onHand < 0 && after.onHand < before.onHand && inventoryPolicy === 'deny') {
    errors.push({
      path: change.path,
      message: `${before.onHand} on hand would become ${after.onHand}`,
      actual: before.onHand,
    })
  }
  if (after.incoming < 0) {
    errors.push({
      path: change.path,
      message: `${before.incoming} incoming would become ${after.incoming}`,
      actual: before.incoming,
    })
  }
  return errors
}

const findExcesses = ({ change, after }: PlannedMove): ErrorDetail[] =>
  Math.abs(after.onHand) > MAX_QUANTITY || after.incoming > MAX_QUANTITY
    ? [{ path: change.path, message: 'would exceed the maximum quantity of a level', limit: MAX_QUANTITY }]
    : []

export interface LevelKey {
  variantId: string
  locationId: string
}

export const toLevelKey = ({ variantId, locationId }: LevelKey): string => `${variantId} ${locationId}`

const isAvailable = (level: Quantities) => availableOf(level) > 0

/** Levels that became available or unavailable. */
export const availabilityChanges = (moves: LevelMove[]): LevelMove[] =>
  moves.filter(({ before, after }) => isAvailable(before) !== isAvailable(after))

/** Levels that became low, also because the threshold was raised. A level that stays low is not reported again. */
export const lowStockEvents = (moves: LevelMove[]): NewEvent[] =>
  moves.flatMap(({ variantId, locationId, trackStock, before, after }) => {
    const { lowStockThreshold } = after
    if (!trackStock || lowStockThreshold === null || !isLow(after) || isLow(before)) return []
    const data = { variantId, locationId, available: availableOf(after), lowStockThreshold }
    return [{ type: 'inventory.low_stock', data } as NewEvent]
  })

const isLow = (level: Quantities) => level.lowStockThreshold !== null && availableOf(level) <= level.lowStockThreshold

/**
 * Events for variants that are now sold out or back in stock at all locations together; `stocked` are the available
 * levels.
 */
export function availabilityEvents(changes: LevelMove[], stocked: LevelKey[]): NewEvent[] {
  const changedKeys = new Set(changes.map(toLevelKey))
  const availableNow = new Set(stocked.map(({ variantId }) => variantId))
  // The other levels have not changed.
  const availableBefore = new Set([
    ...stocked.filter((level) => !changedKeys.has(toLevelKey(level))).map(({ variantId }) => variantId),
    ...changes.filter(({ before }) => isAvailable(before)).map(({ variantId }) => variantId),
  ])
  const tracked = new Map(
    changes.filter(({ trackStock }) => trackStock).map((flip) => [flip.variantId, flip.productId]),
  )
  return [...tracked].flatMap(([variantId, productId]) => {
    if (availableBefore.has(variantId) === availableNow.has(variantId)) return []
    const type = availableNow.has(variantId) ? 'inventory.back_in_stock' : 'inventory.out_of_stock'
    return [{ type, data: { variantId, productId } } as NewEvent]
  })
}
