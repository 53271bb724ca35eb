import type { PricingInput } from './cart.ts'
import type { ShippingOption } from './priced.ts'
import type { ShippingAnswer } from './shipping.ts'

/**
 * What is not shipped needs no choice. A quote holds though its service is not offered here, as the rates of carriers are
 * not; whether it is still good for this cart is for the caller to know.
 */
export function chooseShipping(
  { isNeeded, options }: ShippingAnswer,
  chosen: PricingInput['chosen'],
): { options: ShippingOption[]; selected: ShippingOption | null } {
  if (!isNeeded) return { options, selected: options[0] ?? null }
  const offered = chosen && (options.find(({ service }) => service === chosen.service) ?? null)
  const quote = chosen?.quote
  if (!quote) return { options, selected: offered }

  const { service, title, amount, rateIds } = quote
  const quoted: ShippingOption = offered
    ? { ...offered, amount, originalAmount: Math.max(amount, offered.originalAmount), rateIds: [...rateIds] }
    : {
        service,
        title,
        description: '',
        type: 'shipping',
        amount,
        originalAmount: amount,
        rateIds: [...rateIds],
        minDays: null,
        maxDays: null,
        locationId: null,
      }
  return {
    options: offered ? options.map((option) => (option === offered ? quoted : option)) : [...options, quoted],
    selected: quoted,
  }
}
