import { isCountry } from '../../kit/countries.ts'
import { isCurrency } from '../../kit/currencies.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { AmountList, Benefit } from './benefit-schema.ts'
import type { Tier } from './rule-parts.ts'
import type { PromotionChanges } from './schemas.ts'

/** What no schema can say. */
export function refuseUnfit(given: PromotionChanges): void {
  const faults = [
    ...faultyAmounts(given.budgets, '/budgets'),
    ...faultyAmounts(given.conditions?.minAmounts, '/conditions/minAmounts'),
    ...faultyCountries(given.conditions?.countries ?? []),
    ...(given.benefit ? faultyBenefit(given.benefit, '/benefit') : []),
  ]
  if (faults.length > 0) throw invalidRequest('The promotion is not valid.', faults)
}

const faultIf = (isFaulty: boolean, path: string, message: string): ErrorDetail[] =>
  isFaulty ? [{ path, message }] : []

/** No cart is shipped to one that there is not, so it would never apply. */
const faultyCountries = (countries: readonly string[]): ErrorDetail[] =>
  countries.flatMap((country, at) =>
    faultIf(!isCountry(country), `/conditions/countries/${at}`, 'is not a country of ISO 3166-1'),
  )

function faultyBenefit(benefit: Benefit, path: string): ErrorDetail[] {
  switch (benefit.kind) {
    case 'percentage':
      return [
        ...faultyPercentage(benefit.percentage, `${path}/percentage`),
        ...faultyAmounts(benefit.maxAmounts, `${path}/maxAmounts`),
      ]
    case 'fixed':
      return [
        ...faultyAmounts(benefit.amounts, `${path}/amounts`),
        ...faultIf(benefit.each === true && benefit.on !== 'line', `${path}/each`, 'is only for benefits on "line"'),
      ]
    case 'fixedPrice':
      return faultyAmounts(benefit.amounts, `${path}/amounts`)
    case 'buyXGetY':
      return faultyPercentage(benefit.get.percentage, `${path}/get/percentage`)
    case 'tiered':
      return benefit.tiers.flatMap((tier, at) => [
        ...faultyTier(tier, benefit.by, `${path}/tiers/${at}`),
        ...faultyRise(benefit.tiers[at - 1], tier, `${path}/tiers/${at}/from`),
      ])
    case 'gift':
      return []
    case 'freeShipping':
      return faultyAmounts(benefit.maxAmounts, `${path}/maxAmounts`)
  }
}

/** 12.55 times 100 is not whole in binary: the nearest number of two decimals must be the very number. */
const faultyPercentage = (percentage: number | undefined, path: string): ErrorDetail[] =>
  faultIf(
    percentage !== undefined && Number(percentage.toFixed(2)) !== percentage,
    path,
    'must have at most two decimals',
  )

const faultyAmounts = (list: AmountList | null | undefined, path: string): ErrorDetail[] =>
  (list ?? []).flatMap(({ currency }, at) => [
    ...faultIf(!isCurrency(currency), `${path}/${at}/currency`, 'must be a currency of ISO 4217'),
    ...faultIf(list?.findIndex((other) => other.currency === currency) !== at, `${path}/${at}/currency`, TWICE),
  ])

const TWICE = 'is there already: give one amount a currency'

function faultyTier({ from, percentage, amounts }: Tier, by: 'quantity' | 'amount', path: string): ErrorDetail[] {
  const isCounted = typeof from === 'number'
  return [
    ...faultIf(by === 'quantity' && !isCounted, `${path}/from`, 'must be a whole number where tiers go by quantity'),
    ...faultIf(by === 'amount' && isCounted, `${path}/from`, 'must be amounts where tiers go by amount'),
    ...faultIf((percentage === undefined) === (amounts === undefined), path, 'must have either percentage or amounts'),
    ...faultyPercentage(percentage, `${path}/percentage`),
    ...faultyAmounts(amounts, `${path}/amounts`),
    ...(isCounted ? [] : faultyAmounts(from, `${path}/from`)),
  ]
}

/** In every currency: a tier that is reached in one currency and left out in another would surprise everybody. */
function faultyRise(before: Tier | undefined, tier: Tier, path: string): ErrorDetail[] {
  if (!before) return []
  const [low, high] = [before.from, tier.from]
  if (typeof low === 'number' || typeof high === 'number') return faultIf(!(Number(high) > Number(low)), path, RISE)
  const risen = high.filter(({ amount, currency }) =>
    low.some((one) => one.currency === currency && amount > one.amount),
  )
  return faultIf(risen.length !== low.length || high.length !== low.length, path, RISE)
}

const RISE = 'must be higher than in the tier before, in the same currencies'
