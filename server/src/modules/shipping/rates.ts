import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { toAmountsByCurrency, toMoneyList } from '../../kit/money-list.ts'
import { slugify, truncateSlug } from '../../kit/slug.ts'
import { listCarriers } from './carriers/queries.ts'
import { changeShipping, emitShippingUpdated } from './change-shipping.ts'
import { findProfile } from './profile-queries.ts'
import { getDefaultProfile } from './profiles.ts'
import * as queries from './rate-queries.ts'
import { assertValidRateFields, toPriceResponse, toStoredPrice } from './rate-rules.ts'
import { MAX_RATES, type NewRate, type Rate, type RateChanges, type RatesQuery } from './schemas.ts'
import { findZone } from './zone-queries.ts'

type RateDraft = Omit<Rate, 'version' | 'createdAt' | 'updatedAt'>

export function createRate(ctx: Ctx, input: NewRate): Promise<Rate> {
  return changeShipping(ctx, async (ctx) => {
    const { count, last } = await queries.getRateStats(ctx)
    if (count >= MAX_RATES)
      throw new AppError('conflict', `A shop can have at most ${MAX_RATES} rates. Delete one first.`, {
        fields: { limit: MAX_RATES },
      })
    const profileId = input.profileId ?? (await getDefaultProfile(ctx)).id
    const draft: RateDraft = {
      ...DEFAULTS,
      position: last + 1,
      type: 'shipping',
      ...input,
      id: newId('rate'),
      profileId,
      service: input.service ?? toServiceCode(input.title),
    }
    await assertValidRate(ctx, draft)
    const row = await queries.insertRate(ctx, toStoredRate(draft))
    await emitShippingUpdated(ctx, 'rate', row.id)
    return toRateResponse(row)
  })
}

export function changeRate(ctx: Ctx, id: Rate['id'], changes: RateChanges, ifMatch?: string): Promise<Rate> {
  return changeShipping(ctx, async (ctx) => {
    const before = await getRate(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const draft = { ...before, ...changes }
    await assertValidRate(ctx, draft, before)
    const row = await queries.updateRate(ctx, toStoredRate(draft))
    await emitShippingUpdated(ctx, 'rate', id)
    return toRateResponse(row)
  })
}

export function deleteRate(ctx: Ctx, id: Rate['id'], ifMatch?: string): Promise<void> {
  return changeShipping(ctx, async (ctx) => {
    assertIfMatch(ifMatch, (await getRate(ctx, id)).version)
    await queries.deleteRate(ctx, id)
    await emitShippingUpdated(ctx, 'rate', id)
  })
}

export async function getRate(ctx: Ctx, id: string): Promise<Rate> {
  const row = await queries.findRate(ctx, id)
  if (!row) throw notFound('shipping rate', id)
  return toRateResponse(row)
}

export async function listRates(ctx: Ctx, query: RatesQuery): Promise<Page<Rate>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listRates(ctx, page, query), page)
  return { data: data.map(toRateResponse), nextCursor }
}

const DEFAULTS = {
  zoneId: null,
  description: '',
  freeFrom: null,
  minDays: null,
  maxDays: null,
  locationId: null,
}

const toStoredRate = (draft: RateDraft) => ({
  ...draft,
  price: toStoredPrice(draft.price),
  freeFrom: draft.freeFrom && toAmountsByCurrency(draft.freeFrom),
})

const toRateResponse = (row: queries.RateRow): Rate => ({
  ...row,
  price: toPriceResponse(row.price),
  freeFrom: row.freeFrom && toMoneyList(row.freeFrom),
})

/** Service codes are for programs, so titles in non-Latin scripts don't yield one. */
function toServiceCode(title: string): string {
  const slug = truncateSlug(slugify(title) ?? '', 50)
  if (/^[a-z0-9-]+$/.test(slug)) return slug
  throw invalidRequest('The title can’t be converted to a service code. Send service.', [
    { path: '/service', message: 'is required with this title' },
  ])
}

async function assertValidRate(ctx: Ctx, draft: RateDraft, before?: Rate): Promise<void> {
  assertValidRateFields(draft)
  const errors = [...(await validateReferences(ctx, draft)), ...(await validateCarrier(ctx, draft, before))]
  if (errors.length > 0)
    throw invalidRequest('The rate references a zone, profile, location or carrier that does not exist.', errors)
  const duplicate = await queries.findDuplicateRate(ctx, toStoredRate(draft))
  if (!duplicate) return
  throw new AppError(
    'conflict',
    `Another rate already has the service "${draft.service}" in the same zone and profile. Change that rate, or send another service.`,
    {
      details: [{ path: '/service', message: 'is already in use by another rate in the same zone and profile' }],
      fields: { rateId: duplicate.id, service: draft.service },
    },
  )
}

async function validateReferences(ctx: Ctx, { zoneId, profileId, locationId }: RateDraft): Promise<ErrorDetail[]> {
  const errors: ErrorDetail[] = []
  if (zoneId && !(await findZone(ctx, zoneId))) errors.push({ path: '/zoneId', message: 'must be a zone of this shop' })
  if (!(await findProfile(ctx, profileId)))
    errors.push({ path: '/profileId', message: 'must be a profile of this shop' })
  if (locationId && !(await queries.lockLocation(ctx, locationId))?.active) {
    errors.push({ path: '/locationId', message: 'must be an active location of this shop' })
  }
  return errors
}

/** A carrier deleted since, or not copied to the sandbox, is accepted: the rate has a fallback. */
async function validateCarrier(ctx: Ctx, { price }: RateDraft, before?: Rate): Promise<ErrorDetail[]> {
  if (price.kind !== 'carrier') return []
  if (before?.price.kind === 'carrier' && before.price.carrier === price.carrier) return []
  const names = (await listCarriers(ctx)).map(({ name }) => name)
  if (names.includes(price.carrier)) return []
  const availableText = names.length > 0 ? names.join(', ') : 'none yet'
  const message = `must be a carrier of this shop (${availableText}); create one with PUT /v1/shipping/carriers/:name`
  return [{ path: '/price/carrier', message, carriers: names }]
}
