import { timesItFits } from './buy-x-get-y.ts'
import type { Candidate } from './candidates.ts'
import type { PricingInput } from './cart.ts'
import type { Rejection, Unmet } from './priced.ts'
import type { Amounts, Promotion } from './rules.ts'
import { tiersIn } from './tiers.ts'

/** Why a promotion does not apply to a cart, whatever else does. */
export interface Fault {
  reason: Rejection
  unmet: Unmet
}

type Check = (candidate: Candidate, input: PricingInput) => Fault | null

const fault = (
  reason: Rejection,
  rule: string,
  required: Unmet['required'],
  actual: Unmet['actual'],
  missing: number | null = null,
): Fault => ({ reason, unmet: { rule, required, actual, missing } })

/** Of a promotion, or of one of its codes. */
export const DISABLED = fault('inactive', 'enabled', 'enabled', 'disabled')
export const USED_UP = fault('usage_limit', 'uses', 'uses left', 'none')

const isEnabled: Check = ({ promotion }) => (promotion.enabled ? null : DISABLED)

const hasStarted: Check = ({ promotion, prepared }, { nowMs }) =>
  nowMs >= prepared.startsMs
    ? null
    : fault('not_started', 'startsAt', promotion.startsAt ?? '', new Date(nowMs).toISOString())

const hasNotEnded: Check = ({ promotion, prepared }, { nowMs }) =>
  nowMs < prepared.endsMs ? null : fault('expired', 'endsAt', promotion.endsAt ?? '', new Date(nowMs).toISOString())

const isLeft: Check = ({ promotion }) => (promotion.isExhausted ? USED_UP : null)

/** An empty table is the same as none. */
function lacks(amounts: Amounts | undefined, currency: string): boolean {
  if (!amounts || amounts[currency] !== undefined) return false
  for (const _other in amounts) return true
  return false
}

function amountTables({ benefit, conditions }: Promotion): (Amounts | undefined)[] {
  if (benefit.kind === 'percentage' || benefit.kind === 'freeShipping')
    return [conditions.minAmounts, benefit.maxAmounts]
  return 'amounts' in benefit ? [conditions.minAmounts, benefit.amounts] : [conditions.minAmounts]
}

/** A limit that has no amount in the cart's currency is no reason to give without limit: the promotion stays out. */
function isWithoutCurrency({ benefit, conditions }: Promotion, currency: string): boolean {
  if (lacks(conditions.minAmounts, currency)) return true
  if (benefit.kind === 'percentage' || benefit.kind === 'freeShipping') return lacks(benefit.maxAmounts, currency)
  if (benefit.kind === 'fixed' || benefit.kind === 'fixedPrice') return benefit.amounts[currency] === undefined
  return benefit.kind === 'tiered' && tiersIn(benefit, currency).length === 0
}

const isInCurrency: Check = ({ promotion }, { currency }) => {
  if (!isWithoutCurrency(promotion, currency)) return null
  const required = [...new Set(amountTables(promotion).flatMap((table) => Object.keys(table ?? {})))]
  return fault('currency_mismatch', 'currency', required, currency)
}

const isKnownCustomer: Check = ({ promotion: { conditions } }, { buyer }) => {
  const { segments, tags, firstOrder } = conditions.customer ?? {}
  if (buyer.isKnown || !(segments?.length || tags?.length || firstOrder)) return null
  return fault('login_required', 'customer', 'a known customer', null)
}

const isInSegment: Check = ({ promotion: { conditions } }, { buyer }) => {
  const segments = conditions.customer?.segments
  if (!segments?.length || !buyer.isKnown || buyer.segments.some((each) => segments.includes(each))) return null
  return fault('customer_ineligible', 'segments', segments, buyer.segments)
}

const isTagged: Check = ({ promotion: { conditions } }, { buyer }) => {
  const tags = conditions.customer?.tags
  if (!tags?.length || !buyer.isKnown || buyer.tags.some((each) => tags.includes(each))) return null
  return fault('customer_ineligible', 'tags', tags, buyer.tags)
}

const isFirstOrder: Check = ({ promotion: { conditions } }, { buyer }) => {
  if (!conditions.customer?.firstOrder || !buyer.isKnown || buyer.ordersCount === 0) return null
  return fault('customer_ineligible', 'firstOrder', 0, buyer.ordersCount)
}

const isWithinUses: Check = ({ promotion: { id, usesPerCustomer } }, { buyer }) => {
  if (usesPerCustomer === null) return null
  const used = buyer.uses.get(id) ?? 0
  return used < usesPerCustomer ? null : fault('customer_limit', 'usesPerCustomer', usesPerCustomer, used)
}

const isInCountry: Check = ({ promotion: { conditions } }, { destination: { country } }) => {
  const { countries } = conditions
  if (!countries?.length || (country && countries.includes(country.toUpperCase()))) return null
  return fault('country_ineligible', 'countries', countries, country)
}

const hasItems: Check = ({ meant, deal, promotion }) => {
  if (meant.length === 0) return fault('product_ineligible', 'items', 'at least one item that is meant', 0, 1)
  if (deal?.buy.length === 0 && promotion.benefit.kind === 'buyXGetY') {
    return fault('product_ineligible', 'buy', promotion.benefit.buy.quantity, 0, promotion.benefit.buy.quantity)
  }
  return null
}

const hasQuantity: Check = ({ promotion: { conditions }, units }) => {
  const least = conditions.minQuantity ?? 0
  return units >= least ? null : fault('minimum_quantity', 'minQuantity', least, units, least - units)
}

const hasAmount: Check = ({ promotion: { conditions }, amount }, { currency }) => {
  const least = conditions.minAmounts?.[currency] ?? 0
  return amount >= least ? null : fault('minimum_amount', 'minAmount', least, amount, least - amount)
}

const reachesTier: Check = ({ promotion: { benefit }, units, amount }, { currency }) => {
  if (benefit.kind !== 'tiered') return null
  const lowest = tiersIn(benefit, currency)[0]
  const reached = benefit.by === 'quantity' ? units : amount
  if (!lowest || reached >= lowest.from) return null
  const reason = benefit.by === 'quantity' ? 'minimum_quantity' : 'minimum_amount'
  return fault(reason, 'tier', lowest.from, reached, lowest.from - reached)
}

const dealFits: Check = ({ promotion: { benefit }, deal }) => {
  if (benefit.kind !== 'buyXGetY' || !deal || deal.buy.length === 0) return null
  const { buy, get, maxTimes } = benefit
  if (maxTimes === 0 || timesItFits(benefit, deal.units) > 0) return null
  const { onlyBought, onlyGot, either } = deal.units
  const short = (rule: string, required: number, actual: number) =>
    fault('minimum_quantity', rule, required, actual, Math.max(0, required - actual))
  if (onlyBought + either < buy.quantity) return short('buy', buy.quantity, onlyBought + either)
  if (onlyGot + either < get.quantity) return short('get', get.quantity, onlyGot + either)
  return short('buyAndGet', buy.quantity + get.quantity, onlyBought + onlyGot + either)
}

/** The first that fails is told as the reason: what can't be mended comes before what can. */
const CHECKS: readonly Check[] = [
  isEnabled,
  hasStarted,
  hasNotEnded,
  isLeft,
  isInCurrency,
  isKnownCustomer,
  isInSegment,
  isTagged,
  isFirstOrder,
  isWithinUses,
  isInCountry,
  hasItems,
  hasQuantity,
  hasAmount,
  reachesTier,
  dealFits,
]

export function isEligible(candidate: Candidate, input: PricingInput): boolean {
  for (const check of CHECKS) if (check(candidate, input)) return false
  return true
}

/** All that is not met, in the order of the checks; none: it is eligible. */
export const faultsOf = (candidate: Candidate, input: PricingInput): Fault[] =>
  CHECKS.flatMap((check) => check(candidate, input) ?? [])
