import { countryName } from '../../../../sdk/src/countries.ts'
import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, type PageRequest, toPage } from '../../db/page.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { normalizeArea, REST_OF_WORLD, validateArea } from '../../kit/areas.ts'
import { AppError, type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { TaxRegion } from '../../pricing/rules.ts'
import * as queries from './queries.ts'
import { MAX_REGIONS, type NewRegion, type Region, type RegionChanges } from './schemas.ts'
import { changeTaxes, emitTaxesUpdated } from './taxes.ts'

export function createRegion(ctx: Ctx, input: NewRegion): Promise<Region> {
  return changeTaxes(ctx, async (ctx) => {
    if ((await queries.countRegions(ctx)) >= MAX_REGIONS) {
      throw new AppError(
        'conflict',
        `A shop can have at most ${MAX_REGIONS} tax regions. For more, use a tax engine.`,
        {
          fields: { limit: MAX_REGIONS },
        },
      )
    }
    const row = await queries.insertRegion(ctx, await toValidRow(ctx, newId('txr'), input))
    await emitTaxesUpdated(ctx, { kind: 'region', id: row.id })
    return toRegionResponse(row)
  })
}

export function changeRegion(ctx: Ctx, id: Region['id'], changes: RegionChanges, ifMatch?: string): Promise<Region> {
  return changeTaxes(ctx, async (ctx) => {
    const before = await getRegion(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const row = await queries.updateRegion(
      ctx,
      await toValidRow(ctx, id, { ...before, ...changes }, changes.area !== undefined),
    )
    await emitTaxesUpdated(ctx, { kind: 'region', id })
    return toRegionResponse(row)
  })
}

export function deleteRegion(ctx: Ctx, id: Region['id'], ifMatch?: string): Promise<void> {
  return changeTaxes(ctx, async (ctx) => {
    assertIfMatch(ifMatch, (await getRegion(ctx, id)).version)
    await queries.deleteRegion(ctx, id)
    await emitTaxesUpdated(ctx, { kind: 'region', id })
  })
}

export async function getRegion(ctx: Ctx, id: string): Promise<Region> {
  const row = await queries.findRegion(ctx, id)
  if (!row) throw notFound('tax region', id)
  return toRegionResponse(row)
}

export async function listRegions(ctx: Ctx, request: PageRequest): Promise<Page<Region>> {
  const page = keyset(request)
  const { data, nextCursor } = toPage(await queries.listRegions(ctx, page), page)
  return { data: data.map(toRegionResponse), nextCursor }
}

const toRegionResponse = (row: queries.RegionRow): Region => ({ ...row, rates: toRateResponses(row.rates) })

/** Returns the row to store, or throws with all errors. */
async function toValidRow(ctx: Ctx, id: Region['id'], { area, rates }: NewRegion, isAreaChanged = true) {
  const errors = [...validateArea(area, '/area'), ...validateRates(rates)]
  if (area.country === REST_OF_WORLD) errors.push({ path: '/area/country', message: 'must be a country' })
  if (errors.length > 0) throw invalidRequest('The tax region is not valid.', errors)
  const row = { id, area: normalizeArea(area), rates: toStoredRates(rates) }
  const duplicate = isAreaChanged && (await queries.findDuplicateRegion(ctx, row))
  if (!duplicate) return row
  const { country, ...parts } = row.area
  const areaLabel = Object.keys(parts).length > 0 ? `The same part of ${countryName(country)}` : countryName(country)
  throw new AppError('conflict', `${areaLabel} already has a tax region. Change that one.`, {
    fields: { regionId: duplicate.id },
  })
}

const PER_PERCENT = 10_000

/** 8.875 becomes 88,750. Rounds, because 0.07 × 10,000 is not exactly 700 in floating point. */
const toMillionths = (percentage: number): number => Math.round(percentage * PER_PERCENT)

/** Whether it has at most four decimals. */
const isExact = (percentage: number): boolean => toMillionths(percentage) / PER_PERCENT === percentage

export const toStoredRates = (rates: Region['rates']): TaxRegion['rates'] =>
  rates.map(({ percentage, ...rate }) => ({ ...rate, millionths: toMillionths(percentage) }))

export const toRateResponses = (rates: TaxRegion['rates']): Region['rates'] =>
  rates.map(({ class: taxClass, name, millionths }) => ({
    class: taxClass,
    name,
    percentage: millionths / PER_PERCENT,
  }))

export const validateRates = (rates: Region['rates']): ErrorDetail[] =>
  rates.flatMap(({ percentage, class: taxClass, name }, at) => [
    ...(isExact(percentage) ? [] : [{ path: `/rates/${at}/percentage`, message: 'must have at most four decimals' }]),
    ...(taxClass === 'none' ? [{ path: `/rates/${at}/class`, message: 'must not be none, which is never taxed' }] : []),
    ...(rates.findIndex((other) => other.class === taxClass && other.name === name) < at
      ? [{ path: `/rates/${at}/name`, message: `must not repeat "${name}" for the class ${taxClass}` }]
      : []),
  ])
