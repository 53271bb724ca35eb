import type { Basket } from './basket.ts'
import { byPhase, type Candidate, createCandidate, findCandidate } from './candidates.ts'
import { checkConditions, type FailedCondition, isEligible } from './conditions.ts'
import type { PricingInput, ResolvedCode } from './pricing-input.ts'
import type { TraceStep } from './pricing-result.ts'

export interface EligibilityResult {
  /** In the order they are applied, each promotion once. */
  candidates: Candidate[]
  /** By promotion id. */
  failures: Map<string, FailedCondition[]>
  /** The code used for each promotion: the first usable one, however many there are. */
  codes: ReadonlyMap<string, ResolvedCode>
}

function findActiveCodes({ codes }: PricingInput): Map<string, ResolvedCode> {
  const first = new Map<string, ResolvedCode>()
  for (const code of codes) {
    const { promotionId, active, exhausted } = code
    if (promotionId !== null && active && !exhausted && !first.has(promotionId)) first.set(promotionId, code)
  }
  return first
}

export function findEligible(input: PricingInput, basket: Basket, trace?: TraceStep[]): EligibilityResult {
  const codes = findActiveCodes(input)
  const failures = new Map<string, FailedCondition[]>()
  const candidates: Candidate[] = []
  for (const promotion of input.promotions) {
    const matchedCode = codes.size > 0 ? (codes.get(promotion.id)?.code ?? null) : null
    if (matchedCode === null && promotion.trigger === 'code') continue
    if (matchedCode === null && !trace) {
      // Nobody needs to know why an automatic promotion does not apply, so the first reason is enough.
      const candidate = findCandidate(promotion, basket)
      if (candidate && isEligible(candidate, input)) candidates.push(candidate)
      continue
    }
    const candidate = createCandidate(promotion, matchedCode, basket)
    const failed = checkConditions(candidate, input)
    if (failed.length === 0) candidates.push(candidate)
    else failures.set(promotion.id, failed)
    trace?.push({
      step: 'eligibility',
      subject: promotion.id,
      outcome: failed[0]?.reason ?? 'eligible',
      amount: null,
      details: { title: promotion.title, code: matchedCode, unmet: failed.map(({ unmet }) => unmet) },
    })
  }
  candidates.sort(byPhase)
  const seen = new Set<string>()
  return {
    candidates: candidates.filter(({ promotion: { id } }) => !seen.has(id) && seen.add(id)),
    failures,
    codes,
  }
}
