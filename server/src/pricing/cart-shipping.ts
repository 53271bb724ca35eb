import type { DiscountContext } from './apply-promotions.ts'
import type { Basket } from './basket.ts'
import type { PricingInput } from './pricing-input.ts'
import type { ShippingSettings } from './rules.ts'
import { listShippingOptions, type ShippingResult } from './shipping-options.ts'

/** Rules are cached between requests, so rates are inspected only once. */
const totalDependence = new WeakMap<ShippingSettings, boolean>()

function dependsOnTotals(settings: ShippingSettings): boolean {
  let cached = totalDependence.get(settings)
  if (cached === undefined) {
    cached = settings.rates.some(({ freeFrom, price }) => freeFrom !== null || price.kind === 'price')
    totalDependence.set(settings, cached)
  }
  return cached
}

/** Many promotion sets are tried on one cart; where shipping does not depend on prices, they share one result. */
export function createShippingCalculator(input: PricingInput, basket: Basket): DiscountContext['ship'] {
  const { currency, destination, shipping: settings, customShipping } = input
  if (customShipping) return () => customShippingResult(customShipping)
  let cached: ShippingResult | null = null
  return (remaining, gifts) => {
    if (gifts.length > 0) {
      const lineTotals = [...remaining, ...gifts.map(() => 0)]
      return listShippingOptions([...basket.lines, ...gifts], { currency, destination, settings, lineTotals })
    }
    if (cached) return cached
    const result = listShippingOptions(basket.lines, { currency, destination, settings, lineTotals: remaining })
    if (!dependsOnTotals(settings)) cached = result
    return result
  }
}

export const CUSTOM_SERVICE = 'custom'

const customShippingResult = ({ title, amount }: { title: string; amount: number }): ShippingResult => ({
  isNeeded: true,
  options: [
    {
      service: CUSTOM_SERVICE,
      title,
      description: '',
      type: 'shipping',
      amount,
      originalAmount: amount,
      rateIds: [],
      minDays: null,
      maxDays: null,
      locationId: null,
    },
  ],
  reason: null,
})
