import { actorOf, type Ctx } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { placeByStock } from '../collections/membership.ts'
import { refreshListings } from '../storefront/listings.ts'
import * as queries from './level-queries.ts'
import { changed, type LevelChange, type LevelMove, refuseUnfit, type Why } from './level-rules.ts'
import { flipsOf, keyOf, lowNews, soldOutNews } from './stock-news.ts'

/*
 * Nobody else writes stock_levels, so a level and its ledger change together or not at all. Locks are always taken in this
 * order: location, product, levels by their key, and the product once more when something flips. Called inside the
 * caller's transaction.
 */

/** Changes levels, each named once, and tells who must know: shoppers' lists and subscribers. All or nothing. */
export async function changeLevels(ctx: Ctx, changes: LevelChange[], why: Why): Promise<LevelMove[]> {
  const moves = await writeMoves(ctx, changes, why)
  await placeOthers(ctx, moves, await tellOfFlips(ctx, moves))
  return moves
}

/** Variants that are about to be deleted lose their levels; what is reserved is promised to somebody, so it stays. */
export async function dropLevels(ctx: Ctx, variantIds: string[]): Promise<void> {
  if (variantIds.length === 0) return
  const dropped = await queries.deleteLevels(ctx, variantIds)
  const promised = [...new Set(dropped.filter(({ reserved }) => reserved > 0).map(({ variantId }) => variantId))]
  if (promised.length === 0) return
  const names = `${promised.slice(0, 10).join(', ')}${promised.length > 10 ? ` and ${promised.length - 10} more` : ''}`
  throw new AppError(
    'conflict',
    `Stock of ${names} is reserved by checkouts that are under way: wait until they have ended, then delete it.`,
  )
}

/** The levels of a location that is about to be deleted, and holds nothing. */
export const dropLevelsAt = (ctx: Ctx, locationId: string): Promise<number> => queries.deleteLevelsAt(ctx, locationId)

/** Changes levels and tells nobody. A level as it was is read under its lock, so what is decided on it is still true when it is written. */
export async function writeMoves(ctx: Ctx, changes: LevelChange[], why: Why): Promise<LevelMove[]> {
  const variants = await holdVariants(ctx, changes)
  if ([...variants.values()].some(({ isNew }) => isNew)) await queries.insertEmptyLevels(ctx, changes)
  const levels = new Map((await queries.lockLevels(ctx, changes)).map((level) => [keyOf(level), level]))
  const wishes = changes.map((change) => {
    const { productId, trackStock, whenOut } = known(variants, change)
    const { variantId, locationId, ...before } = known(levels, change)
    const after = changed(before, change)
    return { change, whenOut, variantId, locationId, productId, trackStock, before, after }
  })
  refuseUnfit(wishes)
  const rows = wishes.map(({ variantId, locationId, before, after }) => {
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
  await queries.writeLevels(ctx, rows, { ...why, actor: actorOf(ctx.caller) })
  return wishes.map(({ change: _, whenOut: __, ...move }) => move)
}

async function holdVariants(ctx: Ctx, changes: LevelChange[]) {
  const held = new Map((await queries.holdVariants(ctx, changes)).map((row) => [keyOf(row), row]))
  const missing = changes.filter((change) => !held.has(keyOf(change)))
  if (missing.length === 0) return held
  throw new AppError('not_found', 'There is no such variant; nothing was changed.', {
    details: missing.map(({ path, variantId }) => ({ path, message: `there is no variant ${variantId}` })),
  })
}

/**
 * Two transactions that empty one variant at two locations must not both see the other's stock. Whoever flips a level
 * holds the product until the end and only then looks at the variant's other levels: so the last of them sees it all.
 */
export async function tellOfFlips(ctx: Ctx, moves: LevelMove[]): Promise<LevelMove[]> {
  const news = lowNews(moves)
  const flips = flipsOf(moves)
  if (flips.length > 0) {
    const productIds = [...new Set(flips.map(({ productId }) => productId))]
    await queries.lockProducts(ctx, productIds)
    const variantIds = [...new Set(flips.map(({ variantId }) => variantId))]
    news.push(...soldOutNews(flips, await queries.listStocked(ctx, variantIds)))
    await refreshListings(ctx, productIds)
  }
  await emitAll(ctx, news)
  return flips
}

/** Those that have not flipped may still have entered or left a collection, as one of what is nearly gone. */
async function placeOthers(ctx: Ctx, moves: LevelMove[], flips: LevelMove[]): Promise<void> {
  const flipped = new Set(flips.map(({ productId }) => productId))
  const others = moves.map(({ productId }) => productId).filter((id) => !flipped.has(id))
  if (others.length > 0 && (await placeByStock(ctx, [...new Set(others)]))) {
    ctx.db.announce('catalog_changed', ctx.environmentId)
  }
}

function known<Row>(rows: Map<string, Row>, change: LevelChange): Row {
  const row = rows.get(keyOf(change))
  if (row === undefined) throw new Error(`The level ${keyOf(change)} has gone while its product was held`)
  return row
}
