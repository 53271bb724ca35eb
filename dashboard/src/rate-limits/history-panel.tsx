import { NativeSelect, Paper, Stack, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ScrollTable } from '../ui/scroll-table.tsx'
import { HistoryChart } from './history-chart.tsx'
import { limitTitle } from './rate-limit-labels.ts'
import type { RateLimits, RequestHistory } from './rate-limits.ts'
import classes from './rate-limits-page.module.css'
import {
  type Bucket,
  formatBucketSpan,
  formatCount,
  formatDate,
  formatSummary,
  requestCount,
  toBuckets,
} from './request-history.ts'

const ALL_LIMITS = ''
const toOption = ({ name }: { name: string }) => ({ value: name, label: limitTitle(name) })

interface Props {
  limits: RateLimits
  history: RequestHistory
}

export function HistoryPanel({ limits: { limits: keyLimits, storefront: storefrontLimits }, history }: Props) {
  const [name, setName] = useState(ALL_LIMITS)
  const buckets = useMemo(() => toBuckets(history, name === ALL_LIMITS ? undefined : name), [history, name])
  const summary = formatSummary(buckets)
  const isEmpty = buckets.every((bucket) => requestCount(bucket) === 0)
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <NativeSelect
          label="Requests"
          maw={{ base: 'none', sm: 320 }}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data={[
            { value: ALL_LIMITS, label: 'All requests' },
            { group: 'With an API key', items: keyLimits.map(toOption) },
            { group: 'From storefronts', items: storefrontLimits.map(toOption) },
          ]}
        />
        {isEmpty ? (
          <Text c="dimmed" ta="center" py="xl">
            {name === ALL_LIMITS ? 'No requests in the last 24 hours' : 'No requests of this kind in the last 24 hours'}
          </Text>
        ) : (
          <>
            <Text size="sm">{summary}</Text>
            <HistoryChart buckets={buckets} summary={`Chart of the last 24 hours in 15-minute intervals. ${summary}`} />
            <HistoryTable buckets={buckets} />
          </>
        )}
      </Stack>
    </Paper>
  )
}

export function HistoryTable({ buckets }: { buckets: Bucket[] }) {
  const nonEmptyBuckets = buckets.filter((bucket) => requestCount(bucket) > 0).reverse()
  return (
    <details className={classes.details}>
      <summary>Show as table</summary>
      <ScrollTable label="Requests per quarter-hour" minWidth={320} maxHeight={360}>
        <Table stickyHeader captionSide="bottom">
          <Table.Caption>Newest first. Intervals without requests are omitted.</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Time</Table.Th>
              <Table.Th scope="col" ta="right">
                Accepted
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Rejected
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nonEmptyBuckets.map((bucket) => (
              <Table.Tr key={bucket.startsAt.getTime()}>
                <Table.Th
                  scope="row"
                  fw={400}
                >{`${formatDate(bucket.startsAt)}, ${formatBucketSpan(bucket)}`}</Table.Th>
                <Table.Td ta="right">{formatCount(bucket.accepted)}</Table.Td>
                <Table.Td ta="right">{formatCount(bucket.rejected)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </details>
  )
}
