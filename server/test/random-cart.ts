import type { GiftOffer, Offer, PricingInput, PricingItem, ResolvedCode } from '../src/pricing/pricing-input.ts'
import type {
  Amounts,
  Benefit,
  Conditions,
  Phase,
  Promotion,
  RatePrice,
  Selection,
  ShippingSettings,
  TaxSettings,
} from '../src/pricing/rules.ts'
import { anonymousBuyer, sampleItem, samplePromotion, sampleRate } from './sample-cart.ts'

/** Returns the same numbers for the same seed; 32 bits suffice for carts (mulberry32). */
export function createRandom(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (most: number) => Math.floor(next() * (most + 1))
  return {
    upTo,
    chance: (share: number) => next() < share,
    pick: <T>(...values: readonly T[]): T => values[upTo(values.length - 1)] as T,
    shuffle: <T>(values: readonly T[]): T[] =>
      values
        .map((value) => [next(), value] as const)
        .sort(([one], [other]) => one - other)
        .map(([, value]) => value),
  }
}
type Random = ReturnType<typeof createRandom>

const DESTINATION = { country: 'AT', region: '9', postalCode: '1010' }

function offer({ upTo, pick, chance }: Random, variantId: string): Offer {
  const { id: _id, quantity: _quantity, ...sample } = sampleItem('')
  return {
    ...sample,
    variantId,
    productId: `p${upTo(5)}`,
    unitPrice: pick(0, 1, 99, 1999, upTo(100_000), upTo(100_000), chance(0.02) ? 60_000_000_000 : 5),
    weightGrams: upTo(3000),
    requiresShipping: chance(0.8),
    taxClass: pick('standard', 'standard', 'reduced', 'none', 'other'),
    giftCard: chance(0.06),
    collectionIds: chance(0.5) ? [`c${upTo(2)}`] : [],
    tags: pick([], ['x'], ['x', 'y'], ['y']),
    vendor: pick('V', 'W'),
    type: pick('shirt', 'mug'),
  }
}

const item = ({ upTo, pick, chance }: Random, offers: readonly Offer[], position: number): PricingItem => ({
  ...pick(...offers),
  id: `l${(position * 7919) % 1000}`,
  quantity: pick(1, 1, 2, 3, upTo(11) + 1, chance(0.05) ? 9999 : 4),
})

const selection = ({ pick, upTo }: Random): Selection =>
  pick<Selection>(
    {},
    {},
    { tags: ['x'] },
    { collectionIds: [`c${upTo(2)}`], types: ['mug'] },
    { productIds: [`p${upTo(5)}`, `p${upTo(5)}`] },
    { exclude: { tags: ['y'] } },
    { vendors: ['V'], exclude: { variantIds: [`v${upTo(5)}`] } },
    { tags: ['nowhere'] },
  )

function benefit(random: Random, amounts: (most: number) => Amounts): Benefit {
  const { pick, upTo, chance } = random
  const basisPoints = pick(0, 1000, 3333, 10_000, upTo(10_000))
  const most = chance(0.3) ? { maxAmounts: amounts(5000) } : {}
  const target = pick<Phase>('item', 'order', 'shipping')
  const tier = (from: number | Amounts) => ({ from, ...(chance(0.5) ? { basisPoints } : { amounts: amounts(3000) }) })
  return pick<() => Benefit>(
    () => ({ kind: 'percentage', target, basisPoints, ...most }),
    () => ({ kind: 'fixed', target, amounts: amounts(9000), ...(chance(0.4) ? { perUnit: true } : {}) }),
    () => ({ kind: 'fixed_price', amounts: amounts(3000) }),
    () => ({
      kind: 'buy_x_get_y',
      buy: { quantity: upTo(2) + 1, items: selection(random) },
      get: { quantity: upTo(1) + 1, items: selection(random), basisPoints },
      maxTimes: pick(null, null, 1, 3),
    }),
    () => ({ kind: 'tiered', target: pick('item', 'order'), by: 'quantity', tiers: [tier(5), tier(2), tier(upTo(9))] }),
    () => ({
      kind: 'tiered',
      target: pick('item', 'order'),
      by: 'amount',
      tiers: [tier(amounts(4000)), tier(amounts(90_000))],
    }),
    () => ({ kind: 'gift', variantId: `v${upTo(6)}`, quantity: upTo(2) + 1 }),
    () => ({ kind: 'free_shipping', ...most }),
  )()
}

function conditions({ pick, upTo, chance }: Random, amounts: (most: number) => Amounts): Conditions {
  if (chance(0.6)) return {}
  return pick<Conditions>(
    { minQuantity: upTo(6) },
    { minAmounts: amounts(30_000) },
    { countries: ['AT', 'DE'] },
    { countries: ['DE'] },
    { customer: { tags: ['vip'] } },
    { customer: { firstOrder: true } },
  )
}

function promotion(random: Random, position: number, amounts: (most: number) => Amounts): Promotion {
  const { pick, chance } = random
  return samplePromotion(`promotion-${position}`, benefit(random, amounts), {
    trigger: pick('automatic', 'automatic', 'code'),
    active: chance(0.97),
    endsAt: chance(0.03) ? '2026-05-01T00:00:00Z' : null,
    createdAt: pick('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
    priority: pick(0, 0, 1, 2),
    exclusiveGroup: pick(null, null, null, 'g', 'h'),
    combinesWith: { item: chance(0.8), order: chance(0.8), shipping: chance(0.8) },
    items: selection(random),
    conditions: conditions(random, amounts),
    exhausted: chance(0.02),
    usageLimitPerCustomer: pick(null, null, 1),
  })
}

function shipping({ pick, upTo, chance }: Random, amounts: (most: number) => Amounts): ShippingSettings {
  const price = () =>
    pick<RatePrice>(
      { kind: 'flat', amounts: amounts(2000) },
      {
        kind: 'weight',
        tiers: [
          { upToGrams: 2000, amounts: amounts(900) },
          { upToGrams: pick(null, 50_000), amounts: amounts(4000) },
        ],
      },
      {
        kind: 'price',
        tiers: [
          { upTo: amounts(20_000), amounts: amounts(900) },
          { upTo: null, amounts: amounts(90) },
        ],
      },
      { kind: 'item', first: amounts(900), additional: amounts(90) },
      { kind: 'carrier', carrier: 'post', service: 'parcel', fallback: amounts(900) },
    )
  const rate = (id: string, profileId: string, service: string) =>
    sampleRate(id, {
      profileId,
      service,
      price: price(),
      zoneId: pick('at', 'at', 'vienna'),
      freeFrom: chance(0.3) ? amounts(30_000) : null,
      position: upTo(2),
    })
  return {
    zones: [
      { id: 'at', name: 'Austria', areas: [{ country: 'AT' }] },
      { id: 'vienna', name: 'Vienna', areas: [{ country: 'AT', postalCodes: ['10*'] }] },
    ],
    profiles: [
      { id: 'all', name: 'All', default: true, items: {} },
      { id: 'bulky', name: 'Bulky', default: false, items: { types: ['mug'] } },
    ],
    rates: [
      rate('r1', 'all', 'standard'),
      rate('r2', 'all', 'express'),
      rate('r3', 'bulky', 'standard'),
      rate('r4', 'bulky', 'freight'),
    ],
  }
}

const taxes = ({ pick, chance }: Random): TaxSettings => ({
  pricesIncludeTax: chance(0.5),
  shippingTax: pick('class', 'highest', 'none'),
  rounding: pick('item', 'order'),
  defaultAddress: chance(0.5) ? { country: 'AT', region: null } : null,
  regions: [
    {
      id: 'at',
      area: { country: 'AT' },
      rates: [
        { class: 'standard', name: 'VAT', millionths: pick(200_000, 107_500, 77_000) },
        { class: 'standard', name: 'City', millionths: pick(0, 8875, 50_000) },
        { class: 'reduced', name: 'VAT', millionths: 100_000 },
        { class: 'shipping', name: 'VAT', millionths: 190_000 },
      ],
    },
  ],
})

const codes = ({ chance }: Random, promotions: readonly Promotion[]): ResolvedCode[] =>
  promotions.flatMap(({ id, trigger }) => {
    const code: ResolvedCode = {
      code: `CODE-${id}`,
      promotionId: id,
      exhausted: chance(0.03),
      active: chance(0.97),
    }
    if (trigger === 'automatic' || chance(0.2)) return chance(0.01) ? [{ ...code, promotionId: null }] : []
    return chance(0.1) ? [code, { ...code, code: `${code.code}-B` }] : [code]
  })

/** Products and rules of a shop with `count` promotions. */
export function randomRules(random: Random, currency: string, count: number) {
  const { upTo, chance, pick } = random
  const amounts = (most: number): Amounts => ({ [chance(0.97) ? currency : 'USD']: upTo(most) })
  const gifts = new Map<string, GiftOffer>()
  const offers = ['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6'].map((id) => offer(random, id))
  for (const each of offers) {
    if (['v1', 'v2', 'v6'].includes(each.variantId)) {
      gifts.set(each.variantId, { ...each, available: pick(null, 0, 1, 20) })
    }
  }
  return {
    offers,
    promotions: Array.from({ length: count }, (_each, position) => promotion(random, position, amounts)),
    gifts,
    shipping: shipping(random, amounts),
    taxes: taxes(random),
  }
}

/** A cart with `count` items of every kind, in a shop with these rules. */
export function randomCart(
  random: Random,
  currency: string,
  { rules: { offers, ...rules }, count }: { rules: ReturnType<typeof randomRules>; count: number },
): PricingInput {
  const { upTo, chance, pick } = random
  const service = pick('standard', 'express', 'freight', 'gone')
  const quote = chance(0.1)
    ? {
        service,
        rateIds: ['r1'],
        title: 'Quoted',
        type: 'shipping' as const,
        amount: upTo(3000),
        minItemTotal: upTo(5000),
      }
    : null
  return {
    ...rules,
    currency,
    items: Array.from({ length: count }, (_each, position) => item(random, offers, position)),
    codes: codes(random, rules.promotions),
    buyer: {
      ...anonymousBuyer,
      isKnown: chance(0.5),
      tags: pick([], ['vip']),
      ordersCount: pick(null, 0, 2),
      uses: new Map([['promotion-0', 1]]),
      isTaxExempt: chance(0.1),
    },
    destination: chance(0.9) ? DESTINATION : { country: null, region: null, postalCode: null },
    selectedShipping: chance(0.8) ? { service, quote } : null,
    giftCards: Array.from({ length: pick(0, 0, 1, 2) }, (_each, position) => ({
      id: `card-${position}`,
      last4: '0000',
      currency: pick(currency, currency, 'USD'),
      balance: upTo(20_000),
      isUsable: chance(0.9),
    })),
    points: chance(0.3)
      ? {
          requested: 1 + upTo(20_000),
          balance: upTo(20_000),
          rules: pick(null, { active: chance(0.9), minPoints: pick(1, 1, 500) }, { active: true, minPoints: 1 }),
          rate: chance(0.9) ? { points: pick(1, 3, 100, 1000), amount: pick(1, 7, 100) } : null,
        }
      : null,
    storeCredit: chance(0.3) ? { requested: pick(null, 1 + upTo(20_000)), balance: upTo(20_000) } : null,
    nowMs: Date.parse('2026-06-01T12:00:00Z'),
  }
}
