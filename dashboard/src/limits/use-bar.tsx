import { Box, Group, Text } from '@mantine/core'
import { figuresInWords, LEVEL_WORDS } from './limit-words.ts'
import classes from './limits.module.css'
import type { PresentUse } from './present-use.ts'

export function UseBar({ title, of }: { title: string; of: PresentUse }) {
  const figures = figuresInWords(of)
  const verdict = LEVEL_WORDS[of.level]
  return (
    <div className={classes.use} data-level={of.level}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" className={classes.figures ?? ''}>
          {figures}
        </Text>
        <Text size="sm" fw={700} className={classes.verdict ?? ''}>
          {verdict}
        </Text>
      </Group>
      <Box
        role="meter"
        aria-label={`Use of ${title}`}
        aria-valuemin={0}
        aria-valuemax={of.limit}
        aria-valuenow={of.used}
        aria-valuetext={[figures, verdict].filter(Boolean).join(', ')}
        className={classes.track ?? ''}
      >
        <div className={classes.filled} style={{ width: `${of.share * 100}%` }} />
      </Box>
    </div>
  )
}
