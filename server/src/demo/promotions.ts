import type { NewCodes, NewPromotion } from '../modules/promotions/schemas.ts'

interface DemoPromotion extends Omit<NewPromotion, 'benefit' | 'startsAt' | 'endsAt'> {
  /** A gift refers to its product by SKU. */
  benefit: NewPromotion['benefit'] | { kind: 'gift'; sku: string }
  endedDaysAgo?: number
  codes?: NewCodes
}

/** One amount per currency of the shop. */
const money = (EUR: number, USD: number, GBP: number) => [
  { amount: EUR * 100, currency: 'EUR' },
  { amount: USD * 100, currency: 'USD' },
  { amount: GBP * 100, currency: 'GBP' },
]
const WITH_ALL = { item: true, order: true, shipping: true }
const SOCKS = { types: ['Socks'] }

export const PROMOTIONS: DemoPromotion[] = [
  {
    title: 'Welcome: 10% off',
    trigger: 'code',
    benefit: { kind: 'percentage', target: 'order', percentage: 10 },
    combinesWith: WITH_ALL,
    usageLimitPerCustomer: 1,
    codes: { codes: ['WELCOME10'] },
  },
  {
    title: 'Free shipping on orders from €50',
    trigger: 'automatic',
    benefit: { kind: 'free_shipping' },
    conditions: { minAmounts: money(50, 55, 45) },
    combinesWith: WITH_ALL,
  },
  {
    title: 'Buy two pairs of socks, get one free',
    trigger: 'automatic',
    benefit: { kind: 'buy_x_get_y', buy: { quantity: 2, items: SOCKS }, get: { quantity: 1, items: SOCKS } },
    items: SOCKS,
    combinesWith: WITH_ALL,
  },
  {
    title: 'Buy more coffee, save more',
    trigger: 'automatic',
    benefit: {
      kind: 'tiered',
      target: 'item',
      by: 'quantity',
      tiers: [
        { from: 3, percentage: 5 },
        { from: 6, percentage: 12.5 },
      ],
    },
    items: { types: ['Coffee'] },
    combinesWith: WITH_ALL,
  },
  {
    title: 'Free soap with orders from €120',
    trigger: 'automatic',
    benefit: { kind: 'gift', sku: 'BAT-LAV' },
    conditions: { minAmounts: money(120, 130, 105) },
    combinesWith: WITH_ALL,
  },
  {
    title: '€15 off for friends',
    trigger: 'code',
    benefit: { kind: 'fixed', target: 'order', amounts: money(15, 16, 13) },
    conditions: { minAmounts: money(60, 66, 54) },
    combinesWith: { shipping: true },
    budgets: money(1500, 1600, 1300),
    codes: { count: 100, prefix: 'FRIEND-' },
  },
  {
    title: 'Summer clearance',
    trigger: 'code',
    benefit: { kind: 'percentage', target: 'item', percentage: 20, maxAmounts: money(100, 110, 90) },
    items: { tags: ['summer'], exclude: { tags: ['sale'] } },
    endedDaysAgo: 40,
    codes: { codes: ['SUMMER20'] },
  },
]
