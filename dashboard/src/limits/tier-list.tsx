import { Paper, Text } from '@mantine/core'
import { Counted } from './counted.tsx'
import { limitInWords, titleOf } from './limit-words.ts'
import classes from './limits.module.css'
import type { Allowance } from './limits.ts'

export function TierList({ of }: { of: Allowance[] }) {
  return (
    <Paper withBorder component="ul" className={classes.list ?? ''} aria-label="Limits of requests from storefronts">
      {of.map((tier) => (
        <li key={tier.name} className={classes.row}>
          <div>
            <Text fw={600}>{titleOf(tier.name)}</Text>
            <Counted counts={tier.counts} />
          </div>
          <Text size="sm">{limitInWords(tier)}</Text>
          <Text size="sm" c="dimmed">
            for each client address
          </Text>
        </li>
      ))}
    </Paper>
  )
}
