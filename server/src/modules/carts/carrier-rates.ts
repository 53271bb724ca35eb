import type { Ctx } from '../../ctx.ts'
import type { CarrierRequest, CarrierService } from '../../ports/carrier.ts'
import type { PricingInput } from '../pricing/cart.ts'
import type { RatePrice, ShippingRate, ShippingSettings } from '../pricing/rules.ts'
import { type CarrierAccess, openCarriers } from '../shipping/carriers.ts'

/** Carriers are paid by the question, and buyers look at a cart more than once. */
const KEPT_MS = 5 * 60_000
const MAX_KEPT = 2000
const kept = new Map<string, { untilMs: number; services: Promise<CarrierService[]> }>()

type CarrierPrice = Extract<RatePrice, { kind: 'carrier' }>

/**
 * The shop's rates with what carriers say today in them. One that does not answer in time, or badly, changes nothing: its
 * rates cost what the shop has put down for that case, or are not offered.
 */
export async function withCarriers(ctx: Ctx, input: PricingInput): Promise<ShippingSettings> {
  const { shipping, destination, lines, currency } = input
  const { country } = destination
  const names = [...new Set(shipping.rates.flatMap(({ price }) => (price.kind === 'carrier' ? price.carrier : [])))]
  const parcel = lines.filter(({ requiresShipping }) => requiresShipping)
  if (names.length === 0 || parcel.length === 0 || country === null) return shipping

  const request = {
    to: { ...destination, country },
    currency,
    weightGrams: parcel.reduce((sum, { weightGrams, quantity }) => sum + weightGrams * quantity, 0),
    items: parcel.map(({ variantId, quantity, weightGrams, unitPrice }) => ({
      variantId,
      quantity,
      weightGrams,
      unitPrice,
    })),
  }
  const ask = async (access: CarrierAccess): Promise<[string, CarrierService[]]> => {
    try {
      return [access.name, await askOnce(ctx, access, request)]
    } catch (error) {
      ctx.log.warn({ err: error, carrier: access.name }, 'a carrier did not answer')
      return [access.name, []]
    }
  }
  const answers = new Map(await Promise.all((await openCarriers(ctx, names)).map(ask)))
  return { ...shipping, rates: shipping.rates.map((rate) => answered(rate, answers, currency)) }
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

function answered(rate: ShippingRate, answers: ReadonlyMap<string, CarrierService[]>, currency: string): ShippingRate {
  if (rate.price.kind !== 'carrier') return rate
  const { carrier, service }: CarrierPrice = rate.price
  const found = answers.get(carrier)?.find((one) => one.service === service)
  if (!found) return rate
  return {
    ...rate,
    price: { kind: 'flat', amounts: { [currency]: found.amount } },
    minDays: found.minDays ?? rate.minDays,
    maxDays: found.maxDays ?? rate.maxDays,
  }
}
