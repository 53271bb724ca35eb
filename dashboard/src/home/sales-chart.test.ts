import { expect, it } from 'vitest'
import type { CurrencySales } from './home.ts'
import { formatKey, salesPaths, salesRange, toBars } from './sales-chart.ts'

const money = (amount: number) => ({ amount, currency: 'JPY' })
const point = (key: string, sales: number | null, previous: number) => ({
  key,
  orders: 1,
  totalSales: sales === null ? null : money(sales),
  previousTotalSales: money(previous),
})
const bars = toBars({
  currency: 'JPY',
  points: [point('2026-11-15T09', 400, 100), point('2026-11-15T10', -90, 0), point('2026-11-15T11', null, 50)],
} as CurrencySales)

it('draws sales as bars from the zero line, negative ones below it, and nothing for hours to come', () => {
  const range = salesRange(bars)
  expect(range).toEqual({ min: -100, max: 400 })
  const { current, previous } = salesPaths(bars, range, { left: 0, top: 0, width: 300, height: 500 })
  expect(current).toBe('M12.5 400v-400h75v400zM112.5 400v90h75v-90z')
  expect(previous).toBe('M50 300L150 400L250 350')
})

it('labels hours and days', () => {
  expect(bars.map(formatKey)).toEqual(['9:00', '10:00', '11:00'])
  expect(formatKey({ key: '2026-11-15' })).toBe('Nov 15')
})
