import { type Static, Type } from 'typebox'
import { isCurrency } from './currencies.ts'
import type { ErrorDetail } from './errors.ts'
import { moneyFrom } from './money.ts'

/** Far enough from the end of the exact integers that thousands of them can be added up. */
const MAX_AMOUNT = 1_000_000_000_000

/** Money on the wire: a list, one amount a currency. */
export const MoneyList = Type.Array(Type.Object(moneyFrom(0, MAX_AMOUNT)), {
  minItems: 1,
  maxItems: 50,
  description: 'One amount for each currency in which it applies.',
  examples: [[{ amount: 490, currency: 'EUR' }]],
})
export type MoneyList = Static<typeof MoneyList>

/** As it is kept: by currency, so that what is reckoned with is found and not searched. */
export const toAmountsByCurrency = (list: MoneyList): Record<string, number> =>
  Object.fromEntries(list.map(({ currency, amount }) => [currency, amount]))

export const toMoneyList = (amounts: Readonly<Record<string, number>>): MoneyList =>
  Object.entries(amounts)
    .map(([currency, amount]) => ({ amount, currency }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1))

/** What the shape can't say: real currencies, each once. */
export const validateMoneyList = (list: MoneyList, path: string): ErrorDetail[] =>
  list.flatMap(({ currency }, at) => [
    ...(isCurrency(currency) ? [] : [{ path: `${path}/${at}/currency`, message: 'is not a currency of ISO 4217' }]),
    ...(list.findIndex((other) => other.currency === currency) < at
      ? [{ path: `${path}/${at}/currency`, message: `${currency} is there twice` }]
      : []),
  ])

export const currenciesOf = (list: MoneyList): string[] => list.map(({ currency }) => currency).sort()
