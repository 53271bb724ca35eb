import { Group, NativeSelect, Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../resource.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { Figure } from './figure.tsx'
import { GroupTable } from './group-table.tsx'
import { toPeriods } from './report-charts.ts'
import {
  formatCount,
  formatMedian,
  formatP90,
  formatRating,
  formatRatingCount,
  volumeSummary,
} from './report-labels.ts'
import {
  DEFAULT_DAYS,
  PERIODS,
  type Period,
  shownTimes,
  type TicketFigures,
  type TicketReport,
  useTicketReport,
} from './reports.ts'
import { ResponseChart } from './response-chart.tsx'
import { VolumeChart } from './volume-chart.tsx'

export function ReportsPage() {
  const [days, setDays] = useState<number>(DEFAULT_DAYS)
  const [businessHoursId, setBusinessHoursId] = useState('')
  // The default period tells what today is in the shop's time zone.
  const current = useTicketReport({ days: DEFAULT_DAYS, today: '', businessHoursId: '' }, 'day')
  const period = { days, today: current.data?.to ?? '', businessHoursId }
  const report = useTicketReport(period, 'day')
  return (
    <Page title="Reports" about="How much your help desk has to do, and how fast it answers.">
      <Group gap="md">
        <NativeSelect
          label="Period"
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={PERIODS.map((period) => ({ value: String(period.days), label: period.label }))}
        />
        <HoursSelect value={businessHoursId} onChange={setBusinessHoursId} />
      </Group>
      {report.isPending && !current.error ? <Loading what="report" /> : null}
      <ErrorAlert
        error={current.error ?? report.error}
        title="Couldn't load the report"
        onRetry={() => void (current.error ? current.refetch() : report.refetch())}
      />
      {report.data ? <Report of={report.data} period={period} /> : null}
    </Page>
  )
}

/** Shops without business hours have nothing to choose. */
function HoursSelect({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const hours = useRead('/v1/business-hours', {})
  const choices = hours.data?.data ?? []
  if (choices.length === 0) return null
  return (
    <NativeSelect
      label="Response times in"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: 'Calendar time' }, ...choices.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  )
}

function Report({ of: report, period }: { of: TicketReport; period: Period }) {
  const { totals } = report
  if (totals.created + totals.resolved + totals.replies + totals.backlog === 0) {
    return (
      <Paper withBorder p="xl">
        <Text fw={600} ta="center">
          No tickets in this period
        </Text>
        <Text c="dimmed" ta="center">
          Figures appear here as soon as customers write to you.
        </Text>
      </Paper>
    )
  }
  const periods = toPeriods(report.data)
  const summary = volumeSummary(periods, totals)
  return (
    <>
      <Totals of={totals} />
      <Section title="Tickets" about={`Per day, in the time zone ${report.timeZone}.`}>
        <Paper withBorder p="md">
          <Stack gap="md">
            <Text size="sm">{summary}</Text>
            <VolumeChart periods={periods} summary={`Chart of tickets. ${summary}`} />
          </Stack>
        </Paper>
      </Section>
      {totals.firstResponse ? (
        <Section title="First response" about="The median time from the creation of a ticket to the first reply.">
          <Paper withBorder p="md">
            <ResponseChart periods={periods} median={shownTimes(totals.firstResponse)?.median ?? 0} />
          </Paper>
        </Section>
      ) : null}
      <Groups period={period} />
    </>
  )
}

function Totals({ of }: { of: TicketFigures }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} spacing="md" m={0}>
      <Figure label="Created" value={formatCount(of.created)} />
      <Figure label="Resolved" value={formatCount(of.resolved)} />
      <Figure label="Backlog" value={formatCount(of.backlog)} about="Not resolved at the end" />
      <Figure label="First response" value={formatMedian(of.firstResponse)} about={formatP90(of.firstResponse)} />
      <Figure label="Resolution" value={formatMedian(of.resolution)} about={formatP90(of.resolution)} />
      <Figure label="Replies" value={formatCount(of.replies)} />
      <Figure label="Satisfaction" value={formatRating(of.satisfaction)} about={formatRatingCount(of.satisfaction)} />
    </SimpleGrid>
  )
}

const GROUPINGS = [
  { value: 'agent', label: 'Agent' },
  { value: 'tag', label: 'Tag' },
  { value: 'channel', label: 'Channel' },
] as const
type TableGrouping = (typeof GROUPINGS)[number]['value']

function Groups({ period }: { period: Period }) {
  const [groupBy, setGroupBy] = useState<TableGrouping>('agent')
  const report = useTicketReport(period, groupBy)
  return (
    <Section title="By agent, tag and channel">
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Group by"
          w="fit-content"
          data={[...GROUPINGS]}
          value={groupBy}
          onChange={(value) => setGroupBy(value as TableGrouping)}
        />
        {report.isPending ? <Loading what="groups" /> : null}
        <ErrorAlert error={report.error} title="Couldn't load the groups" onRetry={() => void report.refetch()} />
        {report.data ? <GroupTable groups={report.data.data} groupBy={groupBy} /> : null}
      </Stack>
    </Section>
  )
}
