import type { Ctx } from '../../../ctx.ts'
import { invalidRequest } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import type { PricingInput } from '../../../pricing/pricing-input.ts'
import type { PricingResult, TraceStep, UnmetRule } from '../../../pricing/pricing-result.ts'
import { toTotals } from '../../../pricing/pricing-result.ts'
import { createRejection } from '../../../pricing/rejections.ts'
import { applyBuyerDetails } from '../buyer-details.ts'
import { toAppliedPromotions, toRejectedPromotions, toShippingOption, warningsOf } from '../cart-response.ts'
import { type CartContents, EMPTY_CONTENTS, insertItems } from '../contents.ts'
import { type CartContext, getReferencedContents, loadCart, unitPriceIn } from '../loading/load-cart.ts'
import { calculatePrices, type ResolvedCart, resolveCart } from '../resolve-cart.ts'
import { NOT_ADDED, resolveAdditions, toVariantLookup, validateCurrency, validateExactlyOne } from '../resolve-items.ts'
import { listUntriedCodes, parseCodes, type SubmittedCodes } from './codes.ts'
import type { DiscountValidation, DiscountValidationResult } from './schemas.ts'

/**
 * Prices the cart with and without the codes; nothing is stored or used. An unknown code costs the same work as a
 * valid one: the same statement and as many price calculations.
 */
export async function validateCodes(ctx: Ctx, input: DiscountValidation): Promise<DiscountValidationResult> {
  const { code, codes, cartId, items = [], currency, ...details } = input
  assertCompleteRequest(input)
  const submitted = parseCodes(ctx, codes ?? [code ?? ''])
  const { customerKey } = applyBuyerDetails(ctx, EMPTY_CONTENTS, details)
  const lookup = { cartId: cartId ?? '', currency: currency ?? null, customerKey }
  // A gift card is not a discount, so gift cards are not looked up.
  const context = await loadCart(ctx, { ...lookup, ...toVariantLookup(items), codes: submitted.codes })
  const contents = applyBuyerDetails(ctx, getReferencedContents(context, input), details)
  const filled = insertItems(contents, resolveAdditions(items, context, NOT_ADDED), unitPriceIn(context))
  return toValidationResult(ctx, submitted, context, tryCodes(ctx, submitted, context, filled))
}

function assertCompleteRequest({ code, codes, cartId, items, currency }: DiscountValidation): void {
  const errors = [
    ...validateExactlyOne('/code', code, 'codes', codes),
    ...validateExactlyOne('/cartId', cartId, 'items', items),
    ...validateCurrency(currency),
  ]
  if (errors.length === 0) return
  throw invalidRequest('Send either code or codes, either cartId or items, and a supported currency.', errors)
}

interface CodeTrial {
  resolved: ResolvedCart
  before: PricingResult
  after: PricingResult
  trace: TraceStep[]
}

function tryCodes(ctx: Ctx, { codes }: SubmittedCodes, context: CartContext, contents: CartContents): CodeTrial {
  const others = contents.codes.filter((one) => !codes.includes(one))
  const promotionCodes = new Set(context.codes.map(({ code }) => code))
  // Unknown codes are not tried: one may be a gift card, and the trace would reveal it.
  const tried = new Set(codes.filter((one) => promotionCodes.has(one)))
  const without = resolveCart(ctx, { ...contents, codes: others }, context)
  const resolved = resolveCart(ctx, { ...contents, codes: [...others, ...tried] }, context)
  const selectedShipping =
    resolved.input.selectedShipping ?? findSharedOption(calculatePrices(without.input), calculatePrices(resolved.input))
  const trace: TraceStep[] = []
  const before = calculatePrices({ ...without.input, selectedShipping })
  return { resolved, before, after: calculatePrices({ ...resolved.input, selectedShipping }, trace), trace }
}

/** A shipping code needs a shipping option to show its savings. Both prices use the same one. */
function findSharedOption(before: PricingResult, after: PricingResult): PricingInput['selectedShipping'] {
  const services = new Set(before.shipping.options.map(({ service }) => service))
  const first = after.shipping.options.find(({ type, service }) => type === 'shipping' && services.has(service))
  return first ? { service: first.service, quote: null } : null
}

/**
 * A discount may raise other costs: below a threshold shipping is no longer free, and a gift is shipped too. A gift
 * counts at its price.
 */
function haveNoEffect(
  tried: PricingResult['promotions'],
  { totals, items }: PricingResult,
  before: PricingResult,
): boolean {
  let savings = before.totals.total - totals.total
  for (const { giftPromotionId, subtotal } of items) {
    if (tried.some(({ promotionId }) => promotionId === giftPromotionId)) savings += subtotal
  }
  return savings <= 0
}

function toValidationResult(
  ctx: Ctx,
  submitted: SubmittedCodes,
  context: CartContext,
  { resolved, before, after, trace }: CodeTrial,
): DiscountValidationResult {
  const { currency } = context
  const isTrusted = ctx.caller.kind !== 'visitor'
  const isSubmitted = ({ code }: { code: string | null }) => code !== null && submitted.codes.includes(code)
  const tried = after.promotions.filter(isSubmitted)
  const ineffective = haveNoEffect(tried, after, before) ? tried : []
  const unmet: UnmetRule = {
    rule: 'total',
    required: money(before.totals.total, currency),
    actual: money(after.totals.total, currency),
    missing: null,
  }
  const rejected = [
    ...after.rejected.filter(isSubmitted),
    ...ineffective.map(({ promotionId, code }) =>
      createRejection({ promotionId, code, currency }, 'no_effect', [unmet]),
    ),
    ...listUntriedCodes(submitted, context, resolved.input.giftCards),
  ]
  const { selected } = after.shipping
  return {
    valid: rejected.length === 0,
    promotions: toAppliedPromotions({ ...after, promotions: ineffective.length > 0 ? [] : tried }),
    rejectedPromotions: toRejectedPromotions({ rejected }, isTrusted),
    totalsBefore: toTotals(before),
    totalsAfter: toTotals(after),
    savings: money(Math.max(0, before.totals.total - after.totals.total), currency),
    shipping: selected && toShippingOption(selected, (amount) => money(amount, currency)),
    warnings: warningsOf(resolved, after),
    ...(isTrusted && { trace }),
  }
}
