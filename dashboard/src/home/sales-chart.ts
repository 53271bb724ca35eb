import { currencyDecimals } from '../../../sdk/src/money.ts'
import { roundAxisMax } from '../rate-limits/request-history.ts'
import { type Frame, GAP_RATIO, round } from '../reports/report-charts.ts'
import { formatDay } from '../reports/report-labels.ts'
import type { CurrencySales } from './home.ts'

/** An hour or a day, with amounts in whole units of the currency: enough for a chart. */
export interface SalesBar {
  from: string
  to: string
  key: string
  orders: number
  /** Null for hours to come. */
  sales: number | null
  previous: number
}

export function toBars({ currency, points }: CurrencySales): SalesBar[] {
  const unit = 10 ** currencyDecimals(currency)
  return points.map(({ key, orders, totalSales, previousTotalSales }) => ({
    from: key.slice(0, 10),
    to: key.slice(0, 10),
    key,
    orders,
    sales: totalSales && totalSales.amount / unit,
    previous: previousTotalSales.amount / unit,
  }))
}

export interface Range {
  min: number
  max: number
}

/** Days on which more was returned than sold are below 0. */
export function salesRange(bars: SalesBar[]): Range {
  const values = bars.flatMap(({ sales, previous }) => [sales ?? 0, previous])
  const lowest = Math.min(0, ...values)
  return {
    min: lowest < 0 ? -roundAxisMax(Math.ceil(-lowest)) : 0,
    max: roundAxisMax(Math.ceil(Math.max(0, ...values))),
  }
}

const MIN_BAR_PX = 2

/** One path for the period, and a line for the one before. */
export function salesPaths(bars: SalesBar[], { min, max }: Range, { left, top, width, height }: Frame) {
  const slot = width / bars.length
  const y = (value: number) => top + height - ((value - min) / (max - min)) * height
  const bar = (value: number, index: number) => {
    const heightPx = Math.sign(value) * Math.max(MIN_BAR_PX, Math.abs(y(0) - y(value)))
    const [x, barWidth] = [left + (index + GAP_RATIO / 2) * slot, slot * (1 - GAP_RATIO)]
    return `M${round(x)} ${round(y(0))}v${-round(heightPx)}h${round(barWidth)}v${round(heightPx)}z`
  }
  return {
    current: bars.map(({ sales }, index) => (sales ? bar(sales, index) : '')).join(''),
    previous: bars
      .map(
        ({ previous }, index) =>
          `${index === 0 ? 'M' : 'L'}${round(left + (index + 0.5) * slot)} ${round(y(previous))}`,
      )
      .join(''),
  }
}

/** "Nov 15", or "9:00" for an hour. */
export const formatKey = ({ key }: Pick<SalesBar, 'key'>) =>
  key.length > 10 ? `${Number(key.slice(11))}:00` : formatDay(key)
