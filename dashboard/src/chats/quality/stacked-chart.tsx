import { Group, Text } from '@mantine/core'
import { ChartFrame } from '../../reports/chart-frame.tsx'
import { formatCount } from '../../reports/report-labels.ts'
import { type Bar, barsMax, stackPath } from './quality.ts'
import classes from './stacked-chart.module.css'

export interface Series {
  label: string
  color: 'good' | 'neutral' | 'person' | 'warning' | 'bad'
}

interface Props {
  bars: Bar[]
  series: readonly Series[]
  summary: string
}

/** One bar per day, whose parts add up. */
export function StackedChart({ bars, series, summary }: Props) {
  return (
    <div className={classes.chart}>
      <Group gap="lg" mb={4} style={{ rowGap: 4 }} aria-hidden>
        {series.map(({ label, color }) => (
          <Group key={label} gap={6} wrap="nowrap">
            <span className={classes.swatch} data-color={color} />
            <Text size="sm">{label}</Text>
          </Group>
        ))}
      </Group>
      <ChartFrame
        periods={bars}
        summary={summary}
        max={barsMax(bars)}
        formatValue={formatCount}
        describe={({ counts }) => series.map(({ label }, index) => `${label}: ${formatCount(counts[index] ?? 0)}`)}
      >
        {(frame) =>
          series.map(({ label, color }, index) => (
            <path key={label} className={classes.part} data-color={color} d={stackPath(bars, index, frame)} />
          ))
        }
      </ChartFrame>
    </div>
  )
}
