import type { Applying } from './apply.ts'
import type { Basket } from './basket.ts'
import type { PricingInput } from './cart.ts'
import type { ShippingSettings } from './rules.ts'
import { type ShippingAnswer, shippingOptions } from './shipping.ts'

/** Rules stay in memory between requests, so all rates are looked through only once. */
const sensitive = new WeakMap<ShippingSettings, boolean>()

function dependsOnSums(settings: ShippingSettings): boolean {
  let known = sensitive.get(settings)
  if (known === undefined) {
    known = settings.rates.some(({ freeFrom, price }) => freeFrom !== null || price.kind === 'price')
    sensitive.set(settings, known)
  }
  return known
}

/** Many sets of promotions are tried on one cart; where shipping does not look at prices it is the same for all of them. */
export function shipper(input: PricingInput, basket: Basket): Applying['ship'] {
  const { currency, destination, shipping: settings, customShipping } = input
  if (customShipping) return () => customAnswer(customShipping)
  let same: ShippingAnswer | null = null
  return (running, gifts) => {
    if (gifts.length > 0) {
      const lineSums = [...running, ...gifts.map(() => 0)]
      return shippingOptions([...basket.lines, ...gifts], { currency, destination, settings, lineSums })
    }
    if (same) return same
    const answer = shippingOptions(basket.lines, { currency, destination, settings, lineSums: running })
    if (!dependsOnSums(settings)) same = answer
    return answer
  }
}

export const CUSTOM_SERVICE = 'custom'

const customAnswer = ({ title, amount }: { title: string; amount: number }): ShippingAnswer => ({
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
