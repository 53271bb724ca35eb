import { formatDecimal } from '../../../sdk/src/money.ts'
import { type Money, moneyInputError, parseMoney } from '../ui/money.ts'

/**
 * An amount as typed, in the shop's currency. Amounts in other currencies are not shown and are sent back unchanged.
 */
export interface AmountFields {
  text: string
  otherCurrencies: Money[]
}

export const EMPTY_AMOUNT: AmountFields = { text: '', otherCurrencies: [] }

export function toAmountFields(amounts: Money[] | undefined, currency: string): AmountFields {
  const shopAmount = amounts?.find((money) => money.currency === currency)
  return {
    text: shopAmount ? formatDecimal(shopAmount) : '',
    otherCurrencies: amounts?.filter((money) => money !== shopAmount) ?? [],
  }
}

/** `undefined` for an invalid or empty amount. */
export function amountInCurrency({ text }: AmountFields, currency: string): Money | undefined {
  const money = parseMoney(text, currency)
  return money && money.amount > 0 ? money : undefined
}

export function toAmounts(fields: AmountFields, currency: string): Money[] {
  const shopAmount = amountInCurrency(fields, currency)
  return shopAmount ? [shopAmount, ...fields.otherCurrencies] : fields.otherCurrencies
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
