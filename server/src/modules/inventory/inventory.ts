import type { Ctx } from '../../ctx.ts'
import { AppError, MAX_DETAILS, notFound } from '../../kit/errors.ts'
import * as queries from './level-queries.ts'
import { changeLevels, writeLevelChanges } from './levels.ts'
import { lockLocationsShared } from './location-queries.ts'
import { getDefaultLocation } from './locations.ts'
import type { Location } from './schemas.ts'

export interface VariantQuantity {
  variantId: string
  quantity: number
}

/**
 * Restocks items of an order at their original locations or at the given one. Never restocks more than the order took,
 * however often it is called: units that were untracked at the sale stay untracked. Returns the restocked quantity per
 * variant. Call late in the caller's transaction: other transactions wait for the levels from here on.
 */
export async function restock(
  ctx: Ctx,
  orderId: string,
  items: VariantQuantity[],
  locationId?: string,
): Promise<Map<string, number>> {
  const location = locationId === undefined ? undefined : await getActiveLocation(ctx, locationId)
  if (!items.some(({ quantity }) => quantity > 0)) return new Map()
  const allocated = allocate(items, await queries.listRestockable(ctx, orderId))
  if (allocated.length === 0) return new Map()
  const locationFor = location ? () => location.id : await resolveOpenLocations(ctx, allocated)
  const byLevel = new Map<string, RestockAllocation>()
  for (const { variantId, locationId: from, quantity } of allocated) {
    const locationId = locationFor(from)
    const previous = byLevel.get(`${variantId} ${locationId}`)?.quantity ?? 0
    byLevel.set(`${variantId} ${locationId}`, { variantId, locationId, quantity: previous + quantity })
  }
  const changes = [...byLevel.values()].map(({ variantId, locationId, quantity }) => ({
    variantId,
    locationId,
    path: `/items/${variantId}`,
    onHand: { by: quantity },
  }))
  await changeLevels(ctx, changes, { reason: 'restocked', reference: orderId })
  return totalsByVariant(allocated)
}

/** Units of an order that can still be restocked, per variant: those that were tracked and are not back yet. */
export const countRestockable = async (ctx: Ctx, orderId: string): Promise<Map<string, number>> =>
  new Map((await queries.listRestockable(ctx, orderId)).map(({ variantId, remaining }) => [variantId, remaining]))

type RestockAllocation = Omit<queries.RestockableLevel, 'remaining'>

function allocate(items: VariantQuantity[], restockable: queries.RestockableLevel[]): RestockAllocation[] {
  const requested = totalsByVariant(items)
  const remaining = new Map(
    restockable.map(({ variantId, remaining }) => [variantId, Math.min(remaining, requested.get(variantId) ?? 0)]),
  )
  return restockable.flatMap(({ variantId, locationId, ...level }) => {
    const quantity = Math.min(level.quantity, remaining.get(variantId) ?? 0)
    if (quantity <= 0) return []
    remaining.set(variantId, (remaining.get(variantId) ?? 0) - quantity)
    return [{ variantId, locationId, quantity }]
  })
}

export function totalsByVariant(items: VariantQuantity[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { variantId, quantity } of items) totals.set(variantId, (totals.get(variantId) ?? 0) + quantity)
  return totals
}

/** A location deactivated since the sale accepts no stock, so its units go to the default location. */
async function resolveOpenLocations(ctx: Ctx, allocated: RestockAllocation[]): Promise<(locationId: string) => string> {
  const ids = [...new Set(allocated.map(({ locationId }) => locationId))]
  const open = new Set(
    (await lockLocationsShared(ctx, ids)).flatMap(({ id, active }) => (active ? [id as string] : [])),
  )
  if (ids.every((id) => open.has(id))) return (id) => id
  const defaultLocation = await getDefaultLocation(ctx)
  return (id) => (open.has(id) ? id : defaultLocation.id)
}

export interface InitialStock {
  variantId: string
  onHand: number
  /** JSON pointer into the request, for errors. */
  path: string
}

/** Emits no stock events: a new variant is not back in stock, and the caller refreshes its listings. */
export async function setInitialStock(ctx: Ctx, variants: InitialStock[]): Promise<void> {
  if (variants.length === 0) return
  const { id: locationId } = await getDefaultLocation(ctx)
  const changes = variants.map(({ onHand, ...rest }) => ({ ...rest, locationId, onHand: { to: onHand } }))
  await writeLevelChanges(ctx, changes, { reason: 'initial', reference: null })
}

/**
 * Deletes the levels of variants that are about to be deleted. Throws when stock is reserved: it is promised to a
 * checkout.
 */
export async function deleteLevels(ctx: Ctx, variantIds: string[]): Promise<void> {
  if (variantIds.length === 0) return
  const deleted = await queries.deleteLevels(ctx, variantIds)
  const reservedIds = [...new Set(deleted.filter(({ reserved }) => reserved > 0).map(({ variantId }) => variantId))]
  if (reservedIds.length === 0) return
  throw new AppError(
    'conflict',
    'Stock of these variants is reserved by checkouts in progress. Wait until they end, then try again.',
    { fields: { variantIds: reservedIds.slice(0, MAX_DETAILS) } },
  )
}

/** Locks the location, so that it stays active until the transaction ends. */
export async function getActiveLocation(ctx: Ctx, id: string): Promise<Pick<Location, 'id'>> {
  const [location] = await lockLocationsShared(ctx, [id])
  if (!location) throw notFound('location', id)
  if (!location.active)
    throw new AppError('conflict', 'The location is not active. Activate it first.', { fields: { locationId: id } })
  return location
}
