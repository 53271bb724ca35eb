import { type Money, moneyFault, moneyText, parseMoney } from '../parts/money.ts'

/** An amount while it is typed, in the shop's currency. Those in other currencies are not shown, and go back as they came. */
export interface AmountFields {
  typed: string
  others: Money[]
}

export const NO_AMOUNT: AmountFields = { typed: '', others: [] }

export function toAmountFields(amounts: Money[] | undefined, currency: string): AmountFields {
  const own = amounts?.find((money) => money.currency === currency)
  return { typed: own ? moneyText(own) : '', others: amounts?.filter((money) => money !== own) ?? [] }
}

/** `undefined` for what is not an amount, or none. */
export function ownAmount({ typed }: AmountFields, currency: string): Money | undefined {
  const money = parseMoney(typed, currency)
  return money && money.amount > 0 ? money : undefined
}

export function toAmounts(fields: AmountFields, currency: string): Money[] {
  const own = ownAmount(fields, currency)
  return own ? [own, ...fields.others] : fields.others
}

/** For a list that may be missing, but never be empty. */
export const amountsOr = (fields: AmountFields, currency: string): Money[] | undefined => {
  const amounts = toAmounts(fields, currency)
  return amounts.length > 0 ? amounts : undefined
}

export const faultIn = ({ typed }: AmountFields, currency: string): string | undefined =>
  moneyFault(typed, currency, { least: 1 })

export const isUnreadable = (fields: AmountFields, currency: string): boolean => faultIn(fields, currency) !== undefined

export const isMissing = (fields: AmountFields, currency: string): boolean =>
  isUnreadable(fields, currency) || toAmounts(fields, currency).length === 0
