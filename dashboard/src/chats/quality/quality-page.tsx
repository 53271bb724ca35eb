import { NativeSelect, Paper, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { Figure } from '../../reports/figure.tsx'
import { formatCount } from '../../reports/report-labels.ts'
import { DEFAULT_DAYS, PERIODS } from '../../reports/reports.ts'
import { ErrorAlert, Loading } from '../../ui/feedback.tsx'
import { EmptyState } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { ChatTabs } from '../chat-tabs.tsx'
import { type ChatFigures, type ChatReport, type FigureName, formatShare, toBars, useChatReport } from './quality.ts'
import { type Series, StackedChart } from './stacked-chart.tsx'

export function QualityPage() {
  const [days, setDays] = useState<number>(DEFAULT_DAYS)
  // The default period tells what today is in the shop's time zone.
  const current = useChatReport(DEFAULT_DAYS, '')
  const report = useChatReport(days, current.data?.to ?? '')
  return (
    <Page title="Quality" about="How often the assistant answers by itself, and what customers think of it.">
      <ChatTabs />
      <NativeSelect
        label="Period"
        w="fit-content"
        value={String(days)}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
        data={PERIODS.map((period) => ({ value: String(period.days), label: period.label }))}
      />
      {report.isPending && !current.error ? <Loading what="report" /> : null}
      <ErrorAlert
        error={current.error ?? report.error}
        title="Couldn't load the report"
        onRetry={() => void (current.error ? current.refetch() : report.refetch())}
      />
      {report.data ? <Report of={report.data} /> : null}
    </Page>
  )
}

const ANSWERS: readonly (Series & { name: FigureName })[] = [
  { name: 'answered', label: 'Answered', color: 'good' },
  { name: 'clarifications', label: 'Asked back', color: 'neutral' },
  { name: 'handedOver', label: 'Handed over', color: 'person' },
  { name: 'unknown', label: 'No answer', color: 'warning' },
  { name: 'refused', label: 'Refused', color: 'bad' },
]
const RATINGS: readonly (Series & { name: FigureName })[] = [
  { name: 'ratedUp', label: 'Rated up', color: 'good' },
  { name: 'ratedDown', label: 'Rated down', color: 'bad' },
]

function Report({ of: { totals, data, timeZone } }: { of: ChatReport }) {
  if (totals.answers === 0) {
    return (
      <EmptyState
        title="No answers in this period"
        text="Figures appear here as soon as customers write to the assistant."
      />
    )
  }
  return (
    <>
      <Totals of={totals} />
      <ChartSection
        title="Answers"
        about={`Per day, in the time zone ${timeZone}.`}
        series={ANSWERS}
        {...{ totals, data }}
      />
      {totals.ratedUp + totals.ratedDown > 0 ? (
        <ChartSection
          title="Ratings"
          about="Rated conversations, on the day of their last message."
          series={RATINGS}
          {...{ totals, data }}
        />
      ) : null}
    </>
  )
}

interface ChartSectionProps extends Pick<ChatReport, 'totals' | 'data'> {
  title: string
  about: string
  series: typeof ANSWERS
}

function ChartSection({ title, about, series, totals, data }: ChartSectionProps) {
  const bars = toBars(
    data,
    series.map(({ name }) => name),
  )
  const parts = series.map(({ name, label }) => `${label}: ${formatCount(totals[name])}`)
  return (
    <Section title={title} about={about}>
      <Paper withBorder p="md">
        <StackedChart bars={bars} series={series} summary={`Chart of ${title.toLowerCase()}. ${parts.join(', ')}.`} />
      </Paper>
    </Section>
  )
}

function Totals({ of }: { of: ChatFigures }) {
  const rated = of.ratedUp + of.ratedDown
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} spacing="md" m={0}>
      <Figure
        label="Conversations"
        value={formatCount(of.conversations)}
        about={`${formatCount(of.answers)} answers`}
      />
      <Figure label="Answered" value={formatShare(of.answered, of.answers)} about={formatCount(of.answered)} />
      <Figure label="No answer" value={formatShare(of.unknown, of.answers)} about={formatCount(of.unknown)} />
      <Figure label="Handed over" value={formatShare(of.handedOver, of.answers)} about={formatCount(of.handedOver)} />
      <Figure
        label="Rated up"
        value={formatShare(of.ratedUp, rated)}
        about={rated === 0 ? 'No ratings' : `${formatCount(of.ratedUp)} of ${formatCount(rated)}`}
      />
      <Figure label="Model failures" value={formatCount(of.fallbacks)} about="The built-in assistant continued" />
    </SimpleGrid>
  )
}
