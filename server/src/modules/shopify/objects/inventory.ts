import type { Ctx } from '../../../ctx.ts'
import type { InventoryLevelLine } from '../../../ports/shop-lines.ts'
import { type LevelChange, matchLocation, syncLevels } from '../../inventory/stock-sync/stock-sync.ts'
import type { ShopObject } from './group-lines.ts'
import { type Applier, hashContent, isOlder, type ObjectOutcome, toFailure } from './outcome.ts'
import * as queries from './queries.ts'

interface ChangedItem {
  externalId: string
  variantId: string
  variantExternalId: string
  hash: string
  updatedAt: string
  levels: { location: InventoryLevelLine['location']; available: number }[]
}

/**
 * The units that can be sold, per location. Levels that did not change in the shop are left alone, so that sales here
 * are not undone by a sync.
 */
export const inventoryApplier: Applier<'inventory'> = {
  apply: async (ctx, objects, options) => {
    const variants = await queries.readVariants(
      ctx,
      objects.flatMap((object) => variantIdOf(object) ?? []),
    )
    const changed: ChangedItem[] = []
    const outcomes: ObjectOutcome[] = []
    for (const object of objects) {
      const externalId = object.root.id
      const variantExternalId = variantIdOf(object)
      const variant = variants.get(variantExternalId ?? '')
      const levels = levelsOf(object)
      const hash = hashContent(levels)
      // Its product failed, or is not synced yet. An untracked item has no stock to speak of.
      const isSkipped = !variant || !variantExternalId || !object.root.tracked
      const updatedAt = latestOf(object)
      if (isSkipped || variant.contentHash === hash || isOlder(updatedAt, variant))
        outcomes.push({ externalId, outcome: 'unchanged' })
      else changed.push({ externalId, variantId: variant.id, variantExternalId, hash, updatedAt, levels })
    }
    return [...outcomes, ...(await applyChanged(ctx, changed, options))]
  },
}

const variantIdOf = ({ children }: ShopObject<'inventory'>): string | undefined =>
  children.find((line) => line.__typename === 'ProductVariant')?.id

const latestOf = ({ root, children }: ShopObject<'inventory'>): string => {
  const times = children.flatMap((line) => (line.__typename === 'InventoryLevel' ? line.updatedAt : []))
  return times.toSorted().at(-1) ?? root.updatedAt
}

const levelsOf = ({ children }: ShopObject<'inventory'>): ChangedItem['levels'] =>
  children
    .filter((line) => line.__typename === 'InventoryLevel')
    .map(({ location, quantities }) => ({
      location,
      available: quantities.find(({ name }) => name === 'available')?.quantity ?? 0,
    }))

async function applyChanged(
  ctx: Ctx,
  changed: ChangedItem[],
  { dryRun, reference }: { dryRun: boolean; reference: string },
): Promise<ObjectOutcome[]> {
  if (changed.length === 0) return []
  const locations = await matchLocations(ctx, changed, dryRun)
  const levels = changed.flatMap(({ variantId, levels }) =>
    levels.flatMap(({ location, available }) => {
      const locationId = locations.get(location.id)?.localId
      return locationId ? [{ variantId, locationId, onHand: available }] : []
    }),
  )
  let changes: LevelChange[]
  try {
    changes = await syncLevels(ctx, levels, { reference: `shopify ${reference}`, dryRun })
  } catch (error) {
    return changed.map(({ externalId }) => toFailure(externalId, error))
  }
  if (!dryRun) {
    const hashes = changed.map(({ variantExternalId, hash, updatedAt }) => ({
      external_id: variantExternalId,
      content_hash: hash,
      source_updated_at: updatedAt,
    }))
    await queries.saveStockHashes(ctx, hashes)
  }
  return changed.map((item) => toOutcome(item, changes, locations, dryRun))
}

interface MatchedLocation {
  /** Undefined in a dry run that would create it. */
  localId: string | undefined
  name: string
}

function toOutcome(
  { externalId, variantId, levels }: ChangedItem,
  changes: LevelChange[],
  locations: Map<string, MatchedLocation>,
  dryRun: boolean,
): ObjectOutcome {
  const own = changes.filter((change) => change.variantId === variantId)
  const names = new Map([...locations.values()].map(({ localId, name }) => [localId, name]))
  const fields = own.map(({ locationId, before, onHand }) => ({
    field: `stock at ${names.get(locationId) ?? locationId}`,
    from: before === null ? null : String(before),
    to: String(onHand),
  }))
  const atNewLocations = levels.filter(({ location }) => dryRun && !locations.get(location.id)?.localId)
  for (const { location, available } of atNewLocations) {
    fields.push({ field: `stock at ${location.name}`, from: null, to: String(available) })
  }
  if (fields.length === 0) return { externalId, outcome: 'unchanged', localId: variantId }
  const isNew = own.every(({ before }) => before === null)
  return { externalId, outcome: isNew ? 'created' : 'updated', localId: variantId, changes: fields.slice(0, 20) }
}

/** By name the first time, then by ID: a location that is renamed there keeps its name here. */
async function matchLocations(
  ctx: Ctx,
  changed: ChangedItem[],
  dryRun: boolean,
): Promise<Map<string, MatchedLocation>> {
  const names = new Map(changed.flatMap(({ levels }) => levels.map(({ location }) => [location.id, location.name])))
  const known = await queries.readLocations(ctx, [...names.keys()])
  const matched = new Map<string, MatchedLocation>()
  for (const [externalId, name] of names) {
    const existing = known.get(externalId)
    if (existing || dryRun) {
      matched.set(externalId, { localId: existing, name })
      continue
    }
    const location = await matchLocation(ctx, name.trim().slice(0, 100))
    matched.set(externalId, { localId: location.id, name })
    await queries.upsertObjects(ctx, [
      { resource: 'locations', external_id: externalId, local_id: location.id, content_hash: '' },
    ])
  }
  return matched
}
