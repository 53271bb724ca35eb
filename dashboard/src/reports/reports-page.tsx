import { Box, NativeSelect, Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { GroupTable } from './group-table.tsx'
import { toPeriods } from './report-charts.ts'
import { formatCount, formatMedian, formatP90, volumeSummary } from './report-labels.ts'
import { PERIODS, type TicketFigures, type TicketReport, useTicketReport } from './reports.ts'
import { ResponseChart } from './response-chart.tsx'
import { VolumeChart } from './volume-chart.tsx'

const DEFAULT_DAYS = 30

export function ReportsPage() {
  const [days, setDays] = useState<number>(DEFAULT_DAYS)
  // The default period tells what today is in the shop's time zone.
  const current = useTicketReport(DEFAULT_DAYS, 'day')
  const today = current.data?.to ?? ''
  const report = useTicketReport(days, 'day', today)
  return (
    <Page title="Reports" about="How much your help desk has to do, and how fast it answers.">
      <NativeSelect
        label="Period"
        maw={{ base: 'none', xs: 240 }}
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
      {report.data ? <Report of={report.data} days={days} today={today} /> : null}
    </Page>
  )
}

function Report({ of: report, days, today }: { of: TicketReport; days: number; today: string }) {
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
            <ResponseChart periods={periods} median={totals.firstResponse.median} />
          </Paper>
        </Section>
      ) : null}
      <Groups days={days} today={today} />
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
    </SimpleGrid>
  )
}

function Figure({ label, value, about }: { label: string; value: string; about?: string }) {
  return (
    <Paper withBorder p="md">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Box component="dd" m={0}>
        <Text size="xl" fw={700}>
          {value}
        </Text>
        {about ? (
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        ) : null}
      </Box>
    </Paper>
  )
}

const GROUPINGS = [
  { value: 'agent', label: 'Agent' },
  { value: 'tag', label: 'Tag' },
  { value: 'channel', label: 'Channel' },
] as const
type TableGrouping = (typeof GROUPINGS)[number]['value']

function Groups({ days, today }: { days: number; today: string }) {
  const [groupBy, setGroupBy] = useState<TableGrouping>('agent')
  const report = useTicketReport(days, groupBy, today)
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
