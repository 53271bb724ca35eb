import type { Ctx } from '../../ctx.ts'
import { type Money, money } from '../../kit/money.ts'
import { sum } from '../../kit/sum.ts'
import * as queries from './queries.ts'
import type { Conversion, CurrencySales, SalesFigures, SalesPoint, SalesReport } from './schemas.ts'

export async function getSalesReport(ctx: Ctx, days: number): Promise<SalesReport> {
  const period = await queries.resolvePeriod(ctx, days)
  const { timeZone, from, to } = period
  const interval = days === 1 ? 'hour' : 'day'
  const range: queries.SalesPeriod = {
    timeZone,
    start: new Date(period.startMs),
    previousStart: new Date(period.previousStartMs),
    previousEnd: new Date(period.previousEndMs),
    keyFormat: interval === 'hour' ? 'YYYY-MM-DD"T"HH24' : 'YYYY-MM-DD',
  }
  const [sales, returns, conversion] = await Promise.all([
    queries.loadSales(ctx, range),
    queries.loadReturns(ctx, range),
    queries.loadConversion(ctx, range),
  ])
  const rows = [...sales, ...returns]
  const keys = interval === 'hour' ? listHours(from) : listDays(from, days)
  const previousKeys = interval === 'hour' ? listHours(period.previousFrom) : listDays(period.previousFrom, days)
  const nowKey = interval === 'hour' ? `${to}T${twoDigits(period.hour)}` : to
  const currencies = [...new Set([period.currency, ...rows.map(({ currency }) => currency).toSorted()])]
  return {
    from,
    to,
    timeZone,
    interval,
    previous: { from: period.previousFrom, to: period.previousTo },
    conversion: { current: conversionOf(conversion, true), previous: conversionOf(conversion, false) },
    data: currencies.map((currency) => {
      const own = rows.filter((row) => row.currency === currency)
      return toCurrencySales(currency, own, { keys, previousKeys, nowKey })
    }),
    nextCursor: null,
  }
}

const DAY_MS = 86_400_000

const listDays = (from: string, days: number): string[] =>
  Array.from({ length: days }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10))

/** Always 24: where clocks change, an hour is empty or counts twice. */
const listHours = (day: string): string[] => Array.from({ length: 24 }, (_, hour) => `${day}T${twoDigits(hour)}`)

const twoDigits = (number: number) => String(number).padStart(2, '0')

interface Keys {
  keys: string[]
  previousKeys: string[]
  /** Later keys are in the future. */
  nowKey: string
}

function toCurrencySales(
  currency: string,
  rows: queries.SalesRow[],
  { keys, previousKeys, nowKey }: Keys,
): CurrencySales {
  const rowsOf = Map.groupBy(rows, ({ key }) => key)
  const rowsAt = (list: string[]) => list.flatMap((key) => rowsOf.get(key) ?? [])
  const totalAt = (key: string) => toFigures(currency, rowsAt([key])).totalSales
  return {
    currency,
    current: toFigures(currency, rowsAt(keys)),
    previous: toFigures(currency, rowsAt(previousKeys)),
    points: keys.map(
      (key, at): SalesPoint => ({
        key,
        orders: sum(rowsAt([key]).map(({ orders }) => orders)),
        totalSales: key > nowKey ? null : totalAt(key),
        previousTotalSales: totalAt(previousKeys[at] ?? ''),
      }),
    ),
  }
}

function toFigures(currency: string, rows: queries.SalesRow[]): SalesFigures {
  const total = (field: Exclude<keyof queries.SalesRow, 'currency' | 'key'>) => sum(rows.map((row) => row[field]))
  const inCurrency = (amount: number): Money => money(amount, currency)
  const [orders, gross, discounts, returns] = [total('orders'), total('gross'), total('discounts'), total('returns')]
  const [shipping, taxes] = [total('shipping'), total('taxes')]
  const net = gross - discounts - returns
  return {
    orders,
    grossSales: inCurrency(gross),
    discounts: inCurrency(discounts),
    returns: inCurrency(returns),
    netSales: inCurrency(net),
    shipping: inCurrency(shipping),
    taxes: inCurrency(taxes),
    totalSales: inCurrency(net + shipping + taxes),
    averageOrderValue: orders === 0 ? null : inCurrency(Math.round((gross - discounts) / orders)),
  }
}

function conversionOf(rows: (Conversion & { isCurrent: boolean })[], isCurrent: boolean): Conversion {
  const { carts = 0, converted = 0 } = rows.find((row) => row.isCurrent === isCurrent) ?? {}
  return { carts, converted }
}
