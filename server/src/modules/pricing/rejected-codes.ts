import type { Outcome } from './apply.ts'
import type { Candidate } from './candidates.ts'
import type { GivenCode, PricingInput } from './cart.ts'
import { DISABLED, USED_UP } from './conditions.ts'
import type { Eligible } from './eligible.ts'
import type { RejectedPromotion } from './priced.ts'
import { rejectionOf, type Why, whyFaulty, whyNotApplied } from './rejections.ts'

/** Each given code that does not apply, in the order given, and why. */
export function rejectedCodes(
  { codes, currency }: PricingInput,
  eligible: Eligible,
  outcome: Outcome,
  apply: (candidates: readonly Candidate[]) => Outcome,
): RejectedPromotion[] {
  const whyOf = (given: GivenCode, promotionId: string): Why | null => {
    if (given.isDisabled) return whyFaulty([DISABLED])
    if (given.isExhausted) return whyFaulty([USED_UP])
    const faults = eligible.faults.get(promotionId)
    if (faults) return whyFaulty(faults)
    const candidate = eligible.candidates.find(({ promotion }) => promotion.id === promotionId)
    if (!candidate) return { reason: 'not_found', unmet: [] }
    const isApplied = outcome.effects.some((effect) => effect.candidate === candidate)
    if (!isApplied) return whyNotApplied(candidate, outcome, () => apply([candidate]))
    if (eligible.codes.get(promotionId) === given) return null
    const { id, title } = candidate.promotion
    return { reason: 'not_combinable', unmet: [{ rule: 'once', required: id, actual: title, missing: null }] }
  }
  return codes.flatMap((given) => {
    const { promotionId, code } = given
    const why: Why | null = promotionId === null ? { reason: 'not_found', unmet: [] } : whyOf(given, promotionId)
    return why ? rejectionOf({ promotionId, code, currency }, why.reason, why.unmet) : []
  })
}
