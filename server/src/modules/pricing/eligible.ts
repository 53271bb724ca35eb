import type { Basket } from './basket.ts'
import { byPhase, type Candidate, candidateByCode, candidateIfMeant } from './candidates.ts'
import type { GivenCode, PricingInput } from './cart.ts'
import { type Fault, faultsOf, isEligible } from './conditions.ts'
import type { TraceStep } from './priced.ts'

export interface Eligible {
  /** In the order in which they are applied, each promotion once. */
  candidates: Candidate[]
  /** By the id of the promotion. */
  faults: Map<string, Fault[]>
  /** Which code stands for each promotion: the first that is in use, however many there are. */
  codes: ReadonlyMap<string, GivenCode>
}

function codesOf({ codes }: PricingInput): Map<string, GivenCode> {
  const first = new Map<string, GivenCode>()
  for (const given of codes) {
    const { promotionId, isDisabled, isExhausted } = given
    if (promotionId !== null && !isDisabled && !isExhausted && !first.has(promotionId)) first.set(promotionId, given)
  }
  return first
}

export function findEligible(input: PricingInput, basket: Basket, trace?: TraceStep[]): Eligible {
  const codes = codesOf(input)
  const faults = new Map<string, Fault[]>()
  const candidates: Candidate[] = []
  for (const promotion of input.promotions) {
    const code = codes.size > 0 ? (codes.get(promotion.id)?.code ?? null) : null
    if (code === null && promotion.trigger === 'code') continue
    if (code === null && !trace) {
      // Nobody asks why an automatic one does not apply, so the first reason is enough.
      const candidate = candidateIfMeant(promotion, basket)
      if (candidate && isEligible(candidate, input)) candidates.push(candidate)
      continue
    }
    const candidate = candidateByCode(promotion, code, basket)
    const found = faultsOf(candidate, input)
    if (found.length === 0) candidates.push(candidate)
    else faults.set(promotion.id, found)
    trace?.push({
      step: 'eligibility',
      subject: promotion.id,
      outcome: found[0]?.reason ?? 'eligible',
      amount: null,
      details: { title: promotion.title, code, unmet: found.map(({ unmet }) => unmet) },
    })
  }
  candidates.sort(byPhase)
  const seen = new Set<string>()
  return {
    candidates: candidates.filter(({ promotion: { id } }) => !seen.has(id) && seen.add(id)),
    faults,
    codes,
  }
}
