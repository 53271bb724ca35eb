import type { Ctx } from '../../../ctx.ts'
import type { ShopResource } from '../../../ports/shop-lines.ts'
import { collectionApplier } from './collections.ts'
import { customerApplier } from './customers.ts'
import type { ShopObject } from './group-lines.ts'
import { inventoryApplier } from './inventory.ts'
import { orderApplier } from './orders.ts'
import type { Applier, ApplyOptions, ClaimedNumbers, ObjectOutcome } from './outcome.ts'
import { productApplier } from './products.ts'

const APPLIERS: { [R in ShopResource]: Applier<R> } = {
  products: productApplier,
  collections: collectionApplier,
  inventory: inventoryApplier,
  customers: customerApplier,
  orders: orderApplier,
}

/** Objects and lines per transaction: small enough that nobody waits long for a product. */
export const BATCH_SIZES: Record<ShopResource, { objects: number; lines: number }> = {
  products: { objects: 100, lines: 2000 },
  collections: { objects: 20, lines: 5000 },
  inventory: { objects: 500, lines: 2000 },
  customers: { objects: 50, lines: 500 },
  // An order locks the counter of order numbers until the end, and buyers wait for it.
  orders: { objects: 10, lines: 200 },
}

/** Before the transaction of `applyObjects`, which gets the result. */
export const claimNumbers = async <R extends ShopResource>(
  ctx: Ctx,
  resource: R,
  objects: ShopObject<R>[],
): Promise<ClaimedNumbers> => (await APPLIERS[resource].claimNumbers?.(ctx, objects)) ?? new Map()

/** Creates or updates our objects, or says what would happen. Call inside a transaction. */
export const applyObjects = <R extends ShopResource>(
  ctx: Ctx,
  resource: R,
  objects: ShopObject<R>[],
  options: ApplyOptions,
  claimed: ClaimedNumbers,
): Promise<ObjectOutcome[]> =>
  objects.length > 0 ? APPLIERS[resource].apply(ctx, objects, options, claimed) : Promise.resolve([])
