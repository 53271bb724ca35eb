import { actorOf, type Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import * as queries from './hold-queries.ts'
import type { LevelMove } from './level-rules.ts'
import { tellOfFlips } from './levels.ts'
import { getDefaultLocation } from './locations.ts'

/*
 * Stock that is promised to a checkout until it is sold or given back. Called inside the transaction of the checkout or the
 * order; from then on others who want the same wait for its end: do it last.
 */

export type { Held } from './hold-queries.ts'

/** All of it, or 422 `out_of_stock` with what there is. What is not counted needs no hold. Answers from where it is taken. */
export async function holdStock(ctx: Ctx, holder: string, wanted: queries.Wanted[]): Promise<queries.Held[]> {
  const sums = sumUp(wanted)
  let placed = await queries.hold(ctx, holder, sums)
  if (placed.some(isShort) && (await openDebts(ctx, placed))) placed = await queries.hold(ctx, holder, sums)
  const short = placed.filter(isShort)
  if (short.length > 0) throw outOfStock(short, sums)
  await tellOfFlips(
    ctx,
    placed.map((row) => moveOf(row, 1)),
  )
  return placed.map(({ variantId, locationId, quantity }) => ({ variantId, locationId, quantity }) as queries.Held)
}

/** The order is made: what was held is gone from the shelf. `held` is what `holdStock` has answered; unknown after a crash. */
export async function sellHeld(ctx: Ctx, holder: string, orderId: string, held?: queries.Held[]): Promise<void> {
  const known = held ?? (await queries.listHeld(ctx, holder))
  if (known.length === 0) return
  const sales = known.map((one) => ({ ...one, movementId: newId('mov') }))
  await queries.sell(ctx, holder, sales, { reference: orderId, actor: actorOf(ctx.caller) })
}

/** The checkout has ended without an order: others may have it. Harmless when nothing is held. */
export async function releaseHeld(ctx: Ctx, holder: string): Promise<void> {
  const placed = await queries.release(ctx, holder)
  await tellOfFlips(
    ctx,
    placed.map((row) => moveOf(row, -1)),
  )
}

/** One entry a variant, however many lines share it: each alone might find enough of what all of them together do not. */
function sumUp(wanted: queries.Wanted[]): queries.Wanted[] {
  const sums = new Map<string, number>()
  for (const { variantId, quantity } of wanted) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  return [...sums].map(([variantId, quantity]) => ({ variantId, quantity }))
}

const isShort = ({ locationId }: queries.Placed) => locationId === null

/** What is sold on when it is out may never have been in stock: somewhere must be noted that it is owed. */
async function openDebts(ctx: Ctx, placed: queries.Placed[]): Promise<boolean> {
  const { id } = await getDefaultLocation(ctx)
  const variantIds = placed.filter(isShort).map(({ variantId }) => variantId)
  return (await queries.openLevels(ctx, variantIds, id)) > 0
}

function outOfStock(short: queries.Placed[], wanted: queries.Wanted[]): AppError {
  const details = short.map(({ variantId, quantity }) => {
    const asked = wanted.find((one) => one.variantId === variantId)?.quantity ?? 0
    const message = quantity === 0 ? 'is sold out' : `only ${quantity} of ${asked} are left`
    return { path: `/items/${variantId}`, message, actual: quantity }
  })
  return new AppError('out_of_stock', 'Somebody was faster: not all of it is left. Look at the cart and try again.', {
    details,
  })
}

/** A level before and after so many of it were held. */
function moveOf({ variantId, productId, locationId, quantity, ...level }: queries.Placed, sign: 1 | -1): LevelMove {
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
