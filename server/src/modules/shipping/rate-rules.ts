import { isDeepStrictEqual } from 'node:util'
import { amountFaults, amountsOf, currenciesOf, type MoneyList, moneyListOf } from '../../kit/amounts.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { toPlainText } from '../../kit/money-text.ts'
import type { RatePrice } from '../pricing/rules.ts'
import type { Price, Rate } from './rate-schemas.ts'

/** What a rate costs, as it is kept: amounts by currency in place of lists. */
export function storedPrice(price: Price): RatePrice {
  switch (price.kind) {
    case 'flat':
      return { kind: 'flat', amounts: amountsOf(price.amounts) }
    case 'weight':
      return {
        kind: 'weight',
        steps: price.steps.map(({ upToGrams, amounts }) => ({ upToGrams, amounts: amountsOf(amounts) })),
      }
    case 'price':
      return {
        kind: 'price',
        steps: price.steps.map(({ upTo, amounts }) => ({ upTo: upTo && amountsOf(upTo), amounts: amountsOf(amounts) })),
      }
    case 'item':
      return { kind: 'item', first: amountsOf(price.first), further: amountsOf(price.further) }
    case 'carrier': {
      const { kind, carrier, service, fallback } = price
      return { kind, carrier, service, ...(fallback && { fallback: amountsOf(fallback) }) }
    }
  }
}

/** The way back, to the wire. */
export function shownPrice(price: RatePrice): Price {
  switch (price.kind) {
    case 'flat':
      return { kind: 'flat', amounts: moneyListOf(price.amounts) }
    case 'weight':
      return {
        kind: 'weight',
        steps: price.steps.map(({ upToGrams, amounts }) => ({ upToGrams, amounts: moneyListOf(amounts) })),
      }
    case 'price':
      return {
        kind: 'price',
        steps: price.steps.map(({ upTo, amounts }) => ({
          upTo: upTo && moneyListOf(upTo),
          amounts: moneyListOf(amounts),
        })),
      }
    case 'item':
      return { kind: 'item', first: moneyListOf(price.first), further: moneyListOf(price.further) }
    case 'carrier': {
      const { kind, carrier, service, fallback } = price
      return { kind, carrier, service, ...(fallback && { fallback: moneyListOf(fallback) }) }
    }
  }
}

type Fields = Pick<Rate, 'type' | 'zoneId' | 'locationId' | 'price' | 'freeFrom' | 'minDays' | 'maxDays'>

/** What the shape can't say, all of it at once. */
export function refuseUnfitRate({ type, zoneId, locationId, price, freeFrom, minDays, maxDays }: Fields): void {
  const [wanted, unwanted] =
    type === 'pickup' ? (['locationId', 'zoneId'] as const) : (['zoneId', 'locationId'] as const)
  const places = { zoneId, locationId }
  const faults = [
    ...(places[wanted] === null ? [{ path: `/${wanted}`, message: `is required for ${type}` }] : []),
    ...(places[unwanted] === null ? [] : [{ path: `/${unwanted}`, message: `must be null or left out for ${type}` }]),
    ...priceFaults(price),
    ...(freeFrom ? amountFaults(freeFrom, '/freeFrom') : []),
    ...((minDays ?? 0) > (maxDays ?? 365) ? [{ path: '/maxDays', message: 'must not be less than minDays' }] : []),
  ]
  if (faults.length > 0) throw invalidRequest('The rate is not valid.', faults)
}

function priceFaults(price: Price): ErrorDetail[] {
  switch (price.kind) {
    case 'flat':
      return amountFaults(price.amounts, '/price/amounts')
    case 'weight':
      return price.steps.flatMap(({ upToGrams, amounts }, at) => [
        ...amountFaults(amounts, `/price/steps/${at}/amounts`),
        ...openFaults(upToGrams, at, price.steps.length, 'upToGrams'),
        ...risingFaults(upToGrams, price.steps[at - 1]?.upToGrams, `/price/steps/${at}/upToGrams`, inGrams),
      ])
    case 'price':
      return price.steps.flatMap((_, at) => priceStepFaults(price.steps, at))
    case 'item':
      return [
        ...amountFaults(price.first, '/price/first'),
        ...amountFaults(price.further, '/price/further'),
        ...currencyFaults(price.further, price.first, '/price/further'),
      ]
    case 'carrier':
      return price.fallback ? amountFaults(price.fallback, '/price/fallback') : []
  }
}

type PriceSteps = Extract<Price, { kind: 'price' }>['steps']

function priceStepFaults(steps: PriceSteps, at: number): ErrorDetail[] {
  const { upTo = null, amounts = [] } = steps[at] ?? {}
  const path = `/price/steps/${at}`
  const before = new Map(steps[at - 1]?.upTo?.map(({ currency, amount }) => [currency, amount]))
  return [
    ...amountFaults(amounts, `${path}/amounts`),
    ...openFaults(upTo, at, steps.length, 'upTo'),
    ...(upTo ? [...amountFaults(upTo, `${path}/upTo`), ...currencyFaults(upTo, amounts, `${path}/upTo`)] : []),
    ...(upTo ?? []).flatMap(({ currency, amount }, place) =>
      risingFaults(amount, before.get(currency), `${path}/upTo/${place}/amount`, (end) =>
        toPlainText({ amount: end, currency }),
      ),
    ),
  ]
}

const openFaults = (end: unknown, at: number, count: number, field: string): ErrorDetail[] =>
  end === null && at < count - 1
    ? [{ path: `/price/steps/${at}/${field}`, message: 'may be null only in the last step' }]
    : []

const risingFaults = (
  end: number | null,
  before: number | null | undefined,
  path: string,
  inWords: (end: number) => string,
): ErrorDetail[] =>
  end !== null && typeof before === 'number' && end <= before
    ? [{ path, message: `must be more than the ${inWords(before)} of the step before` }]
    : []

const inGrams = (grams: number): string => `${grams} g`

/** Where two amounts belong together, one without the other would leave a currency without a price. */
const currencyFaults = (list: MoneyList, other: MoneyList, path: string): ErrorDetail[] =>
  isDeepStrictEqual(currenciesOf(list), currenciesOf(other))
    ? []
    : [{ path, message: `must name the same currencies as its amounts: ${currenciesOf(other).join(', ')}` }]
