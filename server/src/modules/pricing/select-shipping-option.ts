import type { PricingInput } from './pricing-input.ts'
import type { ShippingOption } from './pricing-result.ts'
import type { ShippingResult } from './shipping-options.ts'

/**
 * Items that aren't shipped need no selection. A quote is valid even if its service is not listed, such as a
 * carrier's or a deleted rate; the caller checks that it matches the items. It does not hold below its item total:
 * shipping that is free from 50 must not stay free after a code lowers the cart to 25.
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
