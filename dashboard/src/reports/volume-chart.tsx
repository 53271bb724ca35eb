import { Group, Text } from '@mantine/core'
import classes from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import { type ChartPeriod, volumeMax, volumePaths } from './report-charts.ts'
import { formatCount } from './report-labels.ts'

const describe = ({ created, resolved, backlog }: ChartPeriod) => [
  `${formatCount(created)} created`,
  `${formatCount(resolved)} resolved`,
  `${formatCount(backlog)} in the backlog`,
]

export function VolumeChart({ periods, summary }: { periods: ChartPeriod[]; summary: string }) {
  return (
    <div className={classes.chart}>
      <Group gap="lg" mb={4} aria-hidden>
        <Legend color="var(--created)" label="Created" />
        <Legend color="var(--resolved)" label="Resolved" />
      </Group>
      <ChartFrame
        periods={periods}
        summary={summary}
        max={volumeMax(periods)}
        formatValue={formatCount}
        describe={describe}
      >
        {(frame) => {
          const paths = volumePaths(periods, frame)
          return (
            <>
              <path className={classes.created} d={paths.created} />
              <path className={classes.resolved} d={paths.resolved} />
            </>
          )
        }}
      </ChartFrame>
    </div>
  )
}

function Legend({ color, label }: { color: string; label: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <span className={classes.swatch} style={{ background: color }} />
      <Text size="sm">{label}</Text>
    </Group>
  )
}
