import { NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { countOf, fillBuckets } from './history.ts'
import { HistoryChart } from './history-chart.tsx'
import { HistoryTable } from './history-table.tsx'
import { summaryInWords } from './history-words.ts'
import { titleOf } from './limit-words.ts'
import type { History, Limits } from './limits.ts'

const ALL = ''
const toChoose = ({ name }: { name: string }) => ({ value: name, label: titleOf(name) })

interface Props {
  limits: Limits
  history: History
}

export function HistoryPanel({ limits: { classes, storefront }, history }: Props) {
  const [name, setName] = useState(ALL)
  const buckets = useMemo(() => fillBuckets(history, name === ALL ? undefined : name), [history, name])
  const summary = summaryInWords(buckets)
  const isEmpty = buckets.every((bucket) => countOf(bucket) === 0)
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <NativeSelect
          label="Requests"
          maw={{ base: 'none', sm: 320 }}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data={[
            { value: ALL, label: 'All together' },
            { group: 'With a key', items: classes.map(toChoose) },
            { group: 'From storefronts', items: storefront.map(toChoose) },
          ]}
        />
        {isEmpty ? (
          <Text c="dimmed" ta="center" py="xl">
            {name === ALL ? 'No requests yet in the last 24 hours.' : 'None of these in the last 24 hours.'}
          </Text>
        ) : (
          <>
            <Text size="sm">{summary}</Text>
            <HistoryChart buckets={buckets} summary={`Chart of a day in quarter hours. ${summary}`} />
            <HistoryTable buckets={buckets} />
          </>
        )}
      </Stack>
    </Paper>
  )
}
