import { Group, Text } from '@mantine/core'
import { Hatching } from './hatching.tsx'
import classes from './history-chart.module.css'

const SIDE_PX = 14

export function ChartLegend({ hatching }: { hatching: string }) {
  return (
    <Group gap="lg" mb={4} aria-hidden>
      <Group gap={6} wrap="nowrap">
        <svg width={SIDE_PX} height={SIDE_PX} aria-hidden>
          <rect className={classes.accepted} width={SIDE_PX} height={SIDE_PX} rx={2} />
        </svg>
        <Text size="sm">Accepted</Text>
      </Group>
      <Group gap={6} wrap="nowrap">
        <svg width={SIDE_PX} height={SIDE_PX} aria-hidden>
          <defs>
            <Hatching id={hatching} />
          </defs>
          <rect fill={`url(#${hatching})`} width={SIDE_PX} height={SIDE_PX} rx={2} />
        </svg>
        <Text size="sm">Refused with 429</Text>
      </Group>
    </Group>
  )
}
