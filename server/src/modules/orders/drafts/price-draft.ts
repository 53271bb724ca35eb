import { invalidRequest } from '../../../kit/errors.ts'
import { sum } from '../../../kit/sum.ts'
import { buyerDestinationOf, destinationOf } from '../../../pricing/areas.ts'
import { CUSTOM_SERVICE, priceCart } from '../../../pricing/price-cart.ts'
import type { PricingInput, PricingItem } from '../../../pricing/pricing-input.ts'
import type { PricedItem, PricingResult, Tax } from '../../../pricing/pricing-result.ts'
import type { TaxSettings } from '../../../pricing/rules.ts'
import { summarizeTaxes } from '../../../pricing/taxes.ts'
import type { Address } from '../../customers/schemas.ts'
import type { ShippingInput } from '../request-schemas.ts'
import type { OrderSnapshot, SnapshotShipping, SnapshotTax } from '../schemas.ts'
import { computeTotals, orderTooLarge, toSnapshotShipping } from '../totals.ts'

interface DraftPricingInput {
  currency: string
  items: PricingItem[]
  shipping: ShippingInput | null
  addresses: { shippingAddress: Address | null; billingAddress: Address | null }
  taxes: TaxSettings
  nowMs: number
}

/** Drafts have no promotions, so nothing about the buyer matters but the address. */
const UNKNOWN_BUYER: PricingInput['buyer'] = {
  isKnown: false,
  tags: [],
  segmentIds: [],
  ordersCount: null,
  uses: new Map(),
  isTaxExempt: false,
}

type PricedDraft = Pick<OrderSnapshot, 'shipping' | 'taxes' | 'totals'> & { items: PricedItem[] }

/**
 * Prices a draft with the tax arithmetic of carts: `totals.tax` equals the sum of `taxes`, and of the tax on items and
 * shipping.
 */
export function priceDraft({ currency, items, shipping, addresses, taxes, nowMs }: DraftPricingInput): PricedDraft {
  const charged = shipping && toSnapshotShipping(shipping)
  const priced = priceOrThrow({
    currency,
    items,
    codes: [],
    buyer: UNKNOWN_BUYER,
    destination: destinationOf({ ...addresses, country: null }),
    buyerDestination: buyerDestinationOf({ ...addresses, country: null }),
    promotions: [],
    gifts: new Map(),
    shipping: { zones: [], profiles: [], rates: [] },
    customShipping: charged && { title: charged.title, amount: charged.amount - charged.discount },
    selectedShipping: charged && { service: CUSTOM_SERVICE, quote: null },
    taxes,
    giftCards: [],
    points: null,
    storeCredit: null,
    nowMs,
  })
  const ownTaxes = charged ? shippingTaxes(priced.shipping, charged, shipping?.tax?.amount, taxes.pricesIncludeTax) : []
  const tax = sum(ownTaxes.map(({ amount }) => amount))
  const snapshotShipping = charged && { ...charged, taxes: ownTaxes.map(toSnapshotTax), tax }
  return {
    items: priced.items,
    shipping: snapshotShipping,
    taxes: summarizeTaxes([...priced.items.map((item) => item.taxes), ownTaxes]).map(toSnapshotTax),
    totals: computeTotals(priced.items, snapshotShipping, taxes.pricesIncludeTax),
  }
}

const toSnapshotTax = ({ name, millionths, amount }: Tax): SnapshotTax => ({ name, millionths, amount })

const STAFF_TAX = 'Shipping tax'

/**
 * An amount that staff provides replaces the computed one. It doesn't match the region's rate, so it is listed under
 * its own name and effective rate.
 */
function shippingTaxes(
  computed: PricingResult['shipping'],
  { amount, discount }: SnapshotShipping,
  provided: number | undefined,
  isIncluded: boolean,
): Tax[] {
  if (provided === undefined || provided === computed.tax) return computed.taxes
  const price = amount - discount
  if (provided > price) {
    throw invalidRequest('The shipping tax is higher than the shipping price.', [
      { path: '/shipping/tax', message: 'must not exceed the shipping price after its discount' },
    ])
  }
  if (provided === 0) return []
  const net = isIncluded ? price - provided : price
  const millionths = net === 0 ? 0 : Math.round((provided / net) * 1_000_000)
  return [{ name: STAFF_TAX, regionId: '', millionths, amount: provided }]
}

function priceOrThrow(input: PricingInput): PricingResult {
  try {
    return priceCart(input)
  } catch (error) {
    throw error instanceof RangeError ? orderTooLarge(error) : error
  }
}
