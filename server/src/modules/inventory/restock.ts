import type { Ctx } from '../../ctx.ts'
import type { Wanted } from './hold-queries.ts'
import { changeLevels } from './levels.ts'
import { holdLocations } from './location-queries.ts'
import { getActiveLocation, getDefaultLocation } from './locations.ts'
import { listTaken, type Taken } from './restock-queries.ts'

/**
 * Puts back on the shelf what an order had taken, where it was taken from or at the place that is named, and never more than it
 * has taken, however often and by whom it is asked for: what was not counted then is not counted now. Says how many that were of
 * each variant. Called inside the caller's transaction, late: others wait for the levels from here on.
 */
export async function restock(
  ctx: Ctx,
  orderId: string,
  back: Wanted[],
  locationId?: string,
): Promise<Map<string, number>> {
  const named = locationId === undefined ? undefined : await getActiveLocation(ctx, locationId)
  if (!back.some(({ quantity }) => quantity > 0)) return new Map()
  const returned = spread(back, await listTaken(ctx, orderId))
  if (returned.length === 0) return new Map()
  const placeOf = named ? () => named.id : await openPlaces(ctx, returned)
  const sums = new Map<string, Back>()
  for (const { variantId, locationId: from, quantity } of returned) {
    const locationId = placeOf(from)
    const known = sums.get(`${variantId} ${locationId}`)?.quantity ?? 0
    sums.set(`${variantId} ${locationId}`, { variantId, locationId, quantity: known + quantity })
  }
  const changes = [...sums.values()].map(({ variantId, locationId, quantity }) => ({
    variantId,
    locationId,
    path: `/items/${variantId}`,
    onHand: { by: quantity },
  }))
  await changeLevels(ctx, changes, { reason: 'restocked', reference: orderId })
  return summed(returned)
}

/** Of each variant, how many units of an order there are to be put back: those that were counted and are not back yet. */
export const countTaken = async (ctx: Ctx, orderId: string): Promise<Map<string, number>> =>
  new Map((await listTaken(ctx, orderId)).map(({ variantId, left }) => [variantId, left]))

type Back = Omit<Taken, 'left'>

function spread(back: Wanted[], taken: Taken[]): Back[] {
  const wanted = summed(back)
  const rest = new Map(taken.map(({ variantId, left }) => [variantId, Math.min(left, wanted.get(variantId) ?? 0)]))
  return taken.flatMap(({ variantId, locationId, ...one }) => {
    const quantity = Math.min(one.quantity, rest.get(variantId) ?? 0)
    if (quantity <= 0) return []
    rest.set(variantId, (rest.get(variantId) ?? 0) - quantity)
    return [{ variantId, locationId, quantity }]
  })
}

function summed(units: Wanted[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { variantId, quantity } of units) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  return sums
}

/** A place that was closed meanwhile takes nothing back: it goes where stock goes when nobody says where. */
async function openPlaces(ctx: Ctx, returned: Back[]): Promise<(locationId: string) => string> {
  const ids = [...new Set(returned.map(({ locationId }) => locationId))]
  const open = new Set((await holdLocations(ctx, ids)).flatMap(({ id, active }) => (active ? [id as string] : [])))
  if (ids.every((id) => open.has(id))) return (id) => id
  const standard = await getDefaultLocation(ctx)
  return (id) => (open.has(id) ? id : standard.id)
}
