import { Anchor, Code, List } from '@mantine/core'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { KeyLimitList, StorefrontLimitList } from './rate-limit-list.tsx'
import { useRateLimits, useRequestHistory } from './rate-limits.ts'

const POLL_MS = 4000

const DESCRIPTIONS = {
  live: 'Request limits of the live environment, and their usage. The sandbox is counted separately.',
  test: 'Request limits of the sandbox, and their usage. Key limits are half of those of the live environment.',
}

export function RateLimitsPage() {
  const { mode, environmentId } = useWorkspace()
  const { data, error, isPending, refetch } = useRateLimits(environmentId, POLL_MS)
  const history = useRequestHistory(environmentId)
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
            <KeyLimitList of={data.limits.classes} clockOffsetMs={data.clockOffsetMs} />
          </Section>
          <Section title="Last 24 hours" about="In your time zone, with a delay of a few seconds.">
            {history.isPending ? <Loading what="request history" /> : null}
            <ErrorAlert error={history.error} title="Couldn't load the request history" onRetry={retry} />
            {history.data ? <HistoryPanel limits={data.limits} history={history.data} /> : null}
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

export function RateLimitHelp() {
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
        <Anchor href="/docs" inherit>
          API reference
        </Anchor>
        .
      </List.Item>
    </List>
  )
}
