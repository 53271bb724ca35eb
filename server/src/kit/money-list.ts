import { type Static, Type } from 'typebox'
import type { ErrorDetail } from './errors.ts'
import { isCurrency, NonNegativeMoney } from './money.ts'

/** Far enough below the largest safe integer that thousands of them can be summed. */
export const MAX_AMOUNT = 1_000_000_000_000

/** Money on the wire: a list with one amount per currency. */
export const MoneyList = Type.Array(NonNegativeMoney, {
  minItems: 1,
  maxItems: 50,
  description: `One amount per currency, each at most ${MAX_AMOUNT}.`,
  examples: [[{ amount: 490, currency: 'EUR' }]],
})
export type MoneyList = Static<typeof MoneyList>

/** As stored: by currency, for direct lookup. */
export const toAmountsByCurrency = (list: MoneyList): Record<string, number> =>
  Object.fromEntries(list.map(({ currency, amount }) => [currency, amount]))

export const toMoneyList = (amounts: Readonly<Record<string, number>>): MoneyList =>
  Object.entries(amounts)
    .map(([currency, amount]) => ({ amount, currency }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1))

/** Rules that the schema can't express: real currencies, each once, and amounts that can be summed. */
export const validateMoneyList = (list: MoneyList, path: string): ErrorDetail[] =>
  list.flatMap(({ amount, currency }, at) => [
    ...(isCurrency(currency) ? [] : [{ path: `${path}/${at}/currency`, message: 'must be an ISO 4217 currency code' }]),
    ...(list.findIndex((other) => other.currency === currency) < at
      ? [{ path: `${path}/${at}/currency`, message: `must not repeat ${currency}` }]
      : []),
    ...(amount > MAX_AMOUNT ? [{ path: `${path}/${at}/amount`, message: `must be at most ${MAX_AMOUNT}` }] : []),
  ])

export const currenciesOf = (list: MoneyList): string[] => list.map(({ currency }) => currency).sort()
