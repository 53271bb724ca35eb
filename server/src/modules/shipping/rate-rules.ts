import { isDeepStrictEqual } from 'node:util'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { formatMoney } from '../../kit/money.ts'
import {
  currenciesOf,
  type MoneyList,
  toAmountsByCurrency,
  toMoneyList,
  validateMoneyList,
} from '../../kit/money-list.ts'
import type { RatePrice } from '../../pricing/rules.ts'
import type { Rate, RatePriceInput } from './schemas.ts'

/** The stored form has amounts keyed by currency instead of lists. */
export function toStoredPrice(price: RatePriceInput): RatePrice {
  switch (price.kind) {
    case 'flat':
      return { kind: 'flat', amounts: toAmountsByCurrency(price.amounts) }
    case 'weight':
      return {
        kind: 'weight',
        tiers: price.tiers.map(({ upToGrams, amounts }) => ({ upToGrams, amounts: toAmountsByCurrency(amounts) })),
      }
    case 'price':
      return {
        kind: 'price',
        tiers: price.tiers.map(({ upTo, amounts }) => ({
          upTo: upTo && toAmountsByCurrency(upTo),
          amounts: toAmountsByCurrency(amounts),
        })),
      }
    case 'item':
      return {
        kind: 'item',
        first: toAmountsByCurrency(price.first),
        additional: toAmountsByCurrency(price.additional),
      }
    case 'carrier': {
      const { kind, carrier, service, fallback } = price
      return { kind, carrier, service, ...(fallback && { fallback: toAmountsByCurrency(fallback) }) }
    }
  }
}

/** The inverse of `toStoredPrice`. */
export function toPriceResponse(price: RatePrice): RatePriceInput {
  switch (price.kind) {
    case 'flat':
      return { kind: 'flat', amounts: toMoneyList(price.amounts) }
    case 'weight':
      return {
        kind: 'weight',
        tiers: price.tiers.map(({ upToGrams, amounts }) => ({ upToGrams, amounts: toMoneyList(amounts) })),
      }
    case 'price':
      return {
        kind: 'price',
        tiers: price.tiers.map(({ upTo, amounts }) => ({
          upTo: upTo && toMoneyList(upTo),
          amounts: toMoneyList(amounts),
        })),
      }
    case 'item':
      return { kind: 'item', first: toMoneyList(price.first), additional: toMoneyList(price.additional) }
    case 'carrier': {
      const { kind, carrier, service, fallback } = price
      return { kind, carrier, service, ...(fallback && { fallback: toMoneyList(fallback) }) }
    }
  }
}

type RateFields = Pick<Rate, 'type' | 'zoneId' | 'locationId' | 'price' | 'freeFrom' | 'minDays' | 'maxDays'>

/** Rules that JSON Schema can't express. Reports all errors at once. */
export function assertValidRateFields({
  type,
  zoneId,
  locationId,
  price,
  freeFrom,
  minDays,
  maxDays,
}: RateFields): void {
  const [required, forbidden] =
    type === 'pickup' ? (['locationId', 'zoneId'] as const) : (['zoneId', 'locationId'] as const)
  const targets = { zoneId, locationId }
  const errors = [
    ...(targets[required] === null ? [{ path: `/${required}`, message: `is required for ${type}` }] : []),
    ...(targets[forbidden] === null ? [] : [{ path: `/${forbidden}`, message: `must be null or omitted for ${type}` }]),
    ...validatePrice(price),
    ...(freeFrom ? validateMoneyList(freeFrom, '/freeFrom') : []),
    ...((minDays ?? 0) > (maxDays ?? 365) ? [{ path: '/maxDays', message: 'must be at least minDays' }] : []),
  ]
  if (errors.length > 0) throw invalidRequest('The rate is not valid.', errors)
}

function validatePrice(price: RatePriceInput): ErrorDetail[] {
  switch (price.kind) {
    case 'flat':
      return validateMoneyList(price.amounts, '/price/amounts')
    case 'weight':
      return price.tiers.flatMap(({ upToGrams, amounts }, at) => [
        ...validateMoneyList(amounts, `/price/tiers/${at}/amounts`),
        ...validateOpenEnd(upToGrams, at, price.tiers.length, 'upToGrams'),
        ...validateAscending(upToGrams, price.tiers[at - 1]?.upToGrams, `/price/tiers/${at}/upToGrams`, formatGrams),
      ])
    case 'price':
      return price.tiers.flatMap((_, at) => validatePriceTier(price.tiers, at))
    case 'item':
      return [
        ...validateMoneyList(price.first, '/price/first'),
        ...validateMoneyList(price.additional, '/price/additional'),
        ...validateCurrencies(price.additional, price.first, '/price/additional'),
      ]
    case 'carrier':
      return price.fallback ? validateMoneyList(price.fallback, '/price/fallback') : []
  }
}

type PriceTiers = Extract<RatePriceInput, { kind: 'price' }>['tiers']

function validatePriceTier(tiers: PriceTiers, at: number): ErrorDetail[] {
  const { upTo = null, amounts = [] } = tiers[at] ?? {}
  const path = `/price/tiers/${at}`
  const before = new Map(tiers[at - 1]?.upTo?.map(({ currency, amount }) => [currency, amount]))
  return [
    ...validateMoneyList(amounts, `${path}/amounts`),
    ...validateOpenEnd(upTo, at, tiers.length, 'upTo'),
    ...(upTo ? [...validateMoneyList(upTo, `${path}/upTo`), ...validateCurrencies(upTo, amounts, `${path}/upTo`)] : []),
    ...(upTo ?? []).flatMap(({ currency, amount }, index) =>
      validateAscending(amount, before.get(currency), `${path}/upTo/${index}/amount`, (end) =>
        formatMoney({ amount: end, currency }),
      ),
    ),
  ]
}

const validateOpenEnd = (end: unknown, at: number, count: number, field: string): ErrorDetail[] =>
  end === null && at < count - 1
    ? [{ path: `/price/tiers/${at}/${field}`, message: 'must not be null except in the last tier' }]
    : []

const validateAscending = (
  end: number | null,
  before: number | null | undefined,
  path: string,
  format: (end: number) => string,
): ErrorDetail[] =>
  end !== null && typeof before === 'number' && end <= before
    ? [{ path, message: `must be more than ${format(before)}, the end of the previous tier` }]
    : []

const formatGrams = (grams: number): string => `${grams} g`

/** Two related amounts need the same currencies, or one currency would have no price. */
const validateCurrencies = (list: MoneyList, other: MoneyList, path: string): ErrorDetail[] =>
  isDeepStrictEqual(currenciesOf(list), currenciesOf(other))
    ? []
    : [{ path, message: `must have the same currencies as its amounts: ${currenciesOf(other).join(', ')}` }]
