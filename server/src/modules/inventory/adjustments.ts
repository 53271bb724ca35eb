import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { type PlacedChange, pathOf, refuseUnclear, sumUp } from './adjustment-rules.ts'
import { availableOf } from './level-rules.ts'
import { changeLevels } from './levels.ts'
import { holdLocations } from './location-queries.ts'
import { getDefaultLocation } from './locations.ts'
import { findBySku } from './queries.ts'
import type { AdjustedLevel, Adjustment, NewAdjustment, StockChange } from './schemas.ts'

/** All or nothing, in one transaction. */
export async function adjustStock(ctx: Ctx, wanted: NewAdjustment): Promise<Adjustment> {
  const { reason, reference = null, changes } = wanted
  refuseUnclear(changes)
  return transaction(ctx, async (ctx) => {
    const locationOf = await placesOf(ctx, changes)
    const variantOf = await variantsOf(ctx, changes)
    const placed = changes.map(
      (change): PlacedChange => ({ ...change, variantId: variantOf(change), locationId: locationOf(change) }),
    )
    const moves = await changeLevels(ctx, sumUp(placed), { reason, reference })
    const levels = moves.map(
      ({ variantId, locationId, after }) =>
        ({ variantId, locationId, ...after, available: availableOf(after) }) as AdjustedLevel,
    )
    await emit(ctx, 'inventory.adjusted', {
      reason,
      reference,
      levels: levels.map(({ variantId, locationId, onHand, available }) => ({
        variantId,
        locationId,
        onHand,
        available,
      })),
    })
    return { reason, reference, levels }
  })
}

/** Stock can't be at a place that is closed: its location is held open until the end. */
async function placesOf(ctx: Ctx, changes: StockChange[]): Promise<(change: StockChange) => string> {
  const ids = [...new Set(changes.flatMap(({ locationId }) => locationId ?? []))]
  const standard = changes.some(({ locationId }) => locationId === undefined)
    ? await getDefaultLocation(ctx)
    : undefined
  const held = new Map((ids.length > 0 ? await holdLocations(ctx, ids) : []).map(({ id, active }) => [id, active]))
  const at = (fits: (active: boolean | undefined) => boolean, message: (id: string) => string): ErrorDetail[] =>
    changes.flatMap(({ locationId }, index) =>
      locationId !== undefined && fits(held.get(locationId))
        ? [{ path: `${pathOf(index)}/locationId`, message: message(locationId) }]
        : [],
    )
  refuse(
    'not_found',
    'There is no such location; nothing was changed.',
    at(
      (active) => active === undefined,
      (id) => `there is no location ${id}`,
    ),
  )
  refuse(
    'conflict',
    'A location is not active; nothing was changed.',
    at(
      (active) => active === false,
      () => 'is not active: activate it first',
    ),
  )
  return ({ locationId }) => locationId ?? standard?.id ?? ''
}

/** A SKU may stand for several variants; then it says not enough. */
async function variantsOf(ctx: Ctx, changes: StockChange[]): Promise<(change: StockChange) => string> {
  const skus = [...new Set(changes.flatMap(({ sku }) => sku ?? []))]
  const found = new Map((skus.length > 0 ? await findBySku(ctx, skus) : []).map(({ sku, ids }) => [sku, ids]))
  const at = (fits: (ids: string[]) => boolean, message: (ids: string[], sku: string) => string): ErrorDetail[] =>
    changes.flatMap(({ sku }, index) => {
      const ids = found.get(sku ?? '') ?? []
      return sku !== undefined && fits(ids) ? [{ path: `${pathOf(index)}/sku`, message: message(ids, sku) }] : []
    })
  refuse(
    'not_found',
    'There is no such variant; nothing was changed.',
    at(
      (ids) => ids.length === 0,
      (_, sku) => `there is no variant with the SKU ${sku}`,
    ),
  )
  const several = at(
    (ids) => ids.length > 1,
    (ids) => `is the SKU of ${ids.join(', ')}: name one of them by variantId`,
  )
  if (several.length > 0) throw invalidRequest('A SKU belongs to several variants; nothing was changed.', several)
  return ({ variantId, sku }) => variantId ?? found.get(sku ?? '')?.[0] ?? ''
}

function refuse(code: 'not_found' | 'conflict', message: string, details: ErrorDetail[]): void {
  if (details.length > 0) throw new AppError(code, message, { details })
}
