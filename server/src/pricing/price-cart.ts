import { applyPromotions, type DiscountContext, type DiscountResult, type PromotionEffect } from './apply-promotions.ts'
import { type Basket, createBasket } from './basket.ts'
import type { Candidate } from './candidates.ts'
import { findEligible } from './conditions.ts'
import { exact } from './exact-math.ts'
import { payWithPoints } from './points.ts'
import type { GiftCardInput, PricingInput, RequestedStoreCredit, TaxBreakdown } from './pricing-input.ts'
import type {
  AppliedPromotion,
  PricedGiftCard,
  PricedItem,
  PricedShipping,
  PricedStoreCredit,
  PricingResult,
  Tax,
  Totals,
  TraceStep,
} from './pricing-result.ts'
import { findRejectedCodes } from './rejections.ts'
import type { ShippingSettings } from './rules.ts'
import { listShippingOptions, type ShippingResult } from './shipping-options.ts'
import { chooseBestCombination } from './stacking.ts'
import { calculateTaxes, findTaxDestination, summarizeTaxes, type TaxablePart, type TaxResult } from './taxes.ts'
import { tracePricing } from './trace.ts'

/**
 * Prices a cart in this order: item promotions, order promotions, shipping, shipping promotions, taxes, gift cards,
 * points, store credit. It depends on nothing but its input, which it never changes. A trace records every step.
 */
export function priceCart(input: PricingInput, trace?: TraceStep[]): PricingResult {
  const basket = createBasket(input.items)
  const eligible = findEligible(input, basket, trace)
  const context = { input, basket, ship: createShippingCalculator(input, basket) }
  const apply = (candidates: readonly Candidate[]) => applyPromotions(context, candidates)
  let undiscounted: ReturnType<typeof context.ship> | undefined
  const ship = () => (undiscounted ??= context.ship(basket.subtotals, []))
  const estimate = (candidates: readonly Candidate[]) => applyPromotions({ ...context, ship }, candidates)
  const outcome = chooseBestCombination(eligible.candidates, { apply, estimate, items: input.items.length, trace })

  const taxes = calculateCartTaxes(input, basket, outcome)
  const items = toPricedItems(input, basket, outcome, taxes)
  const shipping = toPricedShipping(outcome, taxes)
  const totals = calculateTotals(items, shipping, input.taxes.pricesIncludeTax)
  const giftCards = payWithGiftCards(input.giftCards, totals.total, input.currency)
  for (const { applied } of giftCards) totals.giftCards += applied
  const points = payWithPoints(input.points, totals.total - totals.giftCards)
  totals.points = points?.applied ?? 0
  const storeCredit = payWithStoreCredit(input.storeCredit, totals.total - totals.giftCards - totals.points)
  totals.storeCredit = storeCredit?.applied ?? 0
  totals.due = totals.total - totals.giftCards - totals.points - totals.storeCredit

  const priced: PricingResult = {
    currency: input.currency,
    items,
    promotions: outcome.effects.map((effect) => toAppliedPromotion(effect, basket)),
    rejected: input.codes.length > 0 ? findRejectedCodes(input, eligible, outcome, apply) : [],
    shipping,
    giftCards,
    points,
    storeCredit,
    taxes: summarizeTaxes([...taxes.items, taxes.shipping]),
    totals,
  }
  if (trace) tracePricing(priced, { input, candidates: eligible.candidates, region: taxes.region }, trace)
  return priced
}

function calculateCartTaxes(
  input: PricingInput,
  { items }: Basket,
  { remaining, gifts, shipping }: DiscountResult,
): TaxResult {
  if (input.taxBreakdown) return toTaxResult(input.taxBreakdown, items)
  const parts: TaxablePart[] = items.map(({ taxClass, giftCard }, position) => ({
    taxClass,
    giftCard,
    amount: remaining[position] ?? 0,
  }))
  for (const { taxClass, giftCard } of gifts) parts.push({ taxClass, giftCard, amount: 0 })
  return calculateTaxes(parts, shipping.amount - shipping.discount, {
    settings: input.taxes,
    destination: findTaxDestination(input, shipping),
    isExempt: input.buyer.isTaxExempt,
  })
}

/** Gifts cost nothing, so the tax request did not contain them. */
const toTaxResult = ({ items: itemTaxes, shipping }: TaxBreakdown, items: Basket['items']): TaxResult => ({
  region: null,
  items: items.map(({ id }) => (itemTaxes.get(id) ?? []).map((tax) => ({ ...tax, regionId: '' }))),
  shipping: shipping.map((tax) => ({ ...tax, regionId: '' })),
})

function totalTax(taxes: readonly Tax[]): number {
  let total = 0
  for (const { amount } of taxes) total += amount
  return exact(total)
}

/** In the cart's order, gifts last. */
function toPricedItems(
  input: PricingInput,
  basket: Basket,
  { remaining, gifts }: DiscountResult,
  taxes: TaxResult,
): PricedItem[] {
  const { pricesIncludeTax } = input.taxes
  const items: PricedItem[] = new Array(basket.items.length)
  for (let position = 0; position < basket.items.length; position++) {
    const item = basket.items[position]
    if (!item) continue
    const { id, variantId, quantity, unitPrice } = item
    const subtotal = basket.subtotals[position] ?? 0
    const discounted = remaining[position] ?? 0
    const ownTaxes = taxes.items[position] ?? []
    const tax = totalTax(ownTaxes)
    const total = pricesIncludeTax ? discounted : exact(discounted + tax)
    const index = basket.cartIndexes[position] ?? position
    items[index] = {
      id,
      variantId,
      quantity,
      unitPrice,
      subtotal,
      discount: subtotal - discounted,
      taxes: ownTaxes,
      tax,
      total,
      giftPromotionId: null,
    }
  }
  for (const [index, { id, variantId, quantity, unitPrice, giftPromotionId }] of gifts.entries()) {
    const subtotal = unitPrice * quantity
    const ownTaxes = taxes.items[basket.items.length + index] ?? []
    items.push({
      id,
      variantId,
      quantity,
      unitPrice,
      subtotal,
      discount: subtotal,
      taxes: ownTaxes,
      tax: 0,
      total: 0,
      giftPromotionId,
    })
  }
  return items
}

const toPricedShipping = ({ shipping }: DiscountResult, taxes: TaxResult): PricedShipping => ({
  isNeeded: shipping.isNeeded,
  options: shipping.options,
  reason: shipping.reason,
  selected: shipping.selected,
  amount: shipping.amount,
  discount: shipping.discount,
  taxes: taxes.shipping,
  tax: totalTax(taxes.shipping),
})

function calculateTotals(items: readonly PricedItem[], shipping: PricedShipping, taxIncluded: boolean): Totals {
  let subtotal = 0
  let discount = shipping.discount
  let tax = shipping.tax
  for (const item of items) {
    subtotal += item.subtotal
    discount += item.discount
    tax += item.tax
  }
  const total = exact(exact(subtotal) - exact(discount) + shipping.amount + (taxIncluded ? 0 : exact(tax)))
  const paid = { giftCards: 0, points: 0, storeCredit: 0 }
  return { subtotal, discount, shipping: shipping.amount, tax, taxIncluded, total, ...paid, due: total }
}

function toAppliedPromotion(
  { candidate, amount, positions, shares, gift }: PromotionEffect,
  { items }: Basket,
): AppliedPromotion {
  const { id, title } = candidate.promotion
  const allocations: AppliedPromotion['allocations'] = []
  if (gift) allocations.push({ itemId: gift.id, amount })
  else if (candidate.phase === 'shipping') allocations.push({ itemId: null, amount })
  for (let index = 0; index < shares.length; index++) {
    const share = shares[index] ?? 0
    if (share > 0) allocations.push({ itemId: items[positions[index] ?? 0]?.id ?? null, amount: share })
  }
  return { promotionId: id, code: candidate.code, title, amount, allocations }
}

/** Cards pay in the given order. A card in another currency, or a repeated one, pays nothing more. */
export function payWithGiftCards(cards: readonly GiftCardInput[], total: number, currency: string): PricedGiftCard[] {
  let due = total
  const balances = new Map<string, number>()
  return cards.map((card) => {
    const balance = balances.get(card.id) ?? card.balance
    const isAccepted = card.isUsable && card.currency === currency
    const applied = isAccepted ? Math.max(0, Math.min(balance, due)) : 0
    due -= applied
    balances.set(card.id, balance - applied)
    return { id: card.id, last4: card.last4, applied, balanceAfter: balance - applied }
  })
}

function payWithStoreCredit(request: RequestedStoreCredit | null, due: number): PricedStoreCredit | null {
  if (!request) return null
  const { requested, balance } = request
  const applied = Math.min(requested ?? due, balance, due)
  const reason = balance === 0 ? 'no_store_credit' : due === 0 ? 'nothing_due' : null
  return { requested, balance, applied, reason }
}

/** Rules are cached between requests, so rates are inspected only once. */
const totalDependence = new WeakMap<ShippingSettings, boolean>()

function dependsOnTotals(settings: ShippingSettings): boolean {
  let cached = totalDependence.get(settings)
  if (cached === undefined) {
    cached = settings.rates.some(({ freeFrom, price }) => freeFrom !== null || price.kind === 'price')
    totalDependence.set(settings, cached)
  }
  return cached
}

/** Many promotion sets are tried on one cart; where shipping does not depend on prices, they share one result. */
function createShippingCalculator(input: PricingInput, basket: Basket): DiscountContext['ship'] {
  const { currency, destination, shipping: settings, customShipping } = input
  if (customShipping) return () => customShippingResult(customShipping)
  let cached: ShippingResult | null = null
  return (remaining, gifts) => {
    if (gifts.length > 0) {
      const itemTotals = [...remaining, ...gifts.map(() => 0)]
      return listShippingOptions([...basket.items, ...gifts], { currency, destination, settings, itemTotals })
    }
    if (cached) return cached
    const result = listShippingOptions(basket.items, { currency, destination, settings, itemTotals: remaining })
    if (!dependsOnTotals(settings)) cached = result
    return result
  }
}

export const CUSTOM_SERVICE = 'custom'

const customShippingResult = ({ title, amount }: { title: string; amount: number }): ShippingResult => ({
  isNeeded: true,
  options: [
    {
      service: CUSTOM_SERVICE,
      title,
      description: '',
      type: 'shipping',
      amount,
      originalAmount: amount,
      rateIds: [],
      minDays: null,
      maxDays: null,
      locationId: null,
    },
  ],
  reason: null,
})
