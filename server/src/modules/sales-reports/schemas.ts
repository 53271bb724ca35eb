import { type Static, Type } from 'typebox'
import { Currency, Money } from '../../kit/money.ts'
import { Nullable, OneOf, Optional } from '../../kit/schema.ts'

/** Carts without an order are deleted after 60 days, so a longer comparison would count too few. */
const MAX_DAYS = 30
const DEFAULT_DAYS = 30

export const SalesReportQuery = Type.Object({
  days: Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DAYS,
      default: DEFAULT_DAYS,
      description: 'Number of days in the shop’s time zone, today included. 1 is today by the hour.',
    }),
  ),
})
export type SalesReportQuery = Static<typeof SalesReportQuery>

export const SalesFigures = Type.Object(
  {
    orders: Type.Integer({
      description: 'Orders placed, without drafts, canceled orders and orders of gift cards only.',
    }),
    grossSales: Money,
    discounts: Money,
    returns: Money,
    netSales: Money,
    shipping: Money,
    taxes: Money,
    totalSales: Money,
    averageOrderValue: Nullable(Money, {
      description: '(`grossSales` − `discounts`) ÷ `orders`. Null without orders.',
    }),
  },
  {
    description:
      '`grossSales`: price × quantity of the items, before discounts, returns, taxes and shipping, without gift cards. `returns`: refunds of items, without taxes, on the day of the refund; exchanged items count as returned. `netSales`: `grossSales` − `discounts` − `returns`. `shipping`: less its discounts and refunds, without taxes. `totalSales`: `netSales` + `shipping` + `taxes`.',
  },
)
export type SalesFigures = Static<typeof SalesFigures>

export const SalesPoint = Type.Object({
  key: Type.String({ description: 'The day, or the day and hour.', examples: ['2026-11-15', '2026-11-15T09'] }),
  orders: Type.Integer(),
  totalSales: Nullable(Money, { description: 'Null for hours to come.' }),
  previousTotalSales: Money,
})
export type SalesPoint = Static<typeof SalesPoint>

export const CurrencySales = Type.Object({
  currency: Currency,
  current: SalesFigures,
  previous: SalesFigures,
  points: Type.Array(SalesPoint, { description: 'Hours or days in their order, without gaps.' }),
})
export type CurrencySales = Static<typeof CurrencySales>

export const Conversion = Type.Object({
  carts: Type.Integer({ description: 'Carts with items that were created in the period.' }),
  converted: Type.Integer({ description: 'Those that became an order since.' }),
})
export type Conversion = Static<typeof Conversion>

const Day = Type.String({ format: 'date', examples: ['2026-11-15'] })

export const SalesReport = Type.Object({
  from: Day,
  to: Day,
  timeZone: Type.String(),
  interval: OneOf(['hour', 'day']),
  previous: Type.Object(
    { from: Day, to: Day },
    { description: 'The days before, up to the same time of the last day.' },
  ),
  conversion: Type.Object({ current: Conversion, previous: Conversion }),
  data: Type.Array(CurrencySales, { description: 'One entry per currency, the shop’s own first.' }),
  nextCursor: Type.Null(),
})
export type SalesReport = Static<typeof SalesReport>
