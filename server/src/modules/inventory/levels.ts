import { actorOf, type Ctx } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { syncStockMemberships } from '../collections/rule-memberships.ts'
import { refreshListings } from '../listings/listings.ts'
import * as queries from './level-queries.ts'
import {
  applyLevelChange,
  assertValidMoves,
  type LevelChange,
  type LevelMove,
  type MovementSource,
} from './level-rules.ts'
import { availabilityChanges, availabilityEvents, lowStockEvents, toLevelKey } from './stock-events.ts'

/*
 * Nobody else writes stock_levels, so a level and its ledger change together or not at all. Locks are always taken in this
 * order: location, product, levels by their key, and the product once more when something flips. Called inside the
 * caller's transaction.
 */

/** Changes levels, each named once, and tells who must know: shoppers' lists and subscribers. All or nothing. */
export async function changeLevels(ctx: Ctx, changes: LevelChange[], source: MovementSource): Promise<LevelMove[]> {
  const moves = await writeLevelChanges(ctx, changes, source)
  await syncOtherMemberships(ctx, moves, await emitAvailabilityChanges(ctx, moves))
  return moves
}

/** Variants that are about to be deleted lose their levels; what is reserved is promised to somebody, so it stays. */
export async function deleteLevels(ctx: Ctx, variantIds: string[]): Promise<void> {
  if (variantIds.length === 0) return
  const deleted = await queries.deleteLevels(ctx, variantIds)
  const reservedIds = [...new Set(deleted.filter(({ reserved }) => reserved > 0).map(({ variantId }) => variantId))]
  if (reservedIds.length === 0) return
  const names = `${reservedIds.slice(0, 10).join(', ')}${reservedIds.length > 10 ? ` and ${reservedIds.length - 10} more` : ''}`
  throw new AppError(
    'conflict',
    `Stock of ${names} is reserved by checkouts that are under way: wait until they have ended, then delete it.`,
  )
}

/** The levels of a location that is about to be deleted, and holds nothing. */
export const deleteLevelsAt = (ctx: Ctx, locationId: string): Promise<number> => queries.deleteLevelsAt(ctx, locationId)

/** Changes levels and tells nobody. A level as it was is read under its lock, so what is decided on it is still true when it is written. */
export async function writeLevelChanges(
  ctx: Ctx,
  changes: LevelChange[],
  source: MovementSource,
): Promise<LevelMove[]> {
  const variants = await lockVariants(ctx, changes)
  if ([...variants.values()].some(({ isNew }) => isNew)) await queries.insertEmptyLevels(ctx, changes)
  const levels = new Map((await queries.lockLevels(ctx, changes)).map((level) => [toLevelKey(level), level]))
  const planned = changes.map((change) => {
    const { productId, trackStock, whenOut } = getRow(variants, change)
    const { variantId, locationId, ...before } = getRow(levels, change)
    const after = applyLevelChange(before, change)
    return { change, whenOut, variantId, locationId, productId, trackStock, before, after }
  })
  assertValidMoves(planned)
  const rows = planned.map(({ variantId, locationId, before, after }) => {
    const onHandChange = after.onHand - before.onHand
    const incomingChange = after.incoming - before.incoming
    return {
      variant_id: variantId,
      location_id: locationId,
      on_hand: after.onHand,
      incoming: after.incoming,
      safety_stock: after.safetyStock,
      low_stock_at: after.lowStockAt,
      on_hand_change: onHandChange,
      incoming_change: incomingChange,
      // What moves nothing, as a count that was right, is not in the ledger.
      movement_id: onHandChange !== 0 || incomingChange !== 0 ? newId('mov') : null,
    }
  })
  await queries.writeLevels(ctx, rows, { ...source, actor: actorOf(ctx.caller) })
  return planned.map(({ change: _, whenOut: __, ...move }) => move)
}

async function lockVariants(ctx: Ctx, changes: LevelChange[]) {
  const locked = new Map((await queries.lockVariants(ctx, changes)).map((row) => [toLevelKey(row), row]))
  const missing = changes.filter((change) => !locked.has(toLevelKey(change)))
  if (missing.length === 0) return locked
  throw new AppError('not_found', 'There is no such variant; nothing was changed.', {
    details: missing.map(({ path, variantId }) => ({ path, message: `there is no variant ${variantId}` })),
  })
}

/**
 * Two transactions that empty one variant at two locations must not both see the other's stock. Whoever flips a level
 * holds the product until the end and only then looks at the variant's other levels: so the last of them sees it all.
 */
export async function emitAvailabilityChanges(ctx: Ctx, moves: LevelMove[]): Promise<LevelMove[]> {
  const events = lowStockEvents(moves)
  const changes = availabilityChanges(moves)
  if (changes.length > 0) {
    const productIds = [...new Set(changes.map(({ productId }) => productId))]
    await queries.lockProducts(ctx, productIds)
    const variantIds = [...new Set(changes.map(({ variantId }) => variantId))]
    events.push(...availabilityEvents(changes, await queries.listAvailableLevels(ctx, variantIds)))
    await refreshListings(ctx, productIds)
  }
  await emitAll(ctx, events)
  return changes
}

/** Those that have not flipped may still have entered or left a collection, as one of what is nearly gone. */
async function syncOtherMemberships(ctx: Ctx, moves: LevelMove[], changes: LevelMove[]): Promise<void> {
  const changedIds = new Set(changes.map(({ productId }) => productId))
  const others = moves.map(({ productId }) => productId).filter((id) => !changedIds.has(id))
  if (others.length > 0 && (await syncStockMemberships(ctx, [...new Set(others)]))) {
    ctx.db.notify('catalog_changed', ctx.environmentId)
  }
}

function getRow<Row>(rows: Map<string, Row>, change: LevelChange): Row {
  const row = rows.get(toLevelKey(change))
  if (row === undefined) throw new Error(`The level ${toLevelKey(change)} has gone while its product was held`)
  return row
}
