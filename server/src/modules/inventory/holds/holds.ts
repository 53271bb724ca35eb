import { actorOf, type Ctx } from '../../../ctx.ts'
import { newActivity } from '../../../kit/activity.ts'
import { AppError } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { totalsByVariant, type VariantQuantity } from '../inventory.ts'
import type { LevelMove } from '../level-rules.ts'
import { emitAvailabilityChanges } from '../levels.ts'
import { getDefaultLocation } from '../locations.ts'
import * as queries from './queries.ts'

export type { StockHold } from './queries.ts'

/*
 * Stock held for a checkout until it is sold or released. Call inside the transaction of the checkout or order, as its
 * last step: other transactions that want the same stock wait until it ends.
 */

/**
 * Holds everything, or throws 422 `out_of_stock` with the available quantities. Untracked variants need no hold.
 * Returns the locations used.
 */
export async function holdStock(ctx: Ctx, holder: string, requested: VariantQuantity[]): Promise<queries.StockHold[]> {
  const quantities = sumByVariant(requested)
  let allocations = await queries.insertHolds(ctx, holder, quantities)
  if (allocations.some(isShort) && (await createBackorderLevels(ctx, allocations)))
    allocations = await queries.insertHolds(ctx, holder, quantities)
  const short = allocations.filter(isShort)
  const { reservations } = ctx.perServer(newActivity)
  reservations[short.length > 0 ? 'rejected' : 'held'] += 1
  if (short.length > 0) throw outOfStock(short, quantities)
  await emitAvailabilityChanges(
    ctx,
    allocations.map((row) => toLevelMove(row, 1)),
  )
  return allocations.map(
    ({ variantId, locationId, quantity }) => ({ variantId, locationId, quantity }) as queries.StockHold,
  )
}

/** Turns holds into sales when the order is created. `holds` is the result of `holdStock`; unknown after a crash. */
export async function sellHeldStock(
  ctx: Ctx,
  holder: string,
  orderId: string,
  holds?: queries.StockHold[],
): Promise<void> {
  const existing = holds ?? (await queries.listHolds(ctx, holder))
  if (existing.length === 0) return
  const sales = existing.map((one) => ({ ...one, movementId: newId('mov') }))
  await queries.sellHolds(ctx, holder, sales, { reference: orderId, actor: actorOf(ctx.caller) })
}

/** Releases the holds of a checkout that ended without an order. Safe to call when nothing is held. */
export async function releaseHeldStock(ctx: Ctx, holder: string): Promise<void> {
  const allocations = await queries.deleteHolds(ctx, holder)
  await emitAvailabilityChanges(
    ctx,
    allocations.map((row) => toLevelMove(row, -1)),
  )
}

/** Sums items that share a variant: each alone might be in stock while their total is not. */
function sumByVariant(requested: VariantQuantity[]): VariantQuantity[] {
  return [...totalsByVariant(requested)].map(([variantId, quantity]) => ({ variantId, quantity }))
}

const isShort = ({ locationId }: queries.HoldAllocation) => locationId === null

/**
 * A variant that continues selling when out of stock may never have had a level, but the backorder must be recorded
 * somewhere.
 */
async function createBackorderLevels(ctx: Ctx, allocations: queries.HoldAllocation[]): Promise<boolean> {
  const { id } = await getDefaultLocation(ctx)
  const variantIds = allocations.filter(isShort).map(({ variantId }) => variantId)
  return (await queries.insertBackorderLevels(ctx, variantIds, id)).length > 0
}

function outOfStock(short: queries.HoldAllocation[], requested: VariantQuantity[]): AppError {
  const details = short.map(({ variantId, quantity }) => {
    const requestedQuantity = requested.find((one) => one.variantId === variantId)?.quantity ?? 0
    const message = quantity === 0 ? 'is sold out' : `only ${quantity} of ${requestedQuantity} left in stock`
    return {
      path: `/items/${variantId}`,
      message,
      variantId,
      requested: requestedQuantity,
      available: quantity,
    }
  })
  return new AppError('out_of_stock', 'Not enough stock for some items. Update the cart and try again.', {
    details,
  })
}

function toLevelMove(
  { variantId, productId, locationId, quantity, ...level }: queries.HoldAllocation,
  sign: 1 | -1,
): LevelMove {
  const { onHand, reserved, incoming, safetyStock, lowStockThreshold } = level
  const before = {
    onHand: onHand ?? 0,
    reserved: reserved ?? 0,
    incoming: incoming ?? 0,
    safetyStock: safetyStock ?? 0,
    lowStockThreshold,
  }
  const after = { ...before, reserved: before.reserved + sign * quantity }
  return { variantId, locationId: locationId ?? '', productId: productId ?? '', trackStock: true, before, after }
}
