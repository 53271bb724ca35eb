import { applyAll, type Effect, type Outcome } from './apply.ts'
import { type Basket, basketOf } from './basket.ts'
import type { Candidate } from './candidates.ts'
import type { PricingInput, ToldTaxes } from './cart.ts'
import { findEligible } from './eligible.ts'
import { payWithGiftCards } from './gift-cards.ts'
import { payWithPoints } from './points.ts'
import type { AppliedPromotion, Priced, PricedLine, PricedShipping, Tax, Totals, TraceStep } from './priced.ts'
import { rejectedCodes } from './rejected-codes.ts'
import { exact } from './shares.ts'
import { shipper } from './ship.ts'
import { chooseBest } from './stacking.ts'
import { summariseTaxes, type TaxedPart, type Taxes, taxesOf, taxPlaceOf } from './taxes.ts'
import { tellPriced } from './trace.ts'

/**
 * The price of a cart and all that it is made of: line promotions, order promotions, shipping, shipping promotions, taxes,
 * gift cards, points, in this order. It reads nothing but its input and changes none of it. With a trace, every step is told.
 */
export function priceCart(input: PricingInput, trace?: TraceStep[]): Priced {
  const basket = basketOf(input.lines)
  const eligible = findEligible(input, basket, trace)
  const applying = { input, basket, ship: shipper(input, basket) }
  const apply = (candidates: readonly Candidate[]) => applyAll(applying, candidates)
  let unchanged: ReturnType<typeof applying.ship> | undefined
  const ship = () => (unchanged ??= applying.ship(basket.subtotals, []))
  const estimate = (candidates: readonly Candidate[]) => applyAll({ ...applying, ship }, candidates)
  const outcome = chooseBest(eligible.candidates, { apply, estimate, lines: input.lines.length, trace })

  const taxes = taxOutcome(input, basket, outcome)
  const lines = pricedLines(input, basket, outcome, taxes)
  const shipping = pricedShipping(outcome, taxes)
  const totals = totalsOf(lines, shipping, input.taxes.pricesIncludeTax)
  const giftCards = payWithGiftCards(input.giftCards, totals.total, input.currency)
  for (const { applied } of giftCards) totals.giftCards += applied
  const points = payWithPoints(input.points, totals.total - totals.giftCards)
  totals.points = points?.applied ?? 0
  totals.due = totals.total - totals.giftCards - totals.points

  const priced: Priced = {
    currency: input.currency,
    lines,
    promotions: outcome.effects.map((effect) => appliedPromotion(effect, basket)),
    rejected: input.codes.length > 0 ? rejectedCodes(input, eligible, outcome, apply) : [],
    shipping,
    giftCards,
    points,
    taxes: summariseTaxes([...taxes.lines, taxes.shipping]),
    totals,
  }
  if (trace) tellPriced(priced, { input, candidates: eligible.candidates, region: taxes.region }, trace)
  return priced
}

function taxOutcome(input: PricingInput, { lines }: Basket, { running, gifts, shipping }: Outcome): Taxes {
  if (input.toldTaxes) return asTold(input.toldTaxes, lines)
  const parts: TaxedPart[] = lines.map(({ taxClass, isGiftCard }, position) => ({
    taxClass,
    isGiftCard,
    amount: running[position] ?? 0,
  }))
  for (const { taxClass, isGiftCard } of gifts) parts.push({ taxClass, isGiftCard, amount: 0 })
  return taxesOf(parts, shipping.amount - shipping.discount, {
    settings: input.taxes,
    place: taxPlaceOf(input, shipping),
    isExempt: input.buyer.isTaxExempt,
  })
}

/** Gifts cost nothing, so nobody was asked about them. */
const asTold = ({ lines: told, shipping }: ToldTaxes, lines: Basket['lines']): Taxes => ({
  region: null,
  lines: lines.map(({ id }) => (told.get(id) ?? []).map((tax) => ({ ...tax, regionId: '' }))),
  shipping: shipping.map((tax) => ({ ...tax, regionId: '' })),
})

function sumOfTaxes(taxes: readonly Tax[]): number {
  let sum = 0
  for (const { amount } of taxes) sum += amount
  return exact(sum)
}

/** In the cart's order, gifts last. */
function pricedLines(input: PricingInput, basket: Basket, { running, gifts }: Outcome, taxes: Taxes): PricedLine[] {
  const { pricesIncludeTax } = input.taxes
  const lines: PricedLine[] = new Array(basket.lines.length)
  for (let position = 0; position < basket.lines.length; position++) {
    const line = basket.lines[position]
    if (!line) continue
    const { id, variantId, quantity, unitPrice } = line
    const subtotal = basket.subtotals[position] ?? 0
    const left = running[position] ?? 0
    const ownTaxes = taxes.lines[position] ?? []
    const tax = sumOfTaxes(ownTaxes)
    const total = pricesIncludeTax ? left : exact(left + tax)
    const place = basket.places[position] ?? position
    lines[place] = {
      id,
      variantId,
      quantity,
      unitPrice,
      subtotal,
      discount: subtotal - left,
      taxes: ownTaxes,
      tax,
      total,
      giftOf: null,
    }
  }
  for (const [place, { id, variantId, quantity, unitPrice, giftOf }] of gifts.entries()) {
    const subtotal = unitPrice * quantity
    const ownTaxes = taxes.lines[basket.lines.length + place] ?? []
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
      giftOf,
    })
  }
  return lines
}

const pricedShipping = ({ shipping }: Outcome, taxes: Taxes): PricedShipping => ({
  isNeeded: shipping.isNeeded,
  options: shipping.options,
  reason: shipping.reason,
  selected: shipping.selected,
  amount: shipping.amount,
  discount: shipping.discount,
  taxes: taxes.shipping,
  tax: sumOfTaxes(taxes.shipping),
})

function totalsOf(lines: readonly PricedLine[], shipping: PricedShipping, taxIncluded: boolean): Totals {
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

function appliedPromotion({ candidate, amount, positions, shares, gift }: Effect, { lines }: Basket): AppliedPromotion {
  const { id, title } = candidate.promotion
  const allocations: AppliedPromotion['allocations'] = []
  if (gift) allocations.push({ lineId: gift.id, amount })
  else if (candidate.phase === 'shipping') allocations.push({ lineId: null, amount })
  for (let place = 0; place < shares.length; place++) {
    const share = shares[place] ?? 0
    if (share > 0) allocations.push({ lineId: lines[positions[place] ?? 0]?.id ?? null, amount: share })
  }
  return { promotionId: id, code: candidate.code, title, amount, allocations }
}
