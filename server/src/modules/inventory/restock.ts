import type { Ctx } from '../../ctx.ts'
import type { Wanted } from './hold-queries.ts'
import { changeLevels } from './levels.ts'
import { holdLocations } from './location-queries.ts'
import { getDefaultLocation } from './locations.ts'
import { listTaken, type Taken } from './restock-queries.ts'

/**
 * Puts back on the shelf what an order had taken, where it was taken from, and never more than it has taken: what was not
 * counted then is not counted now. Called inside the caller's transaction, late: others wait for the levels from here on.
 */
export async function restock(ctx: Ctx, orderId: string, back: Wanted[]): Promise<void> {
  if (!back.some(({ quantity }) => quantity > 0)) return
  const returned = spread(back, await listTaken(ctx, orderId))
  if (returned.length === 0) return
  const placeOf = await openPlaces(ctx, returned)
  const sums = new Map<string, Taken>()
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
}

function spread(back: Wanted[], taken: Taken[]): Taken[] {
  const left = new Map<string, number>()
  for (const { variantId, quantity } of back) left.set(variantId, (left.get(variantId) ?? 0) + quantity)
  return taken.flatMap((one) => {
    const quantity = Math.min(one.quantity, left.get(one.variantId) ?? 0)
    if (quantity <= 0) return []
    left.set(one.variantId, (left.get(one.variantId) ?? 0) - quantity)
    return [{ ...one, quantity }]
  })
}

/** A place that was closed meanwhile takes nothing back: it goes where stock goes when nobody says where. */
async function openPlaces(ctx: Ctx, returned: Taken[]): Promise<(locationId: string) => string> {
  const ids = [...new Set(returned.map(({ locationId }) => locationId))]
  const open = new Set((await holdLocations(ctx, ids)).flatMap(({ id, active }) => (active ? [id as string] : [])))
  if (ids.every((id) => open.has(id))) return (id) => id
  const standard = await getDefaultLocation(ctx)
  return (id) => (open.has(id) ? id : standard.id)
}
