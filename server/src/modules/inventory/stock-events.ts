import type { NewEvent } from '../../events/emit.ts'
import { availableOf, type LevelMove, type Quantities } from './level-rules.ts'

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
