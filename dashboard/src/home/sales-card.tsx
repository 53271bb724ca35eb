import { Box, Group, NativeSelect, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { ChartFrame } from '../reports/chart-frame.tsx'
import { formatCount } from '../reports/report-labels.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { formatMoney, type Money } from '../ui/money.ts'
import { type CurrencySales, type SalesReport, useSalesReport } from './home.ts'
import { formatChange, formatCompact, formatRate, PERIODS } from './home-labels.ts'
import { SalesBreakdown } from './sales-breakdown.tsx'
import classes from './sales-card.module.css'
import { formatKey, salesPaths, salesRange, toBars } from './sales-chart.ts'

const DEFAULT_PERIOD = '30'

export function SalesCard() {
  const [stored, setPeriod] = useLocalStorage({
    key: 'storedesk.sales-period',
    defaultValue: DEFAULT_PERIOD,
    getInitialValueInEffect: false,
  })
  const period = PERIODS.find(({ value }) => value === stored) ?? PERIODS[2]
  const [chosenCurrency, setCurrency] = useState('')
  const report = useSalesReport(Number(period.value))
  const currencies = report.data?.data.map(({ currency }) => currency) ?? []
  const sales = report.data?.data.find(({ currency }) => currency === chosenCurrency) ?? report.data?.data[0]
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-labelledby="sales">
      <Stack gap="lg">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id="sales">
            Sales
          </Title>
          <Group gap="sm">
            {currencies.length > 1 ? (
              <NativeSelect
                size="xs"
                aria-label="Currency"
                data={currencies}
                value={sales?.currency}
                onChange={(event) => setCurrency(event.currentTarget.value)}
              />
            ) : null}
            <SegmentedControl
              size="xs"
              aria-label="Period"
              data={PERIODS.map(({ value, label }) => ({ value, label }))}
              value={period.value}
              onChange={setPeriod}
            />
          </Group>
        </Group>
        <ErrorAlert error={report.error} title="Couldn't load the sales" onRetry={() => void report.refetch()} />
        {report.isPending ? <Loading what="sales" /> : null}
        {report.data && sales ? (
          <Stack gap="lg" style={{ opacity: report.isPlaceholderData ? 0.6 : 1 }}>
            <Figures report={report.data} sales={sales} />
            <SalesChart report={report.data} sales={sales} />
            <SalesBreakdown report={report.data} sales={sales} comparedTo={period.comparedTo} />
          </Stack>
        ) : null}
      </Stack>
    </Paper>
  )
}

function Figures({
  report: { conversion },
  sales: { current, previous },
}: {
  report: SalesReport
  sales: CurrencySales
}) {
  const rateOf = ({ carts, converted }: SalesReport['conversion']['current']) => (carts === 0 ? 0 : converted / carts)
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing="lg" m={0}>
      <Figure
        label="Total sales"
        value={formatMoney(current.totalSales)}
        change={changeOf(current.totalSales, previous.totalSales)}
      />
      <Figure
        label="Orders"
        value={formatCount(current.orders)}
        change={formatChange(current.orders, previous.orders)}
      />
      <Figure
        label="Average order value"
        value={current.averageOrderValue ? formatMoney(current.averageOrderValue) : '–'}
        change={formatChange(current.averageOrderValue?.amount ?? 0, previous.averageOrderValue?.amount ?? 0)}
      />
      <Figure
        label="Conversion"
        value={formatRate(conversion.current)}
        change={formatChange(rateOf(conversion.current), rateOf(conversion.previous))}
      />
    </SimpleGrid>
  )
}

const changeOf = (current: Money, previous: Money) => formatChange(current.amount, previous.amount)

function Figure({ label, value, change }: { label: string; value: string; change: string }) {
  const direction = change.startsWith('+') ? 'up' : change.startsWith('-') ? 'down' : undefined
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Box component="dd" m={0} className={classes.figure ?? ''}>
        <span className={classes.value}>{value}</span>
        {/* Nothing to compare. */}
        {value === '–' ? null : (
          <span className={classes.change} data-direction={direction}>
            {change}
          </span>
        )}
      </Box>
    </div>
  )
}

function SalesChart({ report, sales }: { report: SalesReport; sales: CurrencySales }) {
  const bars = toBars(sales)
  const range = salesRange(bars)
  const inCurrency = (value: number) => formatCompact(value, sales.currency)
  const { current, previous } = sales
  const what = report.interval === 'hour' ? 'per hour' : 'per day'
  return (
    <div className={classes.chart}>
      <ChartFrame
        periods={bars}
        summary={`Chart of total sales ${what}. ${formatMoney(current.totalSales)} in this period, ${formatMoney(previous.totalSales)} in the one before.`}
        min={range.min}
        max={range.max}
        formatValue={inCurrency}
        formatLabel={formatKey}
        formatTitle={formatKey}
        describe={(bar) => describeBar(bar, sales)}
      >
        {(frame) => {
          const paths = salesPaths(bars, range, frame)
          return (
            <>
              <path className={classes.current} d={paths.current} />
              <path className={classes.previous} d={paths.previous} />
            </>
          )
        }}
      </ChartFrame>
      <Group gap="lg" mt="xs" aria-hidden>
        <Legend className={classes.currentMark} label="This period" />
        <Legend className={classes.previousMark} label="Period before" />
      </Group>
    </div>
  )
}

function describeBar({ key }: { key: string }, { points }: CurrencySales): string[] {
  const point = points.find((one) => one.key === key)
  if (!point) return []
  const { totalSales, previousTotalSales, orders } = point
  return [
    ...(totalSales
      ? [`${formatMoney(totalSales)} · ${orders === 1 ? '1 order' : `${formatCount(orders)} orders`}`]
      : []),
    `${formatMoney(previousTotalSales)} in the period before`,
  ]
}

const Legend = ({ className, label }: { className: string | undefined; label: string }) => (
  <Group gap={8} wrap="nowrap">
    <span className={className} />
    <Text size="xs" c="dimmed">
      {label}
    </Text>
  </Group>
)
