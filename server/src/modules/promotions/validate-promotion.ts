import type { Ctx } from '../../ctx.ts'
import { isCountry } from '../../kit/countries.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { validateMoneyList } from '../../kit/money-list.ts'
import type * as rules from '../../pricing/rules.ts'
import { assertReferencesExist, type Reference, selectionReferences } from '../catalog/references/references.ts'
import * as queries from './queries.ts'
import type { Tier } from './rule-conversion.ts'
import type { AmountList, Benefit } from './rule-schemas.ts'
import type { PromotionChanges } from './schemas.ts'

/** Checks that a schema can't express. */
export function assertValidRules(input: PromotionChanges): void {
  const errors = [
    ...validateAmounts(input.budgets, '/budgets'),
    ...validateAmounts(input.conditions?.minAmounts, '/conditions/minAmounts'),
    ...validateCountries(input.conditions?.countries ?? []),
    ...(input.benefit ? validateBenefit(input.benefit, '/benefit') : []),
  ]
  if (errors.length > 0) throw invalidRequest('The promotion is not valid.', errors)
}

const errorIf = (isInvalid: boolean, path: string, message: string): ErrorDetail[] =>
  isInvalid ? [{ path, message }] : []

/** No cart ships to an unknown country, so the promotion would never apply. */
const validateCountries = (countries: readonly string[]): ErrorDetail[] =>
  countries.flatMap((country, at) =>
    errorIf(!isCountry(country), `/conditions/countries/${at}`, 'must be an ISO 3166-1 country code, such as AT'),
  )

function validateBenefit(benefit: Benefit, path: string): ErrorDetail[] {
  switch (benefit.kind) {
    case 'percentage':
      return [
        ...validatePercentage(benefit.percentage, `${path}/percentage`),
        ...validateAmounts(benefit.maxAmounts, `${path}/maxAmounts`),
      ]
    case 'fixed':
      return [
        ...validateAmounts(benefit.amounts, `${path}/amounts`),
        ...errorIf(
          benefit.perUnit === true && benefit.target !== 'item',
          `${path}/perUnit`,
          'must be false or omitted unless target is "item"',
        ),
      ]
    case 'fixed_price':
      return validateAmounts(benefit.amounts, `${path}/amounts`)
    case 'buy_x_get_y':
      return validatePercentage(benefit.get.percentage, `${path}/get/percentage`)
    case 'tiered':
      return benefit.tiers.flatMap((tier, at) => [
        ...validateTier(tier, benefit.by, `${path}/tiers/${at}`),
        ...validateTierOrder(benefit.tiers[at - 1], tier, `${path}/tiers/${at}/from`),
      ])
    case 'gift':
      return []
    case 'free_shipping':
      return validateAmounts(benefit.maxAmounts, `${path}/maxAmounts`)
  }
}

/** 12.55 times 100 is not an integer in binary, so the value must equal its own rounding to two decimals. */
const validatePercentage = (percentage: number | undefined, path: string): ErrorDetail[] =>
  errorIf(
    percentage !== undefined && Number(percentage.toFixed(2)) !== percentage,
    path,
    'must have at most two decimals',
  )

const validateAmounts = (list: AmountList | null | undefined, path: string): ErrorDetail[] =>
  list ? validateMoneyList(list, path) : []

function validateTier({ from, percentage, amounts }: Tier, by: 'quantity' | 'amount', path: string): ErrorDetail[] {
  const isQuantity = typeof from === 'number'
  return [
    ...errorIf(by === 'quantity' && !isQuantity, `${path}/from`, 'must be a whole number for tiers by quantity'),
    ...errorIf(by === 'amount' && isQuantity, `${path}/from`, 'must be a list of amounts for tiers by amount'),
    ...errorIf((percentage === undefined) === (amounts === undefined), path, 'must have either percentage or amounts'),
    ...validatePercentage(percentage, `${path}/percentage`),
    ...validateAmounts(amounts, `${path}/amounts`),
    ...(isQuantity ? [] : validateAmounts(from, `${path}/from`)),
  ]
}

/** Checked in every currency: a tier reached in one currency and skipped in another would surprise everyone. */
function validateTierOrder(before: Tier | undefined, tier: Tier, path: string): ErrorDetail[] {
  if (!before) return []
  const [low, high] = [before.from, tier.from]
  if (typeof low === 'number' || typeof high === 'number')
    return errorIf(!(Number(high) > Number(low)), path, NOT_ASCENDING)
  const ascending = high.filter(({ amount, currency }) =>
    low.some((one) => one.currency === currency && amount > one.amount),
  )
  return errorIf(ascending.length !== low.length || high.length !== low.length, path, NOT_ASCENDING)
}

const NOT_ASCENDING = 'must be higher than in the previous tier, in the same currencies'

type Rule = Pick<rules.Promotion, 'items' | 'conditions' | 'benefit'>

export async function assertRuleReferencesExist(ctx: Ctx, rule: Rule, before?: Rule): Promise<void> {
  await assertReferencesExist(ctx, 'promotion', listReferences(rule), before ? listReferences(before) : [])
  const segmentIds = rule.conditions.customer?.segmentIds ?? []
  if (segmentIds.length === 0) return
  const existing = new Set<string>((await queries.lockSegments(ctx, segmentIds)).map(({ id }) => id))
  const details = segmentIds.flatMap((id, at) =>
    errorIf(!existing.has(id), `/conditions/customer/segmentIds/${at}`, 'does not exist'),
  )
  if (details.length > 0) throw invalidRequest('The promotion references segments that do not exist.', details)
}

function listReferences({ items, benefit }: Pick<Rule, 'items' | 'benefit'>): Reference[] {
  const itemReferences = selectionReferences(items, '/items')
  if (benefit.kind === 'gift') return [...itemReferences, { id: benefit.variantId, path: '/benefit/variantId' }]
  if (benefit.kind !== 'buy_x_get_y') return itemReferences
  const { buy, get } = benefit
  return [
    ...itemReferences,
    ...selectionReferences(buy.items, '/benefit/buy/items'),
    ...selectionReferences(get.items, '/benefit/get/items'),
  ]
}
