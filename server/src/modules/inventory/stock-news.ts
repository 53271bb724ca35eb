import type { NewEvent } from '../../events/emit.ts'
import { availableOf, type LevelMove, type Quantities } from './level-rules.ts'

export interface Place {
  variantId: string
  locationId: string
}

export const keyOf = ({ variantId, locationId }: Place): string => `${variantId} ${locationId}`

const hasSome = (level: Quantities) => availableOf(level) > 0

/** Where something can be had that could not, or the other way round. */
export const flipsOf = (moves: LevelMove[]): LevelMove[] =>
  moves.filter(({ before, after }) => hasSome(before) !== hasSome(after))

/** Levels that have become low; one that stays low is not told again. Also a threshold that is raised above what there is. */
export const lowNews = (moves: LevelMove[]): NewEvent[] =>
  moves.flatMap(({ variantId, locationId, trackStock, before, after }) => {
    const { lowStockAt } = after
    if (!trackStock || lowStockAt === null || !isLow(after) || isLow(before)) return []
    const data = { variantId, locationId, available: availableOf(after), lowStockAt }
    return [{ type: 'inventory.low_stock', data } as NewEvent]
  })

const isLow = (level: Quantities) => level.lowStockAt !== null && availableOf(level) <= level.lowStockAt

/** Variants that are sold out, or back, as a whole: `stocked` is where they can be had now. */
export function soldOutNews(flips: LevelMove[], stocked: Place[]): NewEvent[] {
  const flipped = new Set(flips.map(keyOf))
  const now = new Set(stocked.map(({ variantId }) => variantId))
  // Levels that have not flipped are what they were.
  const before = new Set([
    ...stocked.filter((place) => !flipped.has(keyOf(place))).map(({ variantId }) => variantId),
    ...flips.filter(({ before }) => hasSome(before)).map(({ variantId }) => variantId),
  ])
  const tracked = new Map(flips.filter(({ trackStock }) => trackStock).map((flip) => [flip.variantId, flip.productId]))
  return [...tracked].flatMap(([variantId, productId]) => {
    if (before.has(variantId) === now.has(variantId)) return []
    const type = now.has(variantId) ? 'inventory.back_in_stock' : 'inventory.out_of_stock'
    return [{ type, data: { variantId, productId } } as NewEvent]
  })
}
