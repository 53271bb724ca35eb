import { actorOf, type Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import * as queries from './hold-queries.ts'
import type { LevelMove } from './level-rules.ts'
import { emitAvailabilityChanges } from './levels.ts'
import { getDefaultLocation } from './locations.ts'

/*
 * Stock that is promised to a checkout until it is sold or given back. Called inside the transaction of the checkout or the
 * order; from then on others who want the same wait for its end: do it last.
 */

export type { StockHold } from './hold-queries.ts'

/** All of it, or 422 `out_of_stock` with what there is. What is not counted needs no hold. Answers from where it is taken. */
export async function holdStock(
  ctx: Ctx,
  holder: string,
  requested: queries.VariantQuantity[],
): Promise<queries.StockHold[]> {
  const quantities = sumByVariant(requested)
  let allocations = await queries.insertHolds(ctx, holder, quantities)
  if (allocations.some(isShort) && (await createBackorderLevels(ctx, allocations)))
    allocations = await queries.insertHolds(ctx, holder, quantities)
  const short = allocations.filter(isShort)
  if (short.length > 0) throw outOfStock(short, quantities)
  await emitAvailabilityChanges(
    ctx,
    allocations.map((row) => toLevelMove(row, 1)),
  )
  return allocations.map(
    ({ variantId, locationId, quantity }) => ({ variantId, locationId, quantity }) as queries.StockHold,
  )
}

/** The order is made: what was held is gone from the shelf. `held` is what `holdStock` has answered; unknown after a crash. */
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

/** The checkout has ended without an order: others may have it. Harmless when nothing is held. */
export async function releaseHeldStock(ctx: Ctx, holder: string): Promise<void> {
  const allocations = await queries.deleteHolds(ctx, holder)
  await emitAvailabilityChanges(
    ctx,
    allocations.map((row) => toLevelMove(row, -1)),
  )
}

/** One entry a variant, however many lines share it: each alone might find enough of what all of them together do not. */
function sumByVariant(requested: queries.VariantQuantity[]): queries.VariantQuantity[] {
  const totals = new Map<string, number>()
  for (const { variantId, quantity } of requested) totals.set(variantId, (totals.get(variantId) ?? 0) + quantity)
  return [...totals].map(([variantId, quantity]) => ({ variantId, quantity }))
}

const isShort = ({ locationId }: queries.HoldAllocation) => locationId === null

/** What is sold on when it is out may never have been in stock: somewhere must be noted that it is owed. */
async function createBackorderLevels(ctx: Ctx, allocations: queries.HoldAllocation[]): Promise<boolean> {
  const { id } = await getDefaultLocation(ctx)
  const variantIds = allocations.filter(isShort).map(({ variantId }) => variantId)
  return (await queries.insertBackorderLevels(ctx, variantIds, id)) > 0
}

function outOfStock(short: queries.HoldAllocation[], requested: queries.VariantQuantity[]): AppError {
  const details = short.map(({ variantId, quantity }) => {
    const requestedQuantity = requested.find((one) => one.variantId === variantId)?.quantity ?? 0
    const message = quantity === 0 ? 'is sold out' : `only ${quantity} of ${requestedQuantity} are left`
    return { path: `/items/${variantId}`, message, actual: quantity }
  })
  return new AppError('out_of_stock', 'Somebody was faster: not all of it is left. Look at the cart and try again.', {
    details,
  })
}

/** A level before and after so many of it were held. */
function toLevelMove(
  { variantId, productId, locationId, quantity, ...level }: queries.HoldAllocation,
  sign: 1 | -1,
): LevelMove {
  const { onHand, reserved, incoming, safetyStock, lowStockAt } = level
  const before = {
    onHand: onHand ?? 0,
    reserved: reserved ?? 0,
    incoming: incoming ?? 0,
    safetyStock: safetyStock ?? 0,
    lowStockAt,
  }
  const after = { ...before, reserved: before.reserved + sign * quantity }
  return { variantId, locationId: locationId ?? '', productId: productId ?? '', trackStock: true, before, after }
}
