import { Paper, Text } from '@mantine/core'
import { Counted } from './counted.tsx'
import { limitInWords, titleOf } from './limit-words.ts'
import classes from './limits.module.css'
import type { ClassUse } from './limits.ts'
import { presentUse } from './present-use.ts'
import { useServerNow } from './server-now.ts'
import { UseBar } from './use-bar.tsx'

export function ClassList({ of, clockLeadMs }: { of: ClassUse[]; clockLeadMs: number }) {
  const now = useServerNow(clockLeadMs)
  return (
    <Paper withBorder component="ul" className={classes.list ?? ''} aria-label="Limits of requests with a key">
      {of.map((one) => (
        <li key={one.name} className={classes.row}>
          <div>
            <Text fw={600}>{titleOf(one.name)}</Text>
            <Counted counts={one.counts} />
          </div>
          <Text size="sm">{limitInWords(one)}</Text>
          <UseBar title={titleOf(one.name)} of={presentUse(one, now)} />
        </li>
      ))}
    </Paper>
  )
}
