import { formatDecimal } from '../../../sdk/src/money.ts'
import { type Money, moneyInputError, parseMoney } from './money.ts'

/** The amount in this currency as an input value; empty if the list has none. */
export const toAmountInput = (amounts: Money[] | null | undefined, currency: string): string => {
  const money = amounts?.find((candidate) => candidate.currency === currency)
  return money ? formatDecimal(money) : ''
}

/** Replaces the amount in this currency with the typed one and keeps the other currencies. */
export function withAmount(amounts: Money[] | null | undefined, text: string, currency: string): Money[] {
  const otherAmounts = otherCurrencyAmounts(amounts, currency)
  const money = parseMoney(text, currency)
  return money ? [...otherAmounts, money] : otherAmounts
}

export const otherCurrencyAmounts = (amounts: Money[] | null | undefined, currency: string): Money[] =>
  (amounts ?? []).filter((candidate) => candidate.currency !== currency)

/** Mirrors the server's limit. */
export const MAX_AMOUNT = 1_000_000_000_000

export const validateAmount = (text: string, currency: string): string | undefined =>
  moneyInputError(text, currency, { max: MAX_AMOUNT })

export const isInvalidAmount = (text: string, currency: string): boolean => validateAmount(text, currency) !== undefined
