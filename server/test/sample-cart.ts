import type { Buyer, PricingInput, PricingItem, ResolvedCode } from '../src/pricing/pricing-input.ts'
import type { Benefit, Phase, Promotion, ShippingRate, ShippingSettings, TaxSettings } from '../src/pricing/rules.ts'

/** An item of 10.00 that is shipped and taxed by the class `standard`. */
export const sampleItem = (id: string, overrides: Partial<PricingItem> = {}): PricingItem => ({
  id,
  variantId: `variant-${id}`,
  productId: `product-${id}`,
  unitPrice: 1000,
  quantity: 1,
  compareAt: null,
  weightGrams: 500,
  requiresShipping: true,
  taxClass: 'standard',
  giftCard: false,
  collectionIds: [],
  tags: [],
  vendor: '',
  type: '',
  ...overrides,
})

/** Automatic, for all items, and combinable with others. */
export const samplePromotion = (id: string, benefit: Benefit, overrides: Partial<Promotion> = {}): Promotion => ({
  id,
  title: `Promotion ${id}`,
  trigger: 'automatic',
  active: true,
  startsAt: null,
  endsAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  priority: 0,
  exclusiveGroup: null,
  combinesWith: { item: true, order: true, shipping: true },
  items: {},
  conditions: {},
  benefit,
  exhausted: false,
  usageLimitPerCustomer: null,
  ...overrides,
})

export const anonymousBuyer: Buyer = {
  isKnown: false,
  tags: [],
  segmentIds: [],
  ordersCount: null,
  uses: new Map(),
  isTaxExempt: false,
}

export const sampleRate = (id: string, overrides: Partial<ShippingRate> = {}): ShippingRate => ({
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
  ...overrides,
})

/** One profile for all items, one zone for Austria. */
export const sampleShipping = (
  rates: readonly ShippingRate[],
  overrides: Partial<ShippingSettings> = {},
): ShippingSettings => ({
  zones: [{ id: 'zone-at', name: 'Austria', areas: [{ country: 'AT' }] }],
  profiles: [{ id: 'all', name: 'All', default: true, items: {} }],
  rates,
  ...overrides,
})

export const sampleTaxes = (overrides: Partial<TaxSettings> = {}): TaxSettings => ({
  pricesIncludeTax: true,
  shippingTax: 'none',
  rounding: 'item',
  defaultAddress: null,
  regions: [],
  ...overrides,
})

/** To Austria, in euros, without promotions, shipping or taxes. */
export const sampleInput = (items: readonly PricingItem[], overrides: Partial<PricingInput> = {}): PricingInput => ({
  currency: 'EUR',
  items,
  codes: [],
  buyer: anonymousBuyer,
  destination: { country: 'AT', region: null, postalCode: '1010' },
  promotions: [],
  gifts: new Map(),
  shipping: { zones: [], profiles: [], rates: [] },
  selectedShipping: null,
  taxes: sampleTaxes(),
  giftCards: [],
  points: null,
  storeCredit: null,
  nowMs: Date.parse('2026-06-01T12:00:00Z'),
  ...overrides,
})

export const percentOff = (basisPoints: number, target: Phase = 'item'): Benefit => ({
  kind: 'percentage',
  target,
  basisPoints,
})

export const eurosOff = (amount: number, target: Phase = 'order'): Benefit => ({
  kind: 'fixed',
  target,
  amounts: { EUR: amount },
})

export const sampleCode = (promotionId: string, code = `CODE-${promotionId}`): ResolvedCode => ({
  code,
  promotionId,
  exhausted: false,
  active: true,
})
