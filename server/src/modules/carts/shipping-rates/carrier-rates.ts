import type { Ctx } from '../../../ctx.ts'
import type { CarrierRequest, CarrierService } from '../../../ports/carrier.ts'
import { type Parcel, packParcels } from '../../../pricing/parcels.ts'
import type { PricingInput, PricingItem } from '../../../pricing/pricing-input.ts'
import type { RatePrice, ShippingRate, ShippingSettings } from '../../../pricing/rules.ts'
import { type CarrierAccess, loadCarrierAccess } from '../../shipping/carriers/carriers.ts'
import { calculatePrices } from '../resolve-cart.ts'

/** Carriers charge per request, and buyers load a cart more than once. */
const CACHE_MS = 5 * 60_000
const MAX_CACHED = 2000
const newQuoteCache = () => new Map<string, { untilMs: number; services: Promise<CarrierService[]> }>()

type CarrierPrice = Extract<RatePrice, { kind: 'carrier' }>
/** By carrier name. */
type CarrierQuotes = ReadonlyMap<string, CarrierService[]>

const carriersOf = (rates: readonly ShippingRate[]): Set<string> =>
  new Set(rates.flatMap(({ price }) => (price.kind === 'carrier' ? price.carrier : [])))

/**
 * Applies live carrier rates, each for the parcel it ships. If a carrier times out or returns an invalid response,
 * its rates use the shop's fallback price or are not offered.
 */
export async function applyCarrierRates(ctx: Ctx, input: PricingInput): Promise<ShippingSettings> {
  const { shipping, destination, currency } = input
  const { country } = destination
  const names = carriersOf(shipping.rates)
  if (names.size === 0 || country === null) return shipping
  const parcels = packParcels([...input.items, ...findGifts(input)], [], shipping)
  if (parcels.length === 0) return shipping

  const accesses = await loadCarrierAccess(ctx, [...names])
  const quotes = await Promise.all(
    parcels.map(async (parcel): Promise<[string, CarrierQuotes]> => {
      const profileId = parcel.profile?.id ?? ''
      const carriers = carriersOf(shipping.rates.filter((rate) => rate.profileId === profileId))
      const request = toCarrierRequest(parcel, { ...destination, country }, currency)
      const matching = accesses.filter(({ name }) => carriers.has(name))
      return [profileId, new Map(await Promise.all(matching.map((access) => requestQuotes(ctx, access, request))))]
    }),
  )
  const byProfile = new Map(quotes)
  return { ...shipping, rates: shipping.rates.map((rate) => applyQuote(rate, byProfile.get(rate.profileId), currency)) }
}

/** Gifts are shipped too, perhaps as the only item of their profile. */
function findGifts(input: PricingInput): PricingItem[] {
  return calculatePrices(input).items.flatMap(({ id, variantId, quantity, giftPromotionId }) => {
    const offer = giftPromotionId === null ? undefined : input.gifts.get(variantId)
    return offer ? { ...offer, id, quantity } : []
  })
}

const toCarrierRequest = (
  { items, weightGrams: grams }: Parcel,
  to: CarrierRequest['to'],
  currency: string,
): CarrierRequest => ({
  to,
  currency,
  weightGrams: grams,
  items: items.map(({ variantId, quantity, weightGrams, unitPrice }) => ({
    variantId,
    quantity,
    weightGrams,
    unitPrice,
  })),
})

async function requestQuotes(
  ctx: Ctx,
  access: CarrierAccess,
  request: CarrierRequest,
): Promise<[string, CarrierService[]]> {
  try {
    return [access.name, await requestQuotesCached(ctx, access, request)]
  } catch (error) {
    ctx.log.warn({ err: error, carrier: access.name }, 'a carrier did not respond')
    return [access.name, []]
  }
}

/** Caches the same request for five minutes; failed requests are retried. */
function requestQuotesCached(ctx: Ctx, access: CarrierAccess, request: CarrierRequest): Promise<CarrierService[]> {
  const cache = ctx.perServer(newQuoteCache)
  const nowMs = ctx.now.getTime()
  const key = JSON.stringify([ctx.environmentId, access.url, access.name, request])
  const cached = cache.get(key)
  if (cached && cached.untilMs > nowMs) return cached.services
  const services = ctx.external.carrierAt(access).quote(request, ctx.signal)
  cache.set(key, { untilMs: nowMs + CACHE_MS, services })
  services.catch(() => cache.delete(key))
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string)
  return services
}

function applyQuote(rate: ShippingRate, quotes: CarrierQuotes | undefined, currency: string): ShippingRate {
  if (rate.price.kind !== 'carrier') return rate
  const { carrier, service }: CarrierPrice = rate.price
  const quote = quotes?.get(carrier)?.find((one) => one.service === service)
  if (!quote) return rate
  return {
    ...rate,
    price: { kind: 'flat', amounts: { [currency]: quote.amount } },
    minDays: quote.minDays ?? rate.minDays,
    maxDays: quote.maxDays ?? rate.maxDays,
  }
}
