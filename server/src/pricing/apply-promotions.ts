import { sum } from '../kit/sum.ts'
import type { Basket } from './basket.ts'
import { calculateDealDiscounts } from './buy-x-get-y.ts'
import type { Candidate } from './candidates.ts'
import { exact, percentOf, split, sumOf } from './exact-math.ts'
import type { GiftOffer, PricingInput, PricingItem } from './pricing-input.ts'
import type { NoShippingReason, ShippingOption } from './pricing-result.ts'
import { type Amounts, type Benefit, highestTier, type Promotion, type TieredBenefit, tiersIn } from './rules.ts'
import type { ShippingResult } from './shipping-options.ts'
import { type DiscountState, discountGroups, isPerUnit, type UnitGroup } from './unit-groups.ts'

/** The effect of a promotion on a cart. */
export interface PromotionEffect {
  candidate: Candidate
  amount: number
  /** The items that share the discount, and each share; both empty for shipping and gifts. */
  positions: readonly number[]
  shares: readonly number[]
  gift: GiftItem | null
}

/** A cart with a set of promotions, before taxes. */
export interface DiscountResult {
  /** Only promotions with an effect, in the order applied. */
  effects: PromotionEffect[]
  /** Each item's amount after these promotions. */
  remaining: number[]
  gifts: GiftItem[]
  shipping: {
    isNeeded: boolean
    options: ShippingOption[]
    reason: NoShippingReason | null
    selected: ShippingOption | null
    amount: number
    discount: number
  }
  /** Higher is better for the buyer: all discounts, minus the shipping cost. */
  value: number
}

const inCurrency = (amounts: Amounts | undefined, currency: string): number | null => amounts?.[currency] ?? null

function itemDiscounts(candidate: Candidate, state: DiscountState, currency: string): readonly number[] {
  const { deal, matching } = candidate
  const { benefit } = candidate.promotion
  if (benefit.kind === 'buy_x_get_y') return deal ? calculateDealDiscounts(benefit, deal, state) : []
  const amounts = matching.map((position) => state.remaining[position] ?? 0)
  switch (benefit.kind) {
    case 'percentage':
      return percentOffEach(amounts, benefit.basisPoints, inCurrency(benefit.maxAmounts, currency))
    case 'fixed': {
      const off = inCurrency(benefit.amounts, currency) ?? 0
      return benefit.perUnit
        ? discountGroups(state, matching, (group) => amountOffUnits(group, off))
        : amountOffAll(amounts, off)
    }
    case 'fixed_price': {
      const price = inCurrency(benefit.amounts, currency)
      return price === null ? [] : discountGroups(state, matching, (group) => reduceToPrice(group, price))
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
    case 'free_shipping':
      return Math.min(remaining, inCurrency(benefit.maxAmounts, currency) ?? remaining)
    default:
      return 0
  }
}

export interface DiscountContext {
  input: PricingInput
  basket: Basket
  /** Returns shipping options for the basket and gifts, given the item amounts. */
  ship: (running: readonly number[], gifts: readonly GiftItem[]) => ShippingResult
}

/** Applies promotions in the order of their phases; stacking decides whether they combine. */
export function applyPromotions(
  { input, basket, ship }: DiscountContext,
  candidates: readonly Candidate[],
): DiscountResult {
  const { currency } = input
  const remaining = [...basket.subtotals]
  const isTracked = candidates.filter(({ promotion }) => isPerUnit(promotion)).length > 1
  const state: DiscountState = { items: basket.items, remaining, used: new Map(), isTracked }
  const effects: PromotionEffect[] = []
  const gifts: GiftItem[] = []
  let value = 0

  const applyToItems = (candidate: Candidate, positions: readonly number[], shares: readonly number[]) => {
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
      const existing = gifts.length > 0 ? [...basket.items, ...gifts] : basket.items
      const gift = createGiftItem({ ...promotion, benefit: promotion.benefit }, input.gifts, existing)
      if (!gift) continue
      const amount = exact(gift.unitPrice * gift.quantity)
      gifts.push(gift)
      value += amount
      effects.push({ candidate, amount, positions: [], shares: [], gift })
    } else if (phase === 'item') {
      const positions = candidate.deal ? candidate.deal.get : candidate.matching
      applyToItems(candidate, positions, itemDiscounts(candidate, state, currency))
    } else if (phase === 'order') {
      const amounts = basket.discountable.map((position) => remaining[position] ?? 0)
      applyToItems(candidate, basket.discountable, orderDiscounts(candidate, amounts, currency))
    }
  }

  const shippingResult = ship(remaining, gifts)
  const { options, selected } = selectShippingOption(shippingResult, input.selectedShipping, sum(remaining))
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
 * Discounts for a list of amounts, in order. None exceeds its amount: a percentage is at most 100, and a share of no
 * more than the sum never exceeds its weight.
 */

/** Rounds each separately; if the sum exceeds the maximum, splits the maximum instead. */
export function percentOffEach(amounts: readonly number[], basisPoints: number, maxAmount: number | null): number[] {
  const off = amounts.map((amount) => Math.min(amount, percentOf(amount, basisPoints)))
  return maxAmount !== null && sumOf(off) > maxAmount ? split(maxAmount, off) : off
}

/** Rounds once, on the total. */
export function percentOffAll(amounts: readonly number[], basisPoints: number, maxAmount: number | null): number[] {
  const total = sumOf(amounts)
  return split(Math.min(total, percentOf(total, basisPoints), maxAmount ?? total), amounts)
}

export const amountOffAll = (amounts: readonly number[], off: number): number[] =>
  split(Math.min(sumOf(amounts), off), amounts)

/** A product beyond the safe integer range still exceeds any amount. */
export const amountOffUnits = ({ amount, quantity }: UnitGroup, off: number): number => Math.min(amount, off * quantity)

export const reduceToPrice = ({ amount, quantity }: UnitGroup, price: number): number =>
  Math.max(0, amount - price * quantity)

export type GiftBenefit = Extract<Benefit, { kind: 'gift' }>

/** A cart item added by a promotion. */
export interface GiftItem extends PricingItem {
  giftPromotionId: string
}

/** Gives as many as are in stock after the buyer's own items and earlier gifts; null if none are left. */
export function createGiftItem(
  { id, benefit }: Promotion & { benefit: GiftBenefit },
  offers: ReadonlyMap<string, GiftOffer>,
  existing: readonly PricingItem[],
): GiftItem | null {
  const offer = offers.get(benefit.variantId)
  if (!offer || offer.giftCard) return null
  let count = benefit.quantity
  if (offer.available !== null) {
    let available = offer.available
    for (const item of existing) if (item.variantId === benefit.variantId) available -= item.quantity
    count = Math.min(count, available)
  }
  if (count < 1) return null
  const { available: _available, ...rest } = offer
  return { ...rest, id: `gift_${id}`, quantity: count, giftPromotionId: id }
}

/**
 * Items that aren't shipped need no selection. A quote is valid even if its service is not listed, such as a
 * carrier's or a deleted rate; the caller checks that it matches the items. It does not hold below its item total:
 * shipping that is free from 50 must not stay free after a code lowers the cart to 25.
 */
export function selectShippingOption(
  { isNeeded, options }: ShippingResult,
  selectedShipping: PricingInput['selectedShipping'],
  itemTotal: number,
): { options: ShippingOption[]; selected: ShippingOption | null } {
  if (!isNeeded) return { options, selected: options[0] ?? null }
  const offered = selectedShipping && (options.find(({ service }) => service === selectedShipping.service) ?? null)
  const quote = selectedShipping?.quote
  if (!quote || itemTotal < quote.minItemTotal) return { options, selected: offered }

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
