import { toPlainText } from '../../kit/money-text.ts'
import type { Outcome } from './apply.ts'
import type { Candidate } from './candidates.ts'
import type { Fault } from './conditions.ts'
import type { RejectedPromotion, Rejection, Unmet } from './priced.ts'
import { areCompatible, conflictBetween } from './stacking.ts'

const missingOf = (unmet: readonly Unmet[], currency: string, reason: Rejection): string => {
  const missing = unmet[0]?.missing ?? 0
  return reason === 'minimum_amount' ? toPlainText({ amount: missing, currency }) : String(missing)
}

function beforeShipping({ actual }: Unmet): string {
  if (actual === null) return 'Choose how to ship before you use this code.'
  if (actual === 'address_needed') return 'Say where to ship to before you use this code.'
  return 'This is not shipped there: ship elsewhere to use this code.'
}

const MESSAGES: Record<Rejection, (unmet: readonly Unmet[], currency: string) => string> = {
  not_found: () => 'There is no such code. Look whether it is spelled right.',
  inactive: () => 'This code is not in use.',
  not_started: ([unmet]) => `This code can be used from ${unmet?.required} on.`,
  expired: ([unmet]) => `This code could be used until ${unmet?.required}.`,
  usage_limit: () => 'This code has been used as often as it may be.',
  customer_limit: () => 'You have used this code as often as you may.',
  minimum_amount: (unmet, currency) =>
    `Add goods for ${missingOf(unmet, currency, 'minimum_amount')} more to use this code.`,
  minimum_quantity: (unmet, currency) => `Add ${missingOf(unmet, currency, 'minimum_quantity')} more to use this code.`,
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
    unmet?.rule === 'shipping' ? beforeShipping(unmet) : 'This code would not make the cart cheaper.',
  gift_unavailable: () => 'The gift of this code is no longer there to be had.',
  login_required: () => 'Sign in, or say who you are, to use this code.',
}

export const rejectionOf = (
  { promotionId, code, currency }: { promotionId: string | null; code: string | null; currency: string },
  reason: Rejection,
  unmet: Unmet[] = [],
): RejectedPromotion => ({ promotionId, code, reason, message: MESSAGES[reason](unmet, currency), unmet })

export type Why = { reason: Rejection; unmet: Unmet[] }

export const whyFaulty = (faults: readonly Fault[]): Why => ({
  reason: faults[0]?.reason ?? 'no_effect',
  unmet: faults.map(({ unmet }) => unmet),
})

/** Why an eligible promotion is not among those that apply. `alone`: the cart with nothing but this one. */
export function whyNotApplied(candidate: Candidate, outcome: Outcome, alone: () => Outcome): Why {
  const winners = outcome.effects.flatMap(({ candidate: other }) => (areCompatible(candidate, other) ? [] : other))
  if (winners.length > 0 && alone().effects.length > 0) {
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
  // Where nothing is offered there is nothing to choose.
  const actual = options.length > 0 ? null : reason
  const unmet = [{ rule: 'shipping', required: 'a way of shipping', actual, missing: null }]
  return { reason: actual === 'currency_mismatch' ? actual : 'no_effect', unmet }
}
