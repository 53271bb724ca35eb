import type { Candidate } from './candidates.ts'
import type { PricingInput } from './pricing-input.ts'
import type { PricingResult, TraceStep } from './pricing-result.ts'
import type { TaxRegion } from './rules.ts'
import { traceRates } from './shipping-options.ts'

/** Traces the result after the checks: every amount of a priced cart and its source. */
export function tracePricing(
  { promotions, rejected, items, shipping, taxes, giftCards, points, storeCredit, totals }: PricingResult,
  { input, candidates, region }: { input: PricingInput; candidates: readonly Candidate[]; region: TaxRegion | null },
  trace: TraceStep[],
): void {
  const applied = new Set(promotions.map(({ promotionId }) => promotionId))
  for (const { promotionId, code, title, amount, allocations } of promotions) {
    trace.push({
      step: 'promotion',
      subject: promotionId,
      outcome: 'applied',
      amount,
      details: { title, code, allocations },
    })
  }
  for (const { promotion, code, phase } of candidates) {
    if (applied.has(promotion.id)) continue
    const reason = rejected.find(({ promotionId }) => promotionId === promotion.id)?.reason ?? 'not_applied'
    trace.push({
      step: 'promotion',
      subject: promotion.id,
      outcome: reason,
      amount: null,
      details: { title: promotion.title, code, phase },
    })
  }
  for (const { promotionId, code, reason, unmet } of rejected) {
    trace.push({ step: 'code', subject: code, outcome: reason, amount: null, details: { promotionId, unmet } })
  }
  for (const { id, subtotal, discount, tax, total, giftPromotionId } of items) {
    trace.push({
      step: 'item',
      subject: id,
      outcome: giftPromotionId ? 'gift' : 'priced',
      amount: total,
      details: { subtotal, discount, tax },
    })
  }
  const discounted = new Map(items.map(({ id, subtotal, discount }) => [id, subtotal - discount]))
  const { currency, destination, shipping: settings } = input
  const itemTotals = input.items.map(({ id }) => discounted.get(id) ?? 0)
  trace.push(...traceRates(input.items, { currency, destination, settings, itemTotals }))
  trace.push({
    step: 'shipping',
    subject: shipping.selected?.service ?? null,
    outcome: shipping.selected
      ? 'selected'
      : (shipping.reason ?? (shipping.isNeeded ? 'not_selected' : 'not_required')),
    amount: shipping.amount,
    details: { rateIds: shipping.selected?.rateIds ?? [], discount: shipping.discount, options: shipping.options },
  })
  trace.push({ step: 'tax_region', subject: region?.id ?? null, outcome: taxSource(input, region), amount: null })
  for (const { name, regionId, millionths, amount } of taxes) {
    trace.push({
      step: 'tax',
      subject: name,
      outcome: totals.taxIncluded ? 'included' : 'added',
      amount,
      details: { regionId, millionths },
    })
  }
  for (const { id, last4, applied: amount, balanceAfter } of giftCards) {
    trace.push({
      step: 'gift_card',
      subject: id,
      outcome: amount > 0 ? 'applied' : 'not_applied',
      amount,
      details: { last4, balanceAfter },
    })
  }
  if (points) {
    const { used, applied: amount, requested, reason } = points
    trace.push({
      step: 'points',
      subject: null,
      outcome: reason ?? 'applied',
      amount,
      details: { used, requested },
    })
  }
  if (storeCredit) {
    const { applied: amount, requested, reason } = storeCredit
    trace.push({ step: 'store_credit', subject: null, outcome: reason ?? 'applied', amount, details: { requested } })
  }
  trace.push({ step: 'totals', subject: null, outcome: 'priced', amount: totals.due, details: { ...totals } })
}

/** Also explains why a cart has no taxes. */
function taxSource({ taxBreakdown, buyer }: PricingInput, region: TaxRegion | null): string {
  if (taxBreakdown) return 'tax_engine'
  if (buyer.isTaxExempt) return 'exempt'
  return region ? 'found' : 'none'
}
