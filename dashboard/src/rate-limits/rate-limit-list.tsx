import { Box, Code, Group, Paper, Text } from '@mantine/core'
import classes from './limits.module.css'
import { formatRateLimit, formatUsage, LEVEL_LABELS, limitTitle, splitCode } from './rate-limit-labels.ts'
import { type RateLimit, type RateLimitUsage, useServerTime } from './rate-limits.ts'
import { type CurrentUsage, currentUsage } from './usage.ts'

export function KeyLimitList({ of, clockOffsetMs }: { of: RateLimitUsage[]; clockOffsetMs: number }) {
  const now = useServerTime(clockOffsetMs)
  return (
    <Paper withBorder component="ul" className={classes.list ?? ''} aria-label="Limits for requests with an API key">
      {of.map((limit) => (
        <li key={limit.name} className={classes.row}>
          <div>
            <Text fw={600}>{limitTitle(limit.name)}</Text>
            <LimitScope counts={limit.counts} />
          </div>
          <Text size="sm">{formatRateLimit(limit)}</Text>
          <UsageBar title={limitTitle(limit.name)} of={currentUsage(limit, now)} />
        </li>
      ))}
    </Paper>
  )
}

export function StorefrontLimitList({ of }: { of: RateLimit[] }) {
  return (
    <Paper withBorder component="ul" className={classes.list ?? ''} aria-label="Limits for requests from storefronts">
      {of.map((limit) => (
        <li key={limit.name} className={classes.row}>
          <div>
            <Text fw={600}>{limitTitle(limit.name)}</Text>
            <LimitScope counts={limit.counts} />
          </div>
          <Text size="sm">{formatRateLimit(limit)}</Text>
          <Text size="sm" c="dimmed">
            per IP address
          </Text>
        </li>
      ))}
    </Paper>
  )
}

export function LimitScope({ counts }: { counts: string }) {
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {splitCode(counts).map(({ text, isCode }) => (isCode ? <Code key={text}>{text}</Code> : text))}
    </Text>
  )
}

export function UsageBar({ title, of }: { title: string; of: CurrentUsage }) {
  const usage = formatUsage(of)
  const levelLabel = LEVEL_LABELS[of.level]
  return (
    <div className={classes.use} data-level={of.level}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" className={classes.figures ?? ''}>
          {usage}
        </Text>
        <Text size="sm" fw={700} className={classes.verdict ?? ''}>
          {levelLabel}
        </Text>
      </Group>
      <Box
        role="meter"
        aria-label={`Usage of ${title}`}
        aria-valuemin={0}
        aria-valuemax={of.limit}
        aria-valuenow={of.used}
        aria-valuetext={[usage, levelLabel].filter(Boolean).join(', ')}
        className={classes.track ?? ''}
      >
        <div className={classes.filled} style={{ width: `${of.ratio * 100}%` }} />
      </Box>
    </div>
  )
}
