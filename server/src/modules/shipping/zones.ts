import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, type PageRequest, toPage } from '../../db/page.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { ANYWHERE, placeFaults, tidyPlace } from '../../kit/places.ts'
import { changeShipping, tellShipping } from './changes.ts'
import { MAX_ZONES, type NewZone, type Zone, type ZoneChanges } from './schemas.ts'
import * as queries from './zone-queries.ts'

export function createZone(ctx: Ctx, wanted: NewZone): Promise<Zone> {
  return changeShipping(ctx, async (ctx) => {
    const others = await queries.listAllZones(ctx)
    if (others.length >= MAX_ZONES) {
      throw new AppError('conflict', `A shop has at most ${MAX_ZONES} zones: put more places into one of them.`)
    }
    refuseUnfit(wanted, others)
    const zone = await queries.insertZone(ctx, newId('zone'), tidyZone(wanted))
    await tellShipping(ctx, 'zone', zone.id)
    return zone
  })
}

export function changeZone(ctx: Ctx, id: Zone['id'], changes: ZoneChanges, ifMatch?: string): Promise<Zone> {
  return changeShipping(ctx, async (ctx) => {
    const before = await getZone(ctx, id)
    refuseStale(ifMatch, before.version)
    const after = { ...before, ...changes }
    const others = await queries.listAllZones(ctx)
    refuseUnfit(
      after,
      others.filter((other) => other.id !== id),
    )
    const zone = await queries.updateZone(ctx, id, tidyZone(after))
    await tellShipping(ctx, 'zone', id)
    return zone
  })
}

/** Its rates go with it. */
export function deleteZone(ctx: Ctx, id: Zone['id'], ifMatch?: string): Promise<void> {
  return changeShipping(ctx, async (ctx) => {
    refuseStale(ifMatch, (await getZone(ctx, id)).version)
    await queries.deleteZone(ctx, id)
    await tellShipping(ctx, 'zone', id)
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

const isAnywhere = ({ country }: Zone['places'][number]) => country === ANYWHERE

const tidyZone = ({ name, places }: NewZone): NewZone => ({ name, places: places.map(tidyPlace) })

function refuseUnfit({ places }: NewZone, others: Zone[]): void {
  const faults = places.flatMap((place, at) => placeFaults(place, `/places/${at}`))
  const last = places.findLastIndex(isAnywhere)
  if (last > places.findIndex(isAnywhere)) {
    faults.push({ path: `/places/${last}`, message: 'is there twice: name the rest of the world once' })
  }
  if (faults.length > 0) throw invalidRequest('The places are not valid.', faults)
  const taken = others.find((other) => other.places.some(isAnywhere))
  if (!taken || last < 0) return
  throw new AppError(
    'conflict',
    `The zone "${taken.name}" (${taken.id}) is the rest of the world already: change that one.`,
  )
}
