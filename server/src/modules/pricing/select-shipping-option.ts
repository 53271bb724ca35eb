import type { PricingInput } from './pricing-input.ts'
import type { ShippingOption } from './pricing-result.ts'
import type { ShippingResult } from './shipping-options.ts'

/**
 * What is not shipped needs no choice. A quote holds though its service is not offered here, as the rates of carriers are
 * not and one that was deleted is not; whether it is still good for these goods is for the caller to know. For less than it was given for it does not hold:
 * what is free from 50 must not stay free when a code has made it 25.
 */
export function selectShippingOption(
  { isNeeded, options }: ShippingResult,
  selectedShipping: PricingInput['selectedShipping'],
  lineTotal: number,
): { options: ShippingOption[]; selected: ShippingOption | null } {
  if (!isNeeded) return { options, selected: options[0] ?? null }
  const offered = selectedShipping && (options.find(({ service }) => service === selectedShipping.service) ?? null)
  const quote = selectedShipping?.quote
  if (!quote || lineTotal < quote.lineSum) return { options, selected: offered }

  const { service, title, type, amount, rateIds } = quote
  const quoted: ShippingOption = offered
    ? { ...offered, amount, originalAmount: Math.max(amount, offered.originalAmount), rateIds: [...rateIds] }
    : {
        service,
        title,
        description: '',
        type,
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
