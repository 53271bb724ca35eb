import { otherCurrencyAmounts, toAmountInput } from '../ui/amounts.ts'
import { type Money, moneyInputError, parseMoney } from '../ui/money.ts'

/**
 * An amount as typed, in the shop's currency. Amounts in other currencies are not shown and are sent back unchanged.
 */
export interface AmountFields {
  text: string
  otherCurrencies: Money[]
}

export const EMPTY_AMOUNT: AmountFields = { text: '', otherCurrencies: [] }

export const toAmountFields = (amounts: Money[] | undefined, currency: string): AmountFields => ({
  text: toAmountInput(amounts, currency),
  otherCurrencies: otherCurrencyAmounts(amounts, currency),
})

/** The shop's currency comes first. */
export function toAmounts({ text, otherCurrencies }: AmountFields, currency: string): Money[] {
  const money = parseMoney(text, currency)
  return money ? [money, ...otherCurrencies] : otherCurrencies
}

/** For lists that may be absent but never empty. */
export const toOptionalAmounts = (fields: AmountFields, currency: string): Money[] | undefined => {
  const amounts = toAmounts(fields, currency)
  return amounts.length > 0 ? amounts : undefined
}

export const validateAmount = ({ text }: AmountFields, currency: string): string | undefined =>
  moneyInputError(text, currency, { min: 1 })

export const isInvalidAmount = (fields: AmountFields, currency: string): boolean =>
  validateAmount(fields, currency) !== undefined

export const isMissingAmount = (fields: AmountFields, currency: string): boolean =>
  isInvalidAmount(fields, currency) || toAmounts(fields, currency).length === 0
