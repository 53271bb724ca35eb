import type { NewEvent } from '../../events/emit.ts'
import { availableOf, type LevelMove, type Quantities } from './level-rules.ts'

export interface LevelKey {
  variantId: string
  locationId: string
}

export const toLevelKey = ({ variantId, locationId }: LevelKey): string => `${variantId} ${locationId}`

const isAvailable = (level: Quantities) => availableOf(level) > 0

/** Where something can be had that could not, or the other way round. */
export const availabilityChanges = (moves: LevelMove[]): LevelMove[] =>
  moves.filter(({ before, after }) => isAvailable(before) !== isAvailable(after))

/** Levels that have become low; one that stays low is not told again. Also a threshold that is raised above what there is. */
export const lowStockEvents = (moves: LevelMove[]): NewEvent[] =>
  moves.flatMap(({ variantId, locationId, trackStock, before, after }) => {
    const { lowStockAt } = after
    if (!trackStock || lowStockAt === null || !isLow(after) || isLow(before)) return []
    const data = { variantId, locationId, available: availableOf(after), lowStockAt }
    return [{ type: 'inventory.low_stock', data } as NewEvent]
  })

const isLow = (level: Quantities) => level.lowStockAt !== null && availableOf(level) <= level.lowStockAt

/** Variants that are sold out, or back, as a whole: `stocked` is where they can be had now. */
export function availabilityEvents(changes: LevelMove[], stocked: LevelKey[]): NewEvent[] {
  const changedKeys = new Set(changes.map(toLevelKey))
  const availableNow = new Set(stocked.map(({ variantId }) => variantId))
  // Levels that have not flipped are what they were.
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
