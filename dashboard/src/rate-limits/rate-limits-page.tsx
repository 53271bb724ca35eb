import { Anchor, Box, Code, Group, List, Paper, Text } from '@mantine/core'
import { useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { formatRateLimit, formatUsage, LEVEL_LABELS, limitTitle, splitCode } from './rate-limit-labels.ts'
import {
  type CurrentUsage,
  currentUsage,
  type RateLimit,
  type RateLimitUsage,
  useRateLimits,
  useRequestHistory,
  useServerTime,
} from './rate-limits.ts'
import classes from './rate-limits-page.module.css'

const POLL_MS = 4000

const DESCRIPTIONS = {
  live: 'Request limits of the live environment, and their usage. The sandbox is counted separately.',
  test: 'Request limits of the sandbox, and their usage. Key limits are half of those of the live environment.',
}

export function RateLimitsPage() {
  const { mode } = useWorkspace()
  const { data, error, isPending, refetch } = useRateLimits(POLL_MS)
  const history = useRequestHistory()
  const retry = () => void Promise.all([refetch(), history.refetch()])
  return (
    <Page title="Limits" about={DESCRIPTIONS[mode]}>
      {isPending ? <Loading what="limits" /> : null}
      <ErrorAlert error={error} title="Couldn't load current limits" onRetry={retry} />
      {data ? (
        <>
          <Section
            title="Current usage with API keys"
            about="All keys of this environment share these limits. Agent keys have their own limit."
          >
            <KeyLimitList of={data.limits.limits} clockOffsetMs={data.clockOffsetMs} />
          </Section>
          <Section title="Last 24 hours" about="In your time zone, with a delay of a few seconds.">
            {history.isPending ? <Loading what="request history" /> : null}
            <ErrorAlert error={history.error} title="Couldn't load the request history" onRetry={retry} />
            {history.data?.history ? <HistoryPanel limits={data.limits} history={history.data.history} /> : null}
          </Section>
          <Section
            title="Storefront requests without a key"
            about="Each visitor is counted separately by IP address, so there is no total usage to show."
          >
            <StorefrontLimitList of={data.limits.storefront} />
          </Section>
        </>
      ) : null}
      <Section title="When a limit is reached">
        <RateLimitHelp />
      </Section>
    </Page>
  )
}

function RateLimitHelp() {
  return (
    <List size="sm" spacing="xs" maw={680}>
      <List.Item>
        Further requests return <Code>429</Code> until the window ends. They have no effect and don't extend the wait.
      </List.Item>
      <List.Item>
        The <Code>Retry-After</Code> header says how many seconds to wait. The SDK waits and retries automatically.
      </List.Item>
      <List.Item>
        All keys of an environment share its limits, so a second key doesn't raise them. Agent keys share a separate
        limit. Live and sandbox requests are counted separately.
      </List.Item>
      <List.Item>
        Learn more in the{' '}
        <Anchor underline="always" href="/docs/authentication#limits" inherit>
          documentation
        </Anchor>
        .
      </List.Item>
    </List>
  )
}

function KeyLimitList({ of, clockOffsetMs }: { of: RateLimitUsage[]; clockOffsetMs: number }) {
  const now = useServerTime(clockOffsetMs)
  return (
    <Paper withBorder component="ul" className={classes.list ?? ''} aria-label="Limits for requests with an API key">
      {of.map((limit) => (
        <li key={limit.name} className={classes.row}>
          <div>
            <Text fw={600}>{limitTitle(limit.name)}</Text>
            <LimitScope description={limit.description} />
          </div>
          <Text size="sm">{formatRateLimit(limit)}</Text>
          <UsageBar title={limitTitle(limit.name)} of={currentUsage(limit, now)} />
        </li>
      ))}
    </Paper>
  )
}

function StorefrontLimitList({ of }: { of: RateLimit[] }) {
  return (
    <Paper withBorder component="ul" className={classes.list ?? ''} aria-label="Limits for requests from storefronts">
      {of.map((limit) => (
        <li key={limit.name} className={classes.row}>
          <div>
            <Text fw={600}>{limitTitle(limit.name)}</Text>
            <LimitScope description={limit.description} />
          </div>
          <Text size="sm">{formatRateLimit(limit)}</Text>
          <Text size="sm" c="dimmed">
            Per IP address
          </Text>
        </li>
      ))}
    </Paper>
  )
}

/** Only what the title does not say: methods and paths. */
function LimitScope({ description }: { description: string }) {
  if (!splitCode(description).some(({ isCode }) => isCode)) return null
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {splitCode(description).map(({ text, isCode }) => (isCode ? <Code key={text}>{text}</Code> : text))}
    </Text>
  )
}

function UsageBar({ title, of }: { title: string; of: CurrentUsage }) {
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
