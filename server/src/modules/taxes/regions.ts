import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, type PageRequest, toPage } from '../../db/page.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { countryName } from '../../kit/countries.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { ANYWHERE, placeFaults, tidyPlace } from '../../kit/places.ts'
import { rateFaults, shownRates, storedRates } from './percentages.ts'
import * as queries from './queries.ts'
import { MAX_REGIONS, type NewRegion, type Region, type RegionChanges } from './schemas.ts'
import { changeTaxes, tellTaxes } from './taxes.ts'

export function createRegion(ctx: Ctx, wanted: NewRegion): Promise<Region> {
  return changeTaxes(ctx, async (ctx) => {
    if ((await queries.countRegions(ctx)) >= MAX_REGIONS) {
      throw new AppError('conflict', `A shop has at most ${MAX_REGIONS} tax regions: a tax engine knows more places.`)
    }
    const row = await queries.insertRegion(ctx, await fitRow(ctx, newId('txr'), wanted))
    await tellTaxes(ctx, { kind: 'region', id: row.id })
    return shown(row)
  })
}

export function changeRegion(ctx: Ctx, id: Region['id'], changes: RegionChanges, ifMatch?: string): Promise<Region> {
  return changeTaxes(ctx, async (ctx) => {
    const before = await getRegion(ctx, id)
    refuseStale(ifMatch, before.version)
    const row = await queries.updateRegion(
      ctx,
      await fitRow(ctx, id, { ...before, ...changes }, changes.place !== undefined),
    )
    await tellTaxes(ctx, { kind: 'region', id })
    return shown(row)
  })
}

export function deleteRegion(ctx: Ctx, id: Region['id'], ifMatch?: string): Promise<void> {
  return changeTaxes(ctx, async (ctx) => {
    refuseStale(ifMatch, (await getRegion(ctx, id)).version)
    await queries.deleteRegion(ctx, id)
    await tellTaxes(ctx, { kind: 'region', id })
  })
}

export async function getRegion(ctx: Ctx, id: string): Promise<Region> {
  const row = await queries.findRegion(ctx, id)
  if (!row) throw notFound('tax region', id)
  return shown(row)
}

export async function listRegions(ctx: Ctx, request: PageRequest): Promise<Page<Region>> {
  const page = keyset(request)
  const { data, nextCursor } = toPage(await queries.listRegions(ctx, page), page)
  return { data: data.map(shown), nextCursor }
}

const shown = (row: queries.RegionRow): Region => ({ ...row, rates: shownRates(row.rates) })

/** As it is kept, or refused with all that is wrong with it. */
async function fitRow(ctx: Ctx, id: Region['id'], { place, rates }: NewRegion, isMoved = true) {
  const faults = [...placeFaults(place, '/place'), ...rateFaults(rates)]
  if (place.country === ANYWHERE)
    faults.push({ path: '/place/country', message: 'must be a country: taxes are a country’s' })
  if (faults.length > 0) throw invalidRequest('The tax region is not valid.', faults)
  const row = { id, place: tidyPlace(place), rates: storedRates(rates) }
  const twin = isMoved && (await queries.findTwin(ctx, row))
  if (!twin) return row
  const { country, ...parts } = row.place
  const where = Object.keys(parts).length > 0 ? `The same part of ${countryName(country)}` : countryName(country)
  throw new AppError('conflict', `${where} has a tax region already (${twin.id}): change that one.`)
}
