import { applyPromotions, type DiscountContext, type DiscountResult, type PromotionEffect } from './apply-promotions.ts'
import { type Basket, createBasket } from './basket.ts'
import type { Candidate } from './candidates.ts'
import { findEligible } from './conditions.ts'
import { exact } from './exact-math.ts'
import { payWithPoints } from './points.ts'
import type { GiftCardInput, PricingInput, TaxBreakdown } from './pricing-input.ts'
import type {
  AppliedPromotion,
  PricedGiftCard,
  PricedLineItem,
  PricedShipping,
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
 * points. It depends on nothing but its input, which it never changes. A trace records every step.
 */
export function priceCart(input: PricingInput, trace?: TraceStep[]): PricingResult {
  const basket = createBasket(input.lines)
  const eligible = findEligible(input, basket, trace)
  const context = { input, basket, ship: createShippingCalculator(input, basket) }
  const apply = (candidates: readonly Candidate[]) => applyPromotions(context, candidates)
  let undiscounted: ReturnType<typeof context.ship> | undefined
  const ship = () => (undiscounted ??= context.ship(basket.subtotals, []))
  const estimate = (candidates: readonly Candidate[]) => applyPromotions({ ...context, ship }, candidates)
  const outcome = chooseBestCombination(eligible.candidates, { apply, estimate, lines: input.lines.length, trace })

  const taxes = calculateCartTaxes(input, basket, outcome)
  const lines = toPricedLineItems(input, basket, outcome, taxes)
  const shipping = toPricedShipping(outcome, taxes)
  const totals = calculateTotals(lines, shipping, input.taxes.pricesIncludeTax)
  const giftCards = payWithGiftCards(input.giftCards, totals.total, input.currency)
  for (const { applied } of giftCards) totals.giftCards += applied
  const points = payWithPoints(input.points, totals.total - totals.giftCards)
  totals.points = points?.applied ?? 0
  totals.due = totals.total - totals.giftCards - totals.points

  const priced: PricingResult = {
    currency: input.currency,
    lines,
    promotions: outcome.effects.map((effect) => toAppliedPromotion(effect, basket)),
    rejected: input.codes.length > 0 ? findRejectedCodes(input, eligible, outcome, apply) : [],
    shipping,
    giftCards,
    points,
    taxes: summarizeTaxes([...taxes.lines, taxes.shipping]),
    totals,
  }
  if (trace) tracePricing(priced, { input, candidates: eligible.candidates, region: taxes.region }, trace)
  return priced
}

function calculateCartTaxes(
  input: PricingInput,
  { lines }: Basket,
  { remaining, gifts, shipping }: DiscountResult,
): TaxResult {
  if (input.taxBreakdown) return toTaxResult(input.taxBreakdown, lines)
  const parts: TaxablePart[] = lines.map(({ taxClass, giftCard }, position) => ({
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
const toTaxResult = ({ items: itemTaxes, shipping }: TaxBreakdown, lines: Basket['lines']): TaxResult => ({
  region: null,
  lines: lines.map(({ id }) => (itemTaxes.get(id) ?? []).map((tax) => ({ ...tax, regionId: '' }))),
  shipping: shipping.map((tax) => ({ ...tax, regionId: '' })),
})

function totalTax(taxes: readonly Tax[]): number {
  let total = 0
  for (const { amount } of taxes) total += amount
  return exact(total)
}

/** In the cart's order, gifts last. */
function toPricedLineItems(
  input: PricingInput,
  basket: Basket,
  { remaining, gifts }: DiscountResult,
  taxes: TaxResult,
): PricedLineItem[] {
  const { pricesIncludeTax } = input.taxes
  const lines: PricedLineItem[] = new Array(basket.lines.length)
  for (let position = 0; position < basket.lines.length; position++) {
    const line = basket.lines[position]
    if (!line) continue
    const { id, variantId, quantity, unitPrice } = line
    const subtotal = basket.subtotals[position] ?? 0
    const discounted = remaining[position] ?? 0
    const ownTaxes = taxes.lines[position] ?? []
    const tax = totalTax(ownTaxes)
    const total = pricesIncludeTax ? discounted : exact(discounted + tax)
    const index = basket.cartIndexes[position] ?? position
    lines[index] = {
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
    const ownTaxes = taxes.lines[basket.lines.length + index] ?? []
    lines.push({
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
  return lines
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

function calculateTotals(lines: readonly PricedLineItem[], shipping: PricedShipping, taxIncluded: boolean): Totals {
  let subtotal = 0
  let discount = shipping.discount
  let tax = shipping.tax
  for (const line of lines) {
    subtotal += line.subtotal
    discount += line.discount
    tax += line.tax
  }
  const total = exact(exact(subtotal) - exact(discount) + shipping.amount + (taxIncluded ? 0 : exact(tax)))
  return { subtotal, discount, shipping: shipping.amount, tax, taxIncluded, total, giftCards: 0, points: 0, due: total }
}

function toAppliedPromotion(
  { candidate, amount, positions, shares, gift }: PromotionEffect,
  { lines }: Basket,
): AppliedPromotion {
  const { id, title } = candidate.promotion
  const allocations: AppliedPromotion['allocations'] = []
  if (gift) allocations.push({ itemId: gift.id, amount })
  else if (candidate.phase === 'shipping') allocations.push({ itemId: null, amount })
  for (let index = 0; index < shares.length; index++) {
    const share = shares[index] ?? 0
    if (share > 0) allocations.push({ itemId: lines[positions[index] ?? 0]?.id ?? null, amount: share })
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
      const lineTotals = [...remaining, ...gifts.map(() => 0)]
      return listShippingOptions([...basket.lines, ...gifts], { currency, destination, settings, lineTotals })
    }
    if (cached) return cached
    const result = listShippingOptions(basket.lines, { currency, destination, settings, lineTotals: remaining })
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
