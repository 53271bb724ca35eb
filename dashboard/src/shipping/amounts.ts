import { type Money, moneyFault, moneyText, parseMoney } from '../parts/money.ts'

/** Amounts in one currency, as a field shows them; nothing where the list has none. */
export const textIn = (list: Money[] | null | undefined, currency: string): string => {
  const money = list?.find((one) => one.currency === currency)
  return money ? moneyText(money) : ''
}

/** The list with what was typed in place of the amount in this currency. What it says in others stays. */
export function withText(list: Money[] | null | undefined, typed: string, currency: string): Money[] {
  const others = othersIn(list, currency)
  const money = parseMoney(typed, currency)
  return money ? [...others, money] : others
}

export const othersIn = (list: Money[] | null | undefined, currency: string): Money[] =>
  (list ?? []).filter((one) => one.currency !== currency)

/** As the server has it. */
export const MOST = 1_000_000_000_000

export const faultIn = (typed: string, currency: string): string | undefined =>
  moneyFault(typed, currency, { most: MOST })

export const isUnfit = (typed: string, currency: string): boolean => faultIn(typed, currency) !== undefined
