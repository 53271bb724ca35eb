import type { Ctx } from '../../ctx.ts'
import type { CarrierService } from '../../ports/carrier.ts'
import type { PricingInput } from '../pricing/cart.ts'
import type { RatePrice, ShippingRate, ShippingSettings } from '../pricing/rules.ts'
import { type CarrierAccess, openCarriers } from '../shipping/carriers.ts'

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
      return [access.name, await ctx.outside.carrierAt(access).quote(request, ctx.signal)]
    } catch (error) {
      ctx.log.warn({ err: error, carrier: access.name }, 'a carrier did not answer')
      return [access.name, []]
    }
  }
  const answers = new Map(await Promise.all((await openCarriers(ctx, names)).map(ask)))
  return { ...shipping, rates: shipping.rates.map((rate) => answered(rate, answers, currency)) }
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
