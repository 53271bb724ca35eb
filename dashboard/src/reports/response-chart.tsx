import classes from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import { type ChartPeriod, linePath } from './report-charts.ts'
import { formatMinutes } from './report-labels.ts'

const HOUR_MINUTES = 60

export function ResponseChart({ periods, median }: { periods: ChartPeriod[]; median: number }) {
  const values = periods.map(({ firstResponse }) => firstResponse)
  const longest = Math.max(1, ...values.map((value) => value ?? 0))
  // Whole hours, so that the labels of the axis are short.
  const max = Math.ceil(longest / (2 * HOUR_MINUTES)) * 2 * HOUR_MINUTES
  return (
    <div className={classes.chart}>
      <ChartFrame
        periods={periods}
        summary={`Chart of the time to the first response. Median of the period: ${formatMinutes(median)}.`}
        max={max}
        formatValue={formatMinutes}
        describe={({ firstResponse }) => [
          firstResponse === null ? 'Nothing answered' : `${formatMinutes(firstResponse)} to the first response`,
        ]}
      >
        {(frame) => <path className={classes.line} d={linePath(values, max, frame)} />}
      </ChartFrame>
    </div>
  )
}
