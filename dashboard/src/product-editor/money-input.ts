import { moneyText, parseMoney } from '../parts/money.ts'

/** What was understood, once the field is left: `19,9` becomes `19.90`. What was not stays as it was typed. */
export function tidyMoney(typed: string, currency: string): string {
  const money = parseMoney(typed, currency)
  return money ? moneyText(money) : typed
}
