import { type Static, Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id } from '../../../kit/schema.ts'
import { refreshListings } from '../../listings/listings.ts'
import { adjustStock } from '../adjustments.ts'
import { getActiveLocation } from '../inventory.ts'
import { lockProducts } from '../level-queries.ts'
import { writeLevelChanges } from '../levels.ts'
import { listLocations } from '../location-queries.ts'
import { createLocation } from '../locations.ts'
import { type Location, MAX_QUANTITY } from '../schemas.ts'

interface SourceLevel {
  variantId: string
  locationId: string
  /** Units that can be sold. */
  onHand: number
}

export interface LevelChange extends SourceLevel {
  /** Null if the variant was never stocked there. */
  before: number | null
}

const MAX_CHANGES = 500

/**
 * Sets the units on hand to those of another shop, where they differ, and returns the differences. Variants that do not
 * exist are skipped. Call inside a transaction.
 */
export async function syncLevels(
  ctx: Ctx,
  levels: SourceLevel[],
  { reference, dryRun }: { reference: string; dryRun: boolean },
): Promise<LevelChange[]> {
  const current = new Map((await readLevels(ctx, levels)).map((level) => [levelKey(level), level]))
  const changes = levels.flatMap(({ onHand, ...level }): LevelChange[] => {
    const known = current.get(levelKey(level))
    // Oversold units are a debt there, not units that we could have less than none of.
    const units = Math.min(Math.max(onHand, 0), MAX_QUANTITY)
    return known && known.onHand !== units ? [{ ...level, onHand: units, before: known.onHand }] : []
  })
  if (dryRun) return changes
  await setFirstLevels(
    ctx,
    changes.filter(({ before }) => before === null),
    reference,
  )
  await adjustLevels(
    ctx,
    changes.filter(({ before }) => before !== null),
    reference,
  )
  return changes
}

/** Emits no events: a variant that was never stocked is not back in stock. */
async function setFirstLevels(ctx: Ctx, levels: LevelChange[], reference: string): Promise<void> {
  if (levels.length === 0) return
  for (const locationId of new Set(levels.map((level) => level.locationId))) await getActiveLocation(ctx, locationId)
  const changes = levels.map(({ variantId, locationId, onHand }, at) => ({
    variantId,
    locationId,
    path: `/levels/${at}`,
    onHand: { to: onHand },
  }))
  const moves = await writeLevelChanges(ctx, changes, { reason: 'initial', reference })
  const productIds = [...new Set(moves.map(({ productId }) => productId))]
  await lockProducts(ctx, productIds)
  await refreshListings(ctx, productIds)
}

async function adjustLevels(ctx: Ctx, levels: LevelChange[], reference: string): Promise<void> {
  for (let at = 0; at < levels.length; at += MAX_CHANGES) {
    await adjustStock(ctx, {
      reason: 'count',
      reference,
      changes: levels.slice(at, at + MAX_CHANGES).map(({ variantId, locationId, onHand }) => ({
        variantId: variantId as `var_${string}`,
        locationId: locationId as `loc_${string}`,
        onHand,
      })),
    })
  }
}

/** The location with this name, or a new one. */
export async function matchLocation(ctx: Ctx, name: string): Promise<Location> {
  const locations = await listLocations(ctx)
  return locations.find((location) => location.name === name) ?? createLocation(ctx, { name })
}

const CurrentLevel = Type.Object({
  variantId: Id('var'),
  locationId: Type.String(),
  onHand: Type.Union([Type.Integer(), Type.Null()]),
})

const levelKey = ({ variantId, locationId }: Pick<Static<typeof CurrentLevel>, 'locationId'> & { variantId: string }) =>
  `${variantId} ${locationId}`

const readLevels = (ctx: Ctx, levels: SourceLevel[]) =>
  ctx.db.rows(
    CurrentLevel,
    sql`
      select requested.variant_id, requested.location_id, on_hand
      from unnest(${levels.map(({ variantId }) => variantId)}::text[], ${levels.map(({ locationId }) => locationId)}::text[])
        as requested (variant_id, location_id)
      join variants on variants.environment_id = ${ctx.environmentId} and variants.id = requested.variant_id
      left join stock_levels on stock_levels.environment_id = ${ctx.environmentId}
        and stock_levels.variant_id = requested.variant_id and stock_levels.location_id = requested.location_id`,
  )
