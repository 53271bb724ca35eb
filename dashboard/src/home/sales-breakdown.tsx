import { Text } from '@mantine/core'
import { formatPeriod } from '../reports/report-labels.ts'
import { formatMoney, type Money } from '../ui/money.ts'
import type { CurrencySales, SalesReport } from './home.ts'
import classes from './sales-breakdown.module.css'

interface Props {
  report: SalesReport
  sales: CurrencySales
  comparedTo: string
}

/** How the figures are calculated, with the amounts: a number that nobody can explain is not trusted. */
export function SalesBreakdown({ report, sales: { current }, comparedTo }: Props) {
  const { carts, converted } = report.conversion.current
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>How these figures are calculated</summary>
      <dl className={classes.amounts}>
        <Amount label="Gross sales" about="Price × quantity, without gift cards" value={current.grossSales} />
        <Amount label="Discounts" value={current.discounts} isSubtracted />
        <Amount label="Returns" about="On the day of the refund" value={current.returns} isSubtracted />
        <Amount label="Net sales" value={current.netSales} isTotal />
        <Amount label="Shipping" value={current.shipping} />
        <Amount label="Taxes" value={current.taxes} />
        <Amount label="Total sales" value={current.totalSales} isTotal />
      </dl>
      <Text size="sm" c="dimmed" mt="sm">
        {`Average order value: (gross sales − discounts) ÷ orders. Conversion: carts with items that became an order ÷ carts with items, ${converted} of ${carts}. Drafts and canceled orders don't count. ${formatPeriod(report)} in the time zone ${report.timeZone}, compared with ${comparedTo}${report.interval === 'day' ? ' up to this time of day' : ''}.`}
      </Text>
    </details>
  )
}

interface AmountProps {
  label: string
  about?: string
  value: Money
  isSubtracted?: boolean
  isTotal?: boolean
}

function Amount({ label, about, value, isSubtracted = false, isTotal = false }: AmountProps) {
  const shown = isSubtracted && value.amount !== 0 ? { ...value, amount: -value.amount } : value
  return (
    <div className={classes.amount} data-total={isTotal || undefined}>
      <dt>
        {label}
        {about ? <span className={classes.about}>{about}</span> : null}
      </dt>
      <dd>{formatMoney(shown)}</dd>
    </div>
  )
}
