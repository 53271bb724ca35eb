import { formatMoney } from '../../kit/format-money.ts'
import type { DiscountResult } from './apply-promotions.ts'
import type { Candidate } from './candidates.ts'
import { DISABLED, type FailedCondition, USED_UP } from './conditions.ts'
import type { EligibilityResult } from './eligibility.ts'
import type { PricingInput, ResolvedCode } from './pricing-input.ts'
import type { RejectedPromotion, RejectionReason, UnmetRule } from './pricing-result.ts'
import { areCompatible, conflictBetween } from './stacking.ts'

const formatMissing = (unmet: readonly UnmetRule[], currency: string, reason: RejectionReason): string => {
  const missing = unmet[0]?.missing ?? 0
  return reason === 'minimum_amount' ? formatMoney({ amount: missing, currency }) : String(missing)
}

function shippingMessage({ actual }: UnmetRule): string {
  if (actual === null) return 'Choose how to ship before you use this code.'
  if (actual === 'address_needed') return 'Say where to ship to before you use this code.'
  return 'This is not shipped there: ship elsewhere to use this code.'
}

const REJECTION_MESSAGES: Record<RejectionReason, (unmet: readonly UnmetRule[], currency: string) => string> = {
  not_found: () => 'There is no such code. Look whether it is spelled right.',
  inactive: () => 'This code is not in use.',
  not_started: ([unmet]) => `This code can be used from ${unmet?.required} on.`,
  expired: ([unmet]) => `This code could be used until ${unmet?.required}.`,
  usage_limit: () => 'This code has been used as often as it may be.',
  customer_limit: () => 'You have used this code as often as you may.',
  minimum_amount: (unmet, currency) =>
    `Add goods for ${formatMissing(unmet, currency, 'minimum_amount')} more to use this code.`,
  minimum_quantity: (unmet, currency) =>
    `Add ${formatMissing(unmet, currency, 'minimum_quantity')} more to use this code.`,
  product_ineligible: () => 'Nothing in the cart is meant by this code.',
  customer_ineligible: () => 'This code is for other customers.',
  country_ineligible: ([unmet]) =>
    unmet?.actual
      ? `This code is not for orders to ${unmet.actual}.`
      : 'Say where to ship to before you use this code.',
  currency_mismatch: ([unmet], currency) =>
    unmet?.rule === 'shipping'
      ? `Nothing is shipped there in ${currency}: ship elsewhere, or pay in another currency, to use this code.`
      : `This code can't be used in ${unmet?.actual}.`,
  not_combinable: ([unmet]) => `This code can't be used together with “${unmet?.actual}”.`,
  no_effect: ([unmet]) =>
    unmet?.rule === 'shipping' ? shippingMessage(unmet) : 'This code would not make the cart cheaper.',
  gift_unavailable: () => 'The gift of this code is no longer there to be had.',
  login_required: () => 'Sign in, or say who you are, to use this code.',
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

/** Explains why an eligible promotion was not applied. `alone` is the cart with this promotion only. */
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
  const unmet = [{ rule: 'shipping', required: 'a way of shipping', actual, missing: null }]
  return { reason: actual === 'currency_mismatch' ? actual : 'no_effect', unmet }
}

/** Returns each submitted code that does not apply, in order, with the reason. */
export function findRejectedCodes(
  { codes, currency }: PricingInput,
  eligible: EligibilityResult,
  outcome: DiscountResult,
  apply: (candidates: readonly Candidate[]) => DiscountResult,
): RejectedPromotion[] {
  const findReason = (submitted: ResolvedCode, promotionId: string): RejectionDetails | null => {
    if (submitted.isDisabled) return toRejectionDetails([DISABLED])
    if (submitted.isExhausted) return toRejectionDetails([USED_UP])
    const failures = eligible.failures.get(promotionId)
    if (failures) return toRejectionDetails(failures)
    const candidate = eligible.candidates.find(({ promotion }) => promotion.id === promotionId)
    if (!candidate) return { reason: 'not_found', unmet: [] }
    const isApplied = outcome.effects.some((effect) => effect.candidate === candidate)
    if (!isApplied) return explainNotApplied(candidate, outcome, () => apply([candidate]))
    if (eligible.codes.get(promotionId) === submitted) return null
    const { id, title } = candidate.promotion
    return { reason: 'not_combinable', unmet: [{ rule: 'once', required: id, actual: title, missing: null }] }
  }
  return codes.flatMap((submitted) => {
    const { promotionId, code } = submitted
    const rejection: RejectionDetails | null =
      promotionId === null ? { reason: 'not_found', unmet: [] } : findReason(submitted, promotionId)
    return rejection ? createRejection({ promotionId, code, currency }, rejection.reason, rejection.unmet) : []
  })
}
