import type { Ctx } from '../../ctx.ts'
import type { CarrierRequest, CarrierService } from '../../ports/carrier.ts'
import type { Line, PricingInput } from '../pricing/cart.ts'
import type { RatePrice, ShippingRate, ShippingSettings } from '../pricing/rules.ts'
import { type Parcel, packParcels } from '../pricing/shipping-rates.ts'
import { type CarrierAccess, openCarriers } from '../shipping/carriers.ts'
import { price } from './price.ts'

/** Carriers are paid by the question, and buyers look at a cart more than once. */
const KEPT_MS = 5 * 60_000
const MAX_KEPT = 2000
const kept = new Map<string, { untilMs: number; services: Promise<CarrierService[]> }>()

type CarrierPrice = Extract<RatePrice, { kind: 'carrier' }>
/** By the name of the carrier. */
type Answers = ReadonlyMap<string, CarrierService[]>

const carriersOf = (rates: readonly ShippingRate[]): Set<string> =>
  new Set(rates.flatMap(({ price }) => (price.kind === 'carrier' ? price.carrier : [])))

/**
 * The shop's rates with what carriers say today in them, each for the parcel that it ships. One that does not answer in
 * time, or badly, changes nothing: its rates cost what the shop has put down for that case, or are not offered.
 */
export async function withCarriers(ctx: Ctx, input: PricingInput): Promise<ShippingSettings> {
  const { shipping, destination, currency } = input
  const { country } = destination
  const names = carriersOf(shipping.rates)
  if (names.size === 0 || country === null) return shipping
  const parcels = packParcels([...input.lines, ...giftsIn(input)], [], shipping)
  if (parcels.length === 0) return shipping

  const accesses = await openCarriers(ctx, [...names])
  const answers = await Promise.all(
    parcels.map(async (parcel): Promise<[string, Answers]> => {
      const profileId = parcel.profile?.id ?? ''
      const asked = carriersOf(shipping.rates.filter((rate) => rate.profileId === profileId))
      const request = questionOf(parcel, { ...destination, country }, currency)
      const willing = accesses.filter(({ name }) => asked.has(name))
      return [profileId, new Map(await Promise.all(willing.map((access) => ask(ctx, access, request))))]
    }),
  )
  const byProfile = new Map(answers)
  return { ...shipping, rates: shipping.rates.map((rate) => answered(rate, byProfile.get(rate.profileId), currency)) }
}

/** What promotions put into the cart is shipped too, perhaps as the only thing of its profile. */
function giftsIn(input: PricingInput): Line[] {
  return price(input).lines.flatMap(({ id, variantId, quantity, giftOf }) => {
    const offer = giftOf === null ? undefined : input.gifts.get(variantId)
    return offer ? { ...offer, id, quantity } : []
  })
}

const questionOf = ({ lines, grams }: Parcel, to: CarrierRequest['to'], currency: string): CarrierRequest => ({
  to,
  currency,
  weightGrams: grams,
  items: lines.map(({ variantId, quantity, weightGrams, unitPrice }) => ({
    variantId,
    quantity,
    weightGrams,
    unitPrice,
  })),
})

async function ask(ctx: Ctx, access: CarrierAccess, request: CarrierRequest): Promise<[string, CarrierService[]]> {
  try {
    return [access.name, await askOnce(ctx, access, request)]
  } catch (error) {
    ctx.log.warn({ err: error, carrier: access.name }, 'a carrier did not answer')
    return [access.name, []]
  }
}

/** The same question within five minutes has the same answer; one that was not answered is asked again. */
function askOnce(ctx: Ctx, access: CarrierAccess, request: CarrierRequest): Promise<CarrierService[]> {
  const nowMs = ctx.now.getTime()
  const key = JSON.stringify([ctx.environmentId, access.url, access.name, request])
  const known = kept.get(key)
  if (known && known.untilMs > nowMs) return known.services
  const services = ctx.outside.carrierAt(access).quote(request, ctx.signal)
  kept.set(key, { untilMs: nowMs + KEPT_MS, services })
  services.catch(() => kept.delete(key))
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string)
  return services
}

function answered(rate: ShippingRate, answers: Answers | undefined, currency: string): ShippingRate {
  if (rate.price.kind !== 'carrier') return rate
  const { carrier, service }: CarrierPrice = rate.price
  const found = answers?.get(carrier)?.find((one) => one.service === service)
  if (!found) return rate
  return {
    ...rate,
    price: { kind: 'flat', amounts: { [currency]: found.amount } },
    minDays: found.minDays ?? rate.minDays,
    maxDays: found.maxDays ?? rate.maxDays,
  }
}
