import { invalidRequest } from '../../../kit/errors.ts'
import { type Address, buyerOf, buyerPlaceOf, destinationOf, EMPTY } from '../../carts/contents.ts'
import type { Line, PricingInput } from '../../pricing/cart.ts'
import { priceCart } from '../../pricing/price.ts'
import type { Priced, PricedLine, Tax } from '../../pricing/priced.ts'
import type { TaxSettings } from '../../pricing/rules.ts'
import { CUSTOM_SERVICE } from '../../pricing/ship.ts'
import { summariseTaxes } from '../../pricing/taxes.ts'
import type { GivenShipping } from '../given-schemas.ts'
import type { PlacedOrder, PlacedShipping, PlacedTax } from '../placed.ts'
import { tooLarge, toShipping, totalsOf } from './reckon.ts'

interface DraftInput {
  currency: string
  lines: Line[]
  shipping: GivenShipping | null
  addresses: { shippingAddress: Address | null; billingAddress: Address | null }
  taxes: TaxSettings
  nowMs: number
}

type PricedDraft = Pick<PlacedOrder, 'shipping' | 'taxes' | 'totals'> & { lines: PricedLine[] }

/** The price of a draft, with the tax arithmetic of carts: `totals.tax` is the sum of `taxes`, and of lines and shipping. */
export function priceDraft({ currency, lines, shipping, addresses, taxes, nowMs }: DraftInput): PricedDraft {
  const charged = shipping && toShipping(shipping)
  const priced = priceOf({
    currency,
    lines,
    codes: [],
    buyer: buyerOf(EMPTY, new Map()),
    destination: destinationOf({ ...addresses, country: null }),
    buyerPlace: buyerPlaceOf({ ...addresses, country: null }),
    promotions: [],
    gifts: new Map(),
    shipping: { zones: [], profiles: [], rates: [] },
    customShipping: charged && { title: charged.title, amount: charged.amount - charged.discount },
    chosen: charged && { service: CUSTOM_SERVICE, quote: null },
    taxes,
    giftCards: [],
    points: null,
    nowMs,
  })
  const ownTaxes = charged ? shippingTaxes(priced.shipping, charged, shipping?.tax?.amount, taxes.pricesIncludeTax) : []
  const tax = ownTaxes.reduce((sum, { amount }) => sum + amount, 0)
  const placedShipping = charged && { ...charged, taxes: ownTaxes.map(plain), tax }
  return {
    lines: priced.lines,
    shipping: placedShipping,
    taxes: summariseTaxes([...priced.lines.map((line) => line.taxes), ownTaxes]).map(plain),
    totals: totalsOf(priced.lines, placedShipping, taxes.pricesIncludeTax),
  }
}

const plain = ({ name, millionths, amount }: Tax): PlacedTax => ({ name, millionths, amount })

const STAFF_TAX = 'Shipping tax'

/**
 * An amount that staff provides replaces the computed one. It is not what the region's rate yields, so it is listed under its own
 * name and effective rate.
 */
function shippingTaxes(
  computed: Priced['shipping'],
  { amount, discount }: PlacedShipping,
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

function priceOf(input: PricingInput): Priced {
  try {
    return priceCart(input)
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(error) : error
  }
}
