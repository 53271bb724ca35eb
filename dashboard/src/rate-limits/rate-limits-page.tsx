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
  live: 'How many requests the live environment takes, and how many there were. The sandbox has counters of its own.',
  test: 'How many requests the sandbox takes, and how many there were. Keys have half of what they have in the live environment.',
}

export function RateLimitsPage() {
  const { mode, environmentId } = useWorkspace()
  const { data, error, isPending, refetch } = useRateLimits(environmentId, POLL_MS)
  const history = useRequestHistory(environmentId)
  const retry = () => void Promise.all([refetch(), history.refetch()])
  return (
    <Page title="Limits" about={DESCRIPTIONS[mode]}>
      {isPending ? <Loading what="the limits" /> : null}
      <ErrorAlert error={error} title="The limits can't be shown as they are now" onRetry={retry} />
      {data ? (
        <>
          <Section
            title="Now, with a key"
            about="All keys of this environment are counted together, agent keys apart from the others."
          >
            <KeyLimitList of={data.limits.classes} clockOffsetMs={data.clockOffsetMs} />
          </Section>
          <Section title="Last 24 hours" about="In your own time zone, a few seconds behind.">
            {history.isPending ? <Loading what="the last 24 hours" /> : null}
            <ErrorAlert error={history.error} title="The last 24 hours can't be shown" onRetry={retry} />
            {history.data ? <HistoryPanel limits={data.limits} history={history.data} /> : null}
          </Section>
          <Section
            title="From storefronts, without a key"
            about="Each shopper is counted alone, by address, so there is no use of the whole workspace to show."
          >
            <StorefrontLimitList of={data.limits.storefront} />
          </Section>
        </>
      ) : null}
      <Section title="What happens at the limit">
        <RateLimitHelp />
      </Section>
    </Page>
  )
}

export function RateLimitHelp() {
  return (
    <List size="sm" spacing="xs" maw={680}>
      <List.Item>
        Further requests are answered with <Code>429</Code> until the window ends. They are not carried out, and they do
        not make the wait longer.
      </List.Item>
      <List.Item>
        The answer's <Code>Retry-After</Code> says how many seconds to wait. Our SDK waits and tries again by itself.
      </List.Item>
      <List.Item>
        All keys of an environment share its limits: a second key does not raise them. Agent keys share a limit of their
        own. Live and sandbox never use up each other's.
      </List.Item>
      <List.Item>
        More in the{' '}
        <Anchor href="/docs" inherit>
          API reference
        </Anchor>
        .
      </List.Item>
    </List>
  )
}
