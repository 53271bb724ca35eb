import type { Basket } from './basket.ts'
import { countRepeats } from './buy-x-get-y.ts'
import { byPhase, type Candidate, createCandidate, findCandidate } from './candidates.ts'
import type { PricingInput, ResolvedCode } from './pricing-input.ts'
import type { PromotionRule, RejectionReason, TraceStep, UnmetRule } from './pricing-result.ts'
import { type Amounts, type Promotion, tiersIn } from './rules.ts'

/** Why a promotion does not apply to a cart, regardless of other promotions. */
export interface FailedCondition {
  reason: RejectionReason
  unmet: UnmetRule
}

type Check = (candidate: Candidate, input: PricingInput) => FailedCondition | null

const failCondition = (
  reason: RejectionReason,
  rule: PromotionRule,
  required: UnmetRule['required'] = null,
  actual: UnmetRule['actual'] = null,
  missing: UnmetRule['missing'] = null,
): FailedCondition => ({ reason, unmet: { rule, required, actual, missing } })

const shortOfAmount = (rule: PromotionRule, required: number, actual: number, currency: string): FailedCondition =>
  failCondition(
    'minimum_amount',
    rule,
    { amount: required, currency },
    { amount: actual, currency },
    { amount: required - actual, currency },
  )

/** Applies to a promotion or to one of its codes. */
export const INACTIVE = failCondition('inactive', 'active')
export const USED_UP = failCondition('usage_limit', 'usageLimit')

/** A guest may be the customer, who only has to sign in. */
export const toOtherCustomer = ({ isKnown }: PricingInput['buyer']): FailedCondition =>
  failCondition(isKnown ? 'customer_ineligible' : 'login_required', 'customer')

const isActive: Check = ({ promotion }) => (promotion.active ? null : INACTIVE)

const toTimestamp = (ms: number): string => new Date(ms).toISOString()

const hasStarted: Check = ({ compiled: { startsMs } }, { nowMs }) =>
  nowMs >= startsMs ? null : failCondition('not_started', 'startsAt', toTimestamp(startsMs), toTimestamp(nowMs))

const hasNotEnded: Check = ({ compiled: { endsMs } }, { nowMs }) =>
  nowMs < endsMs ? null : failCondition('expired', 'endsAt', toTimestamp(endsMs), toTimestamp(nowMs))

const hasUsesLeft: Check = ({ promotion }) => (promotion.exhausted ? USED_UP : null)

/** An empty table equals an absent one. */
function lacksAmount(amounts: Amounts | undefined, currency: string): boolean {
  if (!amounts || amounts[currency] !== undefined) return false
  for (const _other in amounts) return true
  return false
}

function amountTables({ benefit, conditions }: Promotion): (Amounts | undefined)[] {
  if (benefit.kind === 'percentage' || benefit.kind === 'free_shipping')
    return [conditions.minAmounts, benefit.maxAmounts]
  return 'amounts' in benefit ? [conditions.minAmounts, benefit.amounts] : [conditions.minAmounts]
}

/** A limit without an amount in the cart's currency must not mean unlimited: the promotion does not apply. */
function lacksCurrency({ benefit, conditions }: Promotion, currency: string): boolean {
  if (lacksAmount(conditions.minAmounts, currency)) return true
  if (benefit.kind === 'percentage' || benefit.kind === 'free_shipping')
    return lacksAmount(benefit.maxAmounts, currency)
  if (benefit.kind === 'fixed' || benefit.kind === 'fixed_price') return benefit.amounts[currency] === undefined
  return benefit.kind === 'tiered' && tiersIn(benefit, currency).length === 0
}

const isInCurrency: Check = ({ promotion }, { currency }) => {
  if (!lacksCurrency(promotion, currency)) return null
  const required = [...new Set(amountTables(promotion).flatMap((table) => Object.keys(table ?? {})))]
  return failCondition('currency_mismatch', 'currency', required, currency)
}

const isKnownCustomer: Check = ({ promotion: { conditions } }, { buyer }) => {
  const { segmentIds, tags, firstOrder } = conditions.customer ?? {}
  if (buyer.isKnown || !(segmentIds?.length || tags?.length || firstOrder)) return null
  return failCondition('login_required', 'customer')
}

const isInSegment: Check = ({ promotion: { conditions } }, { buyer }) => {
  const segmentIds = conditions.customer?.segmentIds
  if (!segmentIds?.length || !buyer.isKnown || buyer.segmentIds.some((each) => segmentIds.includes(each))) return null
  return failCondition('customer_ineligible', 'segmentIds', segmentIds, buyer.segmentIds)
}

const hasCustomerTag: Check = ({ promotion: { conditions } }, { buyer }) => {
  const tags = conditions.customer?.tags
  if (!tags?.length || !buyer.isKnown || buyer.tags.some((each) => tags.includes(each))) return null
  return failCondition('customer_ineligible', 'tags', tags, buyer.tags)
}

const isFirstOrder: Check = ({ promotion: { conditions } }, { buyer }) => {
  if (!conditions.customer?.firstOrder || !buyer.isKnown || buyer.ordersCount === 0) return null
  return failCondition('customer_ineligible', 'firstOrder', 0, buyer.ordersCount)
}

const isWithinCustomerLimit: Check = ({ promotion: { id, usageLimitPerCustomer } }, { buyer }) => {
  if (usageLimitPerCustomer === null) return null
  const used = buyer.uses.get(id) ?? 0
  return used < usageLimitPerCustomer
    ? null
    : failCondition('customer_limit', 'usageLimitPerCustomer', usageLimitPerCustomer, used)
}

const isInCountry: Check = ({ promotion: { conditions } }, { destination: { country } }) => {
  const { countries } = conditions
  if (!countries?.length || (country && countries.includes(country.toUpperCase()))) return null
  return failCondition('country_ineligible', 'countries', countries, country)
}

const hasMatchingItems: Check = ({ matching, deal, promotion }) => {
  if (matching.length === 0) return failCondition('product_ineligible', 'items', 1, 0, 1)
  if (deal?.buy.length === 0 && promotion.benefit.kind === 'buy_x_get_y') {
    return failCondition('product_ineligible', 'buy', promotion.benefit.buy.quantity, 0, promotion.benefit.buy.quantity)
  }
  return null
}

const hasQuantity: Check = ({ promotion: { conditions }, units }) => {
  const minimum = conditions.minQuantity ?? 0
  return units >= minimum ? null : failCondition('minimum_quantity', 'minQuantity', minimum, units, minimum - units)
}

const hasAmount: Check = ({ promotion: { conditions }, amount }, { currency }) => {
  const minimum = conditions.minAmounts?.[currency] ?? 0
  return amount >= minimum ? null : shortOfAmount('minAmount', minimum, amount, currency)
}

const reachesTier: Check = ({ promotion: { benefit }, units, amount }, { currency }) => {
  if (benefit.kind !== 'tiered') return null
  const lowest = tiersIn(benefit, currency)[0]
  const reached = benefit.by === 'quantity' ? units : amount
  if (!lowest || reached >= lowest.from) return null
  return benefit.by === 'quantity'
    ? failCondition('minimum_quantity', 'tier', lowest.from, reached, lowest.from - reached)
    : shortOfAmount('tier', lowest.from, reached, currency)
}

const dealFits: Check = ({ promotion: { benefit }, deal }) => {
  if (benefit.kind !== 'buy_x_get_y' || !deal || deal.buy.length === 0) return null
  const { buy, get, maxTimes } = benefit
  if (maxTimes === 0 || countRepeats(benefit, deal.units) > 0) return null
  const { onlyBought, onlyGot, either } = deal.units
  const shortOf = (rule: PromotionRule, required: number, actual: number) =>
    failCondition('minimum_quantity', rule, required, actual, Math.max(0, required - actual))
  if (onlyBought + either < buy.quantity) return shortOf('buy', buy.quantity, onlyBought + either)
  if (onlyGot + either < get.quantity) return shortOf('get', get.quantity, onlyGot + either)
  return shortOf('buyAndGet', buy.quantity + get.quantity, onlyBought + onlyGot + either)
}

/** The first failure becomes the reason: failures the buyer can't fix come before those they can. */
const CHECKS: readonly Check[] = [
  isActive,
  hasStarted,
  hasNotEnded,
  hasUsesLeft,
  isInCurrency,
  isKnownCustomer,
  isInSegment,
  hasCustomerTag,
  isFirstOrder,
  isWithinCustomerLimit,
  isInCountry,
  hasMatchingItems,
  hasQuantity,
  hasAmount,
  reachesTier,
  dealFits,
]

function isEligible(candidate: Candidate, input: PricingInput): boolean {
  for (const check of CHECKS) if (check(candidate, input)) return false
  return true
}

/** Returns all unmet conditions in the order of the checks; empty if eligible. */
const checkConditions = (candidate: Candidate, input: PricingInput): FailedCondition[] =>
  CHECKS.flatMap((check) => check(candidate, input) ?? [])

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
    const { promotionId, active, exhausted, isOfOtherCustomer = false } = code
    const isUsable = active && !exhausted && !isOfOtherCustomer
    if (promotionId !== null && isUsable && !first.has(promotionId)) first.set(promotionId, code)
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
