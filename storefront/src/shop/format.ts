import { currencyDecimals, type Money } from '@storedesk/sdk'
import { useShop } from './shop-context.tsx'

export const formatMoney = ({ amount, currency }: Money, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 10 ** currencyDecimals(currency))

/** Formats in the language of the shop. The same on the server and in the browser, so dates are UTC. */
export function useFormat() {
  const locale = useShop().layout.theme.locales.default
  return {
    money: (money: Money) => formatMoney(money, locale),
    /** Of something that may cost nothing. */
    price: (money: Money) => (money.amount > 0 ? formatMoney(money, locale) : 'Free'),
    discount: (money: Money) => `−${formatMoney(money, locale)}`,
    country: (code: string) => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code,
    date: (time: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time)),
  }
}
