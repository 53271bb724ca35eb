import type { Buyer, GivenCode, Line, PricingInput } from '../src/modules/pricing/cart.ts'
import type {
  Benefit,
  Phase,
  Promotion,
  ShippingRate,
  ShippingSettings,
  TaxSettings,
} from '../src/modules/pricing/rules.ts'

/** A line of 10.00 that is shipped and taxed by the class `standard`. */
export const sampleLine = (id: string, change: Partial<Line> = {}): Line => ({
  id,
  variantId: `variant-${id}`,
  productId: `product-${id}`,
  unitPrice: 1000,
  quantity: 1,
  compareAt: null,
  weightGrams: 500,
  requiresShipping: true,
  taxClass: 'standard',
  isGiftCard: false,
  collectionIds: [],
  tags: [],
  vendor: '',
  type: '',
  ...change,
})

/** Automatic, for everything, and glad of company. */
export const samplePromotion = (id: string, benefit: Benefit, change: Partial<Promotion> = {}): Promotion => ({
  id,
  title: `Promotion ${id}`,
  trigger: 'automatic',
  enabled: true,
  startsAt: null,
  endsAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  priority: 0,
  exclusiveGroup: null,
  combinesWith: { line: true, order: true, shipping: true },
  items: {},
  conditions: {},
  benefit,
  isExhausted: false,
  usesPerCustomer: null,
  ...change,
})

export const visitor: Buyer = {
  isKnown: false,
  tags: [],
  segments: [],
  ordersCount: null,
  uses: new Map(),
  isTaxExempt: false,
}

export const sampleRate = (id: string, change: Partial<ShippingRate> = {}): ShippingRate => ({
  id,
  zoneId: 'zone-at',
  profileId: 'all',
  type: 'shipping',
  service: 'standard',
  title: 'Standard',
  description: '',
  price: { kind: 'flat', amounts: { EUR: 500 } },
  freeFrom: null,
  minDays: 2,
  maxDays: 4,
  locationId: null,
  position: 0,
  ...change,
})

/** One profile for everything, one zone for Austria. */
export const sampleShipping = (
  rates: readonly ShippingRate[],
  change: Partial<ShippingSettings> = {},
): ShippingSettings => ({
  zones: [{ id: 'zone-at', name: 'Austria', places: [{ country: 'AT' }] }],
  profiles: [{ id: 'all', name: 'All', isDefault: true, items: {} }],
  rates,
  ...change,
})

export const sampleTaxes = (change: Partial<TaxSettings> = {}): TaxSettings => ({
  pricesIncludeTax: true,
  shippingTax: 'none',
  rounding: 'line',
  defaultPlace: null,
  regions: [],
  ...change,
})

/** To Austria, in euros, without promotions, shipping or taxes. */
export const sampleInput = (lines: readonly Line[], change: Partial<PricingInput> = {}): PricingInput => ({
  currency: 'EUR',
  lines,
  codes: [],
  buyer: visitor,
  destination: { country: 'AT', region: null, postcode: '1010' },
  promotions: [],
  gifts: new Map(),
  shipping: { zones: [], profiles: [], rates: [] },
  chosen: null,
  taxes: sampleTaxes(),
  giftCards: [],
  points: null,
  nowMs: Date.parse('2026-06-01T12:00:00Z'),
  ...change,
})

export const percentOff = (basisPoints: number, on: Phase = 'line'): Benefit => ({
  kind: 'percentage',
  on,
  basisPoints,
})

export const eurosOff = (amount: number, on: Phase = 'order'): Benefit => ({
  kind: 'fixed',
  on,
  amounts: { EUR: amount },
})

export const givenCode = (promotionId: string, code = `CODE-${promotionId}`): GivenCode => ({
  code,
  promotionId,
  isExhausted: false,
  isDisabled: false,
})
