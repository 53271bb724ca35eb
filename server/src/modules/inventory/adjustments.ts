import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { assertValidChanges, changePath, mergeChanges, type ResolvedChange } from './adjustment-rules.ts'
import { availableOf } from './level-rules.ts'
import { changeLevels } from './levels.ts'
import { lockLocationsShared } from './location-queries.ts'
import { getDefaultLocation } from './locations.ts'
import { findVariantIdsBySkus } from './queries.ts'
import type { AdjustedLevel, Adjustment, NewAdjustment, StockChange } from './schemas.ts'

/** Applies all changes in one transaction, or none. */
export async function adjustStock(ctx: Ctx, input: NewAdjustment): Promise<Adjustment> {
  const { reason, reference = null, changes } = input
  assertValidChanges(changes)
  return transaction(ctx, async (ctx) => {
    const locationOf = await resolveLocations(ctx, changes)
    const variantOf = await resolveVariants(ctx, changes)
    const resolved = changes.map(
      (change): ResolvedChange => ({ ...change, variantId: variantOf(change), locationId: locationOf(change) }),
    )
    const moves = await changeLevels(ctx, mergeChanges(resolved), { reason, reference })
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

/** Locks the locations, so that none is deactivated before the transaction ends. */
async function resolveLocations(ctx: Ctx, changes: StockChange[]): Promise<(change: StockChange) => string> {
  const ids = [...new Set(changes.flatMap(({ locationId }) => locationId ?? []))]
  const defaultLocation = changes.some(({ locationId }) => locationId === undefined)
    ? await getDefaultLocation(ctx)
    : undefined
  const locations = new Map(
    (ids.length > 0 ? await lockLocationsShared(ctx, ids) : []).map(({ id, active }) => [id, active]),
  )
  const errorsWhere = (
    matches: (active: boolean | undefined) => boolean,
    message: (id: string) => string,
  ): ErrorDetail[] =>
    changes.flatMap(({ locationId }, index) =>
      locationId !== undefined && matches(locations.get(locationId))
        ? [{ path: `${changePath(index)}/locationId`, message: message(locationId) }]
        : [],
    )
  assertNoErrors(
    'not_found',
    'No such location. Nothing was changed.',
    errorsWhere(
      (active) => active === undefined,
      (id) => `no such location: ${id}`,
    ),
  )
  assertNoErrors(
    'conflict',
    'A location is not active. Nothing was changed.',
    errorsWhere(
      (active) => active === false,
      () => 'is not active; activate it first',
    ),
  )
  return ({ locationId }) => locationId ?? defaultLocation?.id ?? ''
}

/** A SKU shared by several variants is ambiguous and rejected. */
async function resolveVariants(ctx: Ctx, changes: StockChange[]): Promise<(change: StockChange) => string> {
  const skus = [...new Set(changes.flatMap(({ sku }) => sku ?? []))]
  const idsBySku = new Map(
    (skus.length > 0 ? await findVariantIdsBySkus(ctx, skus) : []).map(({ sku, ids }) => [sku, ids]),
  )
  const errorsWhere = (
    matches: (ids: string[]) => boolean,
    detail: (ids: string[], sku: string) => Omit<ErrorDetail, 'path'>,
  ): ErrorDetail[] =>
    changes.flatMap(({ sku }, index) => {
      const ids = idsBySku.get(sku ?? '') ?? []
      return sku !== undefined && matches(ids)
        ? [{ path: `${changePath(index)}/sku`, ...detail(ids, sku) } as ErrorDetail]
        : []
    })
  assertNoErrors(
    'not_found',
    'No such variant. Nothing was changed.',
    errorsWhere(
      (ids) => ids.length === 0,
      (_, sku) => ({ message: 'must be the SKU of a variant of this shop', sku }),
    ),
  )
  const ambiguous = errorsWhere(
    (ids) => ids.length > 1,
    (ids, sku) => ({ message: 'is used by several variants; send variantId instead', sku, variantIds: ids }),
  )
  if (ambiguous.length > 0) throw invalidRequest('A SKU is used by several variants. Nothing was changed.', ambiguous)
  return ({ variantId, sku }) => variantId ?? idsBySku.get(sku ?? '')?.[0] ?? ''
}

function assertNoErrors(code: 'not_found' | 'conflict', message: string, details: ErrorDetail[]): void {
  if (details.length > 0) throw new AppError(code, message, { details })
}
