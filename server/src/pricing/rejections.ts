import { formatMoney } from '../kit/money.ts'
import type { DiscountResult } from './apply-promotions.ts'
import type { Candidate } from './candidates.ts'
import { type EligibilityResult, type FailedCondition, INACTIVE, toOtherCustomer, USED_UP } from './conditions.ts'
import type { PricingInput, ResolvedCode } from './pricing-input.ts'
import type { RejectedPromotion, RejectionReason, UnmetRule } from './pricing-result.ts'
import { areCompatible, conflictBetween } from './stacking.ts'

const formatMissing = ([unmet]: readonly UnmetRule[]): string => {
  const missing = unmet?.missing ?? 0
  return typeof missing === 'number' ? String(missing) : formatMoney(missing)
}

function shippingMessage({ actual }: UnmetRule): string {
  if (actual === null) return 'Choose a shipping option to use this code.'
  if (actual === 'address_required') return 'Enter a shipping address to use this code.'
  return 'Shipping to this address is not available. Use another address to apply this code.'
}

const REJECTION_MESSAGES: Record<RejectionReason, (unmet: readonly UnmetRule[], currency: string) => string> = {
  not_found: () => 'No such code. Check the spelling.',
  inactive: () => 'This code is not active.',
  not_started: () => 'This code is not active yet.',
  expired: () => 'This code has expired.',
  usage_limit: () => 'This code has reached its usage limit.',
  customer_limit: () => 'You have reached the usage limit of this code.',
  minimum_amount: (unmet) => `Add items worth ${formatMissing(unmet)} more to use this code.`,
  minimum_quantity: (unmet) => `Add ${formatMissing(unmet)} more to use this code.`,
  product_ineligible: () => 'This code does not apply to the items in the cart.',
  customer_ineligible: () => 'This code is not available to this customer.',
  country_ineligible: ([unmet]) =>
    unmet?.actual ? 'This code is not available in this country.' : 'Enter a shipping address to use this code.',
  currency_mismatch: ([unmet], currency) =>
    unmet?.rule === 'shipping'
      ? `Shipping to this address is not available in ${currency}. Use another address or currency to apply this code.`
      : `This code can’t be used in ${unmet?.actual}.`,
  not_combinable: ([unmet]) => `This code can’t be combined with “${unmet?.actual}”.`,
  no_effect: ([unmet]) => (unmet?.rule === 'shipping' ? shippingMessage(unmet) : 'This code does not lower the total.'),
  gift_unavailable: () => 'The gift for this code is no longer available.',
  login_required: () => 'Sign in to use this code.',
}

export const createRejection = (
  { promotionId, code, currency }: { promotionId: string | null; code: string | null; currency: string },
  reason: RejectionReason,
  unmet: UnmetRule[] = [],
): RejectedPromotion => ({ promotionId, code, reason, message: REJECTION_MESSAGES[reason](unmet, currency), unmet })

export type RejectionDetails = { reason: RejectionReason; unmet: UnmetRule[] }

export const toRejectionDetails = (failures: readonly FailedCondition[]): RejectionDetails => ({
  reason: failures[0]?.reason ?? 'no_effect',
  unmet: failures.map(({ unmet }) => unmet),
})

/** Explains why an eligible promotion was not applied. `applyAlone` prices the cart with this promotion only. */
export function explainNotApplied(
  candidate: Candidate,
  outcome: DiscountResult,
  applyAlone: () => DiscountResult,
): RejectionDetails {
  const winners = outcome.effects.flatMap(({ candidate: other }) => (areCompatible(candidate, other) ? [] : other))
  if (winners.length > 0 && applyAlone().effects.length > 0) {
    const unmet = winners.map((winner) => ({
      ...conflictBetween(candidate, winner),
      actual: winner.promotion.title,
      missing: null,
    }))
    return { reason: 'not_combinable', unmet }
  }
  if (candidate.promotion.benefit.kind === 'gift') return { reason: 'gift_unavailable', unmet: [] }
  const { isNeeded, selected, options, reason } = outcome.shipping
  if (candidate.phase !== 'shipping' || !isNeeded || selected) return { reason: 'no_effect', unmet: [] }
  // Without options there is nothing to select.
  const actual = options.length > 0 ? null : reason
  const unmet: UnmetRule[] = [{ rule: 'shipping', required: null, actual, missing: null }]
  return { reason: actual === 'currency_mismatch' ? actual : 'no_effect', unmet }
}

/** Returns each submitted code that does not apply, in order, with the reason. */
export function findRejectedCodes(
  { codes, currency, buyer }: PricingInput,
  eligible: EligibilityResult,
  outcome: DiscountResult,
  apply: (candidates: readonly Candidate[]) => DiscountResult,
): RejectedPromotion[] {
  const findReason = (submitted: ResolvedCode, promotionId: string): RejectionDetails | null => {
    if (!submitted.active) return toRejectionDetails([INACTIVE])
    if (submitted.isOfOtherCustomer) return toRejectionDetails([toOtherCustomer(buyer)])
    if (submitted.exhausted) return toRejectionDetails([USED_UP])
    const failures = eligible.failures.get(promotionId)
    if (failures) return toRejectionDetails(failures)
    const candidate = eligible.candidates.find(({ promotion }) => promotion.id === promotionId)
    if (!candidate) return { reason: 'not_found', unmet: [] }
    const isApplied = outcome.effects.some((effect) => effect.candidate === candidate)
    if (!isApplied) return explainNotApplied(candidate, outcome, () => apply([candidate]))
    if (eligible.codes.get(promotionId) === submitted) return null
    const { title } = candidate.promotion
    return { reason: 'not_combinable', unmet: [{ rule: 'once', required: null, actual: title, missing: null }] }
  }
  return codes.flatMap((submitted) => {
    const { promotionId, code } = submitted
    const rejection: RejectionDetails | null =
      promotionId === null ? { reason: 'not_found', unmet: [] } : findReason(submitted, promotionId)
    return rejection ? createRejection({ promotionId, code, currency }, rejection.reason, rejection.unmet) : []
  })
}
