import type { Ctx } from '../../ctx.ts'
import { changeLevels } from '../inventory/levels.ts'
import { getActiveLocation, getDefaultLocation } from '../inventory/locations.ts'
import type { LineQuantity } from './goods-schemas.ts'
import type { OrderRow } from './queries.ts'
import { type Arrived, listCounted } from './return-queries.ts'

interface Back extends LineQuantity {
  restock?: boolean
}

/** Puts back on the shelf what can be sold again and is counted there. Says how many that were of each line. */
export async function restock(
  ctx: Ctx,
  order: OrderRow,
  lines: readonly Back[],
  locationId: string | undefined,
): Promise<Arrived[]> {
  const variantOf = new Map(order.lines.map(({ id, variantId }) => [id, variantId]))
  const wanted = lines.flatMap(({ lineId, restock = true }) => (restock ? (variantOf.get(lineId) ?? []) : []))
  const counted = new Set<string>((await listCounted(ctx, wanted)).map(({ id }) => id))
  const arrived = lines.map(({ lineId, quantity, restock = true }) => {
    const isPut = restock && counted.has(variantOf.get(lineId) ?? '')
    return { lineId, quantity, restocked: isPut ? quantity : 0 }
  })
  const sums = new Map<string, number>()
  for (const { lineId, restocked } of arrived) {
    const variantId = variantOf.get(lineId)
    if (variantId && restocked > 0) sums.set(variantId, (sums.get(variantId) ?? 0) + restocked)
  }
  if (locationId === undefined && sums.size === 0) return arrived
  const place = locationId === undefined ? await getDefaultLocation(ctx) : await getActiveLocation(ctx, locationId)
  const changes = [...sums].map(([variantId, by]) => ({
    variantId,
    locationId: place.id,
    path: '/lines',
    onHand: { by },
  }))
  if (changes.length > 0) await changeLevels(ctx, changes, { reason: 'restocked', reference: order.id })
  return arrived
}
