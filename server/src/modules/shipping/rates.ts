import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { amountsOf, moneyListOf } from '../../kit/amounts.ts'
import { AppError, type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { beginningOf, slugOf } from '../../kit/slug.ts'
import { listCarriers } from './carrier-queries.ts'
import { changeShipping, tellShipping } from './changes.ts'
import { findProfile } from './profile-queries.ts'
import { getDefaultProfile } from './profiles.ts'
import * as queries from './rate-queries.ts'
import { refuseUnfitRate, shownPrice, storedPrice } from './rate-rules.ts'
import { MAX_RATES, type NewRate, type Rate, type RateChanges, type RatesQuery } from './rate-schemas.ts'
import { findZone } from './zone-queries.ts'

type Draft = Omit<Rate, 'version' | 'createdAt' | 'updatedAt'>

export function createRate(ctx: Ctx, wanted: NewRate): Promise<Rate> {
  return changeShipping(ctx, async (ctx) => {
    const { count, last } = await queries.readStanding(ctx)
    if (count >= MAX_RATES) throw new AppError('conflict', `A shop has at most ${MAX_RATES} rates: delete one first.`)
    const profileId = wanted.profileId ?? (await getDefaultProfile(ctx)).id
    const draft: Draft = {
      ...EMPTY,
      position: last + 1,
      type: 'shipping',
      ...wanted,
      id: newId('rate'),
      profileId,
      service: wanted.service ?? serviceOf(wanted.title),
    }
    await refuseUnfit(ctx, draft)
    const row = await queries.insertRate(ctx, stored(draft))
    await tellShipping(ctx, 'rate', row.id)
    return shown(row)
  })
}

export function changeRate(ctx: Ctx, id: Rate['id'], changes: RateChanges, ifMatch?: string): Promise<Rate> {
  return changeShipping(ctx, async (ctx) => {
    const before = await getRate(ctx, id)
    refuseStale(ifMatch, before.version)
    const draft = { ...before, ...changes }
    await refuseUnfit(ctx, draft, before)
    const row = await queries.updateRate(ctx, stored(draft))
    await tellShipping(ctx, 'rate', id)
    return shown(row)
  })
}

export function deleteRate(ctx: Ctx, id: Rate['id'], ifMatch?: string): Promise<void> {
  return changeShipping(ctx, async (ctx) => {
    refuseStale(ifMatch, (await getRate(ctx, id)).version)
    await queries.deleteRate(ctx, id)
    await tellShipping(ctx, 'rate', id)
  })
}

export async function getRate(ctx: Ctx, id: string): Promise<Rate> {
  const row = await queries.findRate(ctx, id)
  if (!row) throw notFound('shipping rate', id)
  return shown(row)
}

export async function listRates(ctx: Ctx, query: RatesQuery): Promise<Page<Rate>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listRates(ctx, page, query), page)
  return { data: data.map(shown), nextCursor }
}

const EMPTY = {
  zoneId: null,
  description: '',
  freeFrom: null,
  minDays: null,
  maxDays: null,
  locationId: null,
}

const stored = (draft: Draft) => ({
  ...draft,
  price: storedPrice(draft.price),
  freeFrom: draft.freeFrom && amountsOf(draft.freeFrom),
})

const shown = (row: queries.RateRow): Rate => ({
  ...row,
  price: shownPrice(row.price),
  freeFrom: row.freeFrom && moneyListOf(row.freeFrom),
})

/** Services are for programs, so other scripts than Latin do not become one. */
function serviceOf(title: string): string {
  const slug = beginningOf(slugOf(title) ?? '', 50)
  if (/^[a-z0-9-]+$/.test(slug)) return slug
  throw invalidRequest('The title can not be made into the name of a service.', [
    { path: '/service', message: 'is required with this title' },
  ])
}

async function refuseUnfit(ctx: Ctx, draft: Draft, before?: Rate): Promise<void> {
  refuseUnfitRate(draft)
  const faults = [...(await strangersIn(ctx, draft)), ...(await unknownCarrier(ctx, draft, before))]
  if (faults.length > 0) throw invalidRequest('The rate names what is not there.', faults)
  const twin = await queries.findTwin(ctx, stored(draft))
  if (!twin) return
  throw new AppError(
    'conflict',
    `The rate ${twin.id} is for the service "${draft.service}" of the same zone and profile: change that one, or name another service.`,
    { details: [{ path: '/service', message: 'belongs to another rate of the same zone and profile' }] },
  )
}

async function strangersIn(ctx: Ctx, { zoneId, profileId, locationId }: Draft): Promise<ErrorDetail[]> {
  const faults: ErrorDetail[] = []
  if (zoneId && !(await findZone(ctx, zoneId))) faults.push({ path: '/zoneId', message: 'is no zone of this shop' })
  if (!(await findProfile(ctx, profileId))) faults.push({ path: '/profileId', message: 'is no profile of this shop' })
  if (locationId && !(await queries.holdLocation(ctx, locationId))?.active) {
    faults.push({ path: '/locationId', message: 'is no active location of this shop' })
  }
  return faults
}

/** One that was deleted since, or was not copied into the sandbox, may stay: the rate has its fallback. */
async function unknownCarrier(ctx: Ctx, { price }: Draft, before?: Rate): Promise<ErrorDetail[]> {
  if (price.kind !== 'carrier') return []
  if (before?.price.kind === 'carrier' && before.price.carrier === price.carrier) return []
  const names = (await listCarriers(ctx)).map(({ name }) => name)
  if (names.includes(price.carrier)) return []
  const those = names.length > 0 ? `there are ${names.join(', ')}` : 'there is none yet'
  const message = `is no carrier of this shop: ${those}; PUT /v1/shipping/carriers/:name makes one`
  return [{ path: '/price/carrier', message }]
}
