import type { Basket } from './basket.ts'
import { calculateDealDiscounts } from './buy-x-get-y.ts'
import type { Candidate } from './candidates.ts'
import { exact, percentOf, split, sumOf } from './exact-math.ts'
import type { GiftOffer, LineItem, PricingInput } from './pricing-input.ts'
import type { NoShippingReason, ShippingOption } from './pricing-result.ts'
import type { Amounts, Benefit, Promotion } from './rules.ts'
import { selectShippingOption } from './select-shipping-option.ts'
import type { ShippingResult } from './shipping-options.ts'
import { highestTier, type TieredBenefit, tiersIn } from './tiers.ts'
import { type DiscountState, discountGroups, isPerUnit, type UnitGroup } from './unit-groups.ts'

/** What a promotion does to a cart. */
export interface PromotionEffect {
  candidate: Candidate
  amount: number
  /** Which lines bear it, and how much each; neither for shipping. */
  positions: readonly number[]
  shares: readonly number[]
  gift: GiftLineItem | null
}

/** A cart with certain promotions, before taxes. */
export interface DiscountResult {
  /** Only those that do something, in the order in which they were applied. */
  effects: PromotionEffect[]
  /** What each line of the basket costs after them. */
  remaining: number[]
  gifts: GiftLineItem[]
  shipping: {
    isNeeded: boolean
    options: ShippingOption[]
    reason: NoShippingReason | null
    selected: ShippingOption | null
    amount: number
    discount: number
  }
  /** Larger is better for the buyer: all that comes off, less what shipping costs. */
  value: number
}

const inCurrency = (amounts: Amounts | undefined, currency: string): number | null => amounts?.[currency] ?? null

function lineDiscounts(candidate: Candidate, state: DiscountState, currency: string): readonly number[] {
  const { deal, matching } = candidate
  const { benefit } = candidate.promotion
  if (benefit.kind === 'buyXGetY') return deal ? calculateDealDiscounts(benefit, deal, state) : []
  const amounts = matching.map((position) => state.remaining[position] ?? 0)
  switch (benefit.kind) {
    case 'percentage':
      return percentOffEach(amounts, benefit.basisPoints, inCurrency(benefit.maxAmounts, currency))
    case 'fixed': {
      const off = inCurrency(benefit.amounts, currency) ?? 0
      return benefit.each
        ? discountGroups(state, matching, (pile) => amountOffUnits(pile, off))
        : amountOffAll(amounts, off)
    }
    case 'fixedPrice': {
      const price = inCurrency(benefit.amounts, currency)
      return price === null ? [] : discountGroups(state, matching, (pile) => reduceToPrice(pile, price))
    }
    case 'tiered':
      return tierDiscounts(candidate, benefit, amounts, currency, percentOffEach)
    default:
      return []
  }
}

function orderDiscounts(candidate: Candidate, amounts: readonly number[], currency: string): readonly number[] {
  const { benefit } = candidate.promotion
  switch (benefit.kind) {
    case 'percentage':
      return percentOffAll(amounts, benefit.basisPoints, inCurrency(benefit.maxAmounts, currency))
    case 'fixed':
      return amountOffAll(amounts, inCurrency(benefit.amounts, currency) ?? 0)
    case 'tiered':
      return tierDiscounts(candidate, benefit, amounts, currency, percentOffAll)
    default:
      return []
  }
}

function tierDiscounts(
  { units, amount }: Candidate,
  benefit: TieredBenefit,
  amounts: readonly number[],
  currency: string,
  percentOff: typeof percentOffAll,
): readonly number[] {
  const tier = highestTier(tiersIn(benefit, currency), benefit.by === 'quantity' ? units : amount)
  if (!tier) return []
  return tier.basisPoints === null
    ? amountOffAll(amounts, tier.off ?? 0)
    : percentOff(amounts, tier.basisPoints, tier.off)
}

function shippingDiscount(candidate: Candidate, remaining: number, currency: string): number {
  const { benefit } = candidate.promotion
  switch (benefit.kind) {
    case 'percentage':
      return percentOffAll([remaining], benefit.basisPoints, inCurrency(benefit.maxAmounts, currency))[0] ?? 0
    case 'fixed':
      return Math.min(remaining, inCurrency(benefit.amounts, currency) ?? 0)
    case 'freeShipping':
      return Math.min(remaining, inCurrency(benefit.maxAmounts, currency) ?? remaining)
    default:
      return 0
  }
}

export interface DiscountContext {
  input: PricingInput
  basket: Basket
  /** The ways to ship the basket and the gifts, given what its lines cost. */
  ship: (running: readonly number[], gifts: readonly GiftLineItem[]) => ShippingResult
}

const addUp = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Applies promotions that are in the order of their phases; whether they may be together is for stacking to know. */
export function applyPromotions(
  { input, basket, ship }: DiscountContext,
  candidates: readonly Candidate[],
): DiscountResult {
  const { currency } = input
  const remaining = [...basket.subtotals]
  const isTracked = candidates.filter(({ promotion }) => isPerUnit(promotion)).length > 1
  const state: DiscountState = { lines: basket.lines, remaining, used: new Map(), isTracked }
  const effects: PromotionEffect[] = []
  const gifts: GiftLineItem[] = []
  let value = 0

  const applyToLines = (candidate: Candidate, positions: readonly number[], shares: readonly number[]) => {
    let amount = 0
    for (let index = 0; index < shares.length; index++) {
      const share = shares[index] ?? 0
      if (share === 0) continue
      const position = positions[index] ?? 0
      remaining[position] = (remaining[position] ?? 0) - share
      amount += share
    }
    value += amount
    if (amount > 0) effects.push({ candidate, amount, positions, shares, gift: null })
  }

  for (const candidate of candidates) {
    const { promotion, phase } = candidate
    if (promotion.benefit.kind === 'gift') {
      const existing = gifts.length > 0 ? [...basket.lines, ...gifts] : basket.lines
      const gift = createGiftItem({ ...promotion, benefit: promotion.benefit }, input.gifts, existing)
      if (!gift) continue
      const amount = exact(gift.unitPrice * gift.quantity)
      gifts.push(gift)
      value += amount
      effects.push({ candidate, amount, positions: [], shares: [], gift })
    } else if (phase === 'line') {
      const positions = candidate.deal ? candidate.deal.get : candidate.matching
      applyToLines(candidate, positions, lineDiscounts(candidate, state, currency))
    } else if (phase === 'order') {
      const amounts = basket.discountable.map((position) => remaining[position] ?? 0)
      applyToLines(candidate, basket.discountable, orderDiscounts(candidate, amounts, currency))
    }
  }

  const shippingResult = ship(remaining, gifts)
  const { options, selected } = selectShippingOption(shippingResult, input.selectedShipping, addUp(remaining))
  const amount = selected?.amount ?? 0
  let remainingShipping = amount
  for (const candidate of candidates) {
    if (candidate.phase !== 'shipping' || remainingShipping === 0) continue
    const off = shippingDiscount(candidate, remainingShipping, currency)
    if (off === 0) continue
    remainingShipping -= off
    effects.push({ candidate, amount: off, positions: [], shares: [], gift: null })
  }
  return {
    effects,
    remaining,
    gifts,
    shipping: {
      isNeeded: shippingResult.isNeeded,
      options,
      reason: shippingResult.reason,
      selected,
      amount,
      discount: amount - remainingShipping,
    },
    value: exact(value - remainingShipping),
  }
}

/*
 * What comes off a list of amounts, in their order. Each gets at most itself: a percentage is at most all of it, and a
 * share of what is no more than their sum is never larger than its weight.
 */

/** Each is rounded by itself; if that is more than the most there is, the most is split over them instead. */
export function percentOffEach(amounts: readonly number[], basisPoints: number, maxAmount: number | null): number[] {
  const off = amounts.map((amount) => Math.min(amount, percentOf(amount, basisPoints)))
  return maxAmount !== null && sumOf(off) > maxAmount ? split(maxAmount, off) : off
}

/** Rounded once, of what they are together. */
export function percentOffAll(amounts: readonly number[], basisPoints: number, maxAmount: number | null): number[] {
  const total = sumOf(amounts)
  return split(Math.min(total, percentOf(total, basisPoints), maxAmount ?? total), amounts)
}

export const amountOffAll = (amounts: readonly number[], off: number): number[] =>
  split(Math.min(sumOf(amounts), off), amounts)

/** A product beyond the largest exact number is still larger than any amount. */
export const amountOffUnits = ({ amount, quantity }: UnitGroup, off: number): number => Math.min(amount, off * quantity)

export const reduceToPrice = ({ amount, quantity }: UnitGroup, price: number): number =>
  Math.max(0, amount - price * quantity)

export type GiftBenefit = Extract<Benefit, { kind: 'gift' }>

/** A line in the cart that nobody put there. */
export interface GiftLineItem extends LineItem {
  giftOf: string
}

/** As many as there are beside those the buyer takes anyway and those given already; null if there are none. */
export function createGiftItem(
  { id, benefit }: Promotion & { benefit: GiftBenefit },
  offers: ReadonlyMap<string, GiftOffer>,
  existing: readonly LineItem[],
): GiftLineItem | null {
  const offer = offers.get(benefit.variantId)
  if (!offer || offer.isGiftCard) return null
  let count = benefit.quantity
  if (offer.available !== null) {
    let available = offer.available
    for (const line of existing) if (line.variantId === benefit.variantId) available -= line.quantity
    count = Math.min(count, available)
  }
  if (count < 1) return null
  const { available: _available, ...rest } = offer
  return { ...rest, id: `gift_${id}`, quantity: count, giftOf: id }
}
