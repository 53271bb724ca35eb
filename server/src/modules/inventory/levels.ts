import { actorOf, type Ctx } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { syncStockMemberships } from '../collections/memberships/memberships.ts'
import { refreshListings } from '../listings/listings.ts'
import * as queries from './level-queries.ts'
import {
  applyLevelChange,
  assertValidMoves,
  availabilityChanges,
  availabilityEvents,
  type LevelChange,
  type LevelMove,
  lowStockEvents,
  type MovementSource,
  toLevelKey,
} from './level-rules.ts'

/*
 * Only this module writes stock_levels, so a level and its ledger change together or not at all. The lock order is
 * location, product, levels by key, and the product again when availability changes. Call inside the caller's
 * transaction.
 */

/** Changes levels, each listed once, then refreshes listings and emits events. All or nothing. */
export async function changeLevels(ctx: Ctx, changes: LevelChange[], source: MovementSource): Promise<LevelMove[]> {
  const moves = await writeLevelChanges(ctx, changes, source)
  await syncOtherMemberships(ctx, moves, await emitAvailabilityChanges(ctx, moves))
  return moves
}

/**
 * Changes levels without emitting events. Levels are read under their lock, so the checks still hold when they are
 * written.
 */
export async function writeLevelChanges(
  ctx: Ctx,
  changes: LevelChange[],
  source: MovementSource,
): Promise<LevelMove[]> {
  const variants = await lockVariants(ctx, changes)
  if ([...variants.values()].some(({ isNew }) => isNew)) await queries.insertEmptyLevels(ctx, changes)
  const levels = new Map((await queries.lockLevels(ctx, changes)).map((level) => [toLevelKey(level), level]))
  const planned = changes.map((change) => {
    const { productId, trackStock, inventoryPolicy } = getRow(variants, change)
    const { variantId, locationId, ...before } = getRow(levels, change)
    const after = applyLevelChange(before, change)
    return { change, inventoryPolicy, variantId, locationId, productId, trackStock, before, after }
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
      low_stock_threshold: after.lowStockThreshold,
      on_hand_change: onHandChange,
      incoming_change: incomingChange,
      // A change of nothing, such as a correct stock count, is not recorded in the ledger.
      movement_id: onHandChange !== 0 || incomingChange !== 0 ? newId('mov') : null,
    }
  })
  await queries.writeLevels(ctx, rows, { ...source, actor: actorOf(ctx.caller) })
  return planned.map(({ change: _, inventoryPolicy: __, ...move }) => move)
}

async function lockVariants(ctx: Ctx, changes: LevelChange[]) {
  const locked = new Map((await queries.lockVariants(ctx, changes)).map((row) => [toLevelKey(row), row]))
  const missing = changes.filter((change) => !locked.has(toLevelKey(change)))
  if (missing.length === 0) return locked
  throw new AppError('not_found', 'No such variant. Nothing was changed.', {
    details: missing.map(({ path, variantId }) => ({ path, message: 'must be a variant of this shop', variantId })),
  })
}

/**
 * Two transactions that sell out one variant at two locations must not both see the other's stock. A transaction that
 * changes the availability of a level therefore locks the product until its end, and only then reads the variant's
 * other levels: the last one sees the final state.
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

/**
 * Products with unchanged availability may still enter or leave a collection, such as one of nearly sold out products.
 */
async function syncOtherMemberships(ctx: Ctx, moves: LevelMove[], changes: LevelMove[]): Promise<void> {
  const changedIds = new Set(changes.map(({ productId }) => productId))
  const others = moves.map(({ productId }) => productId).filter((id) => !changedIds.has(id))
  if (others.length > 0 && (await syncStockMemberships(ctx, [...new Set(others)]))) {
    ctx.db.notify('catalog_changed', ctx.environmentId)
  }
}

function getRow<Row>(rows: Map<string, Row>, change: LevelChange): Row {
  const row = rows.get(toLevelKey(change))
  if (row === undefined) throw new Error(`The level ${toLevelKey(change)} is gone although its product was locked`)
  return row
}
