import { useDesk } from '../access/desk.ts'
import { AtTheLimit } from '../limits/at-the-limit.tsx'
import { ClassList } from '../limits/class-list.tsx'
import { HistoryPanel } from '../limits/history-panel.tsx'
import { useHistory, useLimits } from '../limits/limits.ts'
import { TierList } from '../limits/tier-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'

const REFRESH_MS = 4000

const ABOUT = {
  live: 'How many requests the live environment takes, and how many there were. The sandbox has counters of its own.',
  test: 'How many requests the sandbox takes, and how many there were. Keys have half of what they have in the live environment.',
}

export function LimitsPage() {
  const { mode, environmentId } = useDesk()
  const { data, error, isPending, refetch } = useLimits(environmentId, REFRESH_MS)
  const history = useHistory(environmentId)
  const retry = () => void Promise.all([refetch(), history.refetch()])
  return (
    <Page title="Limits" about={ABOUT[mode]}>
      {isPending ? <Loading what="the limits" /> : null}
      <Failure error={error} title="The limits can't be shown as they are now" onRetry={retry} />
      {data ? (
        <>
          <Section
            title="Now, with a key"
            about="All keys of this environment are counted together, agent keys apart from the others."
          >
            <ClassList of={data.limits.classes} clockLeadMs={data.clockLeadMs} />
          </Section>
          <Section title="Last 24 hours" about="In your own time zone, a few seconds behind.">
            {history.isPending ? <Loading what="the last 24 hours" /> : null}
            <Failure error={history.error} title="The last 24 hours can't be shown" onRetry={retry} />
            {history.data ? <HistoryPanel limits={data.limits} history={history.data} /> : null}
          </Section>
          <Section
            title="From storefronts, without a key"
            about="Each shopper is counted alone, by address, so there is no use of the whole workspace to show."
          >
            <TierList of={data.limits.storefront} />
          </Section>
        </>
      ) : null}
      <Section title="What happens at the limit">
        <AtTheLimit />
      </Section>
    </Page>
  )
}
