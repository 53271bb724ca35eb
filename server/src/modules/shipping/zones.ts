import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, type PageRequest, toPage } from '../../db/page.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { normalizeArea, REST_OF_WORLD, validateArea } from '../../kit/areas.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { changeShipping, emitShippingUpdated } from './change-shipping.ts'
import { MAX_ZONES, type NewZone, type Zone, type ZoneChanges } from './schemas.ts'
import * as queries from './zone-queries.ts'

export function createZone(ctx: Ctx, input: NewZone): Promise<Zone> {
  return changeShipping(ctx, async (ctx) => {
    const others = await queries.listAllZones(ctx)
    if (others.length >= MAX_ZONES) {
      throw new AppError('conflict', `A shop can have at most ${MAX_ZONES} zones. Add areas to an existing one.`, {
        fields: { limit: MAX_ZONES },
      })
    }
    assertValidZone(input, others)
    const zone = await queries.insertZone(ctx, newId('zone'), normalizeZone(input))
    await emitShippingUpdated(ctx, 'zone', zone.id)
    return zone
  })
}

export function changeZone(ctx: Ctx, id: Zone['id'], changes: ZoneChanges, ifMatch?: string): Promise<Zone> {
  return changeShipping(ctx, async (ctx) => {
    const before = await getZone(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const after = { ...before, ...changes }
    const others = await queries.listAllZones(ctx)
    assertValidZone(
      after,
      others.filter((other) => other.id !== id),
    )
    const zone = await queries.updateZone(ctx, id, normalizeZone(after))
    await emitShippingUpdated(ctx, 'zone', id)
    return zone
  })
}

/** Deletes its rates too. */
export function deleteZone(ctx: Ctx, id: Zone['id'], ifMatch?: string): Promise<void> {
  return changeShipping(ctx, async (ctx) => {
    assertIfMatch(ifMatch, (await getZone(ctx, id)).version)
    await queries.deleteZone(ctx, id)
    await emitShippingUpdated(ctx, 'zone', id)
  })
}

export async function getZone(ctx: Ctx, id: string): Promise<Zone> {
  const zone = await queries.findZone(ctx, id)
  if (!zone) throw notFound('shipping zone', id)
  return zone
}

export async function listZones(ctx: Ctx, request: PageRequest): Promise<Page<Zone>> {
  const page = keyset(request)
  return toPage(await queries.listZones(ctx, page), page)
}

const isRestOfWorld = ({ country }: Zone['areas'][number]) => country === REST_OF_WORLD

const normalizeZone = ({ name, areas }: NewZone): NewZone => ({ name, areas: areas.map(normalizeArea) })

function assertValidZone({ areas }: NewZone, others: Zone[]): void {
  const errors = areas.flatMap((area, at) => validateArea(area, `/areas/${at}`))
  const last = areas.findLastIndex(isRestOfWorld)
  if (last > areas.findIndex(isRestOfWorld)) {
    errors.push({ path: `/areas/${last}`, message: 'must not repeat the rest of the world' })
  }
  if (errors.length > 0) throw invalidRequest('The areas are not valid.', errors)
  const existing = others.find((other) => other.areas.some(isRestOfWorld))
  if (!existing || last < 0) return
  throw new AppError('conflict', `The zone "${existing.name}" already covers the rest of the world. Change that one.`, {
    fields: { zoneId: existing.id },
  })
}
