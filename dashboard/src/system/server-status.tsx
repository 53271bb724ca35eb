import { Badge, Box, Button, DataList, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fetchReadiness, type Readiness, type ReadinessStatus } from './readiness.ts'

const POLL_MS = 5000

type StatusDisplay = { label: string; color: string; sentence: string }

const STATUS_DISPLAY: Record<ReadinessStatus | 'unreachable', StatusDisplay> = {
  ready: { label: 'Ready', color: 'green', sentence: 'The server is up and accepts requests.' },
  degraded: {
    label: 'Degraded',
    color: 'yellow',
    sentence: 'The server accepts requests, but part of it needs attention.',
  },
  draining: { label: 'Stopping', color: 'yellow', sentence: 'The server is stopping and accepts no new requests.' },
  unavailable: {
    label: 'Unavailable',
    color: 'red',
    sentence: 'The server is running, but something it needs is unavailable.',
  },
  unreachable: {
    label: 'Unreachable',
    color: 'red',
    sentence: "Couldn't reach the server. Check that it is running. This page retries automatically.",
  },
}

export function ServerStatus() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['readiness'],
    queryFn: ({ signal }) => fetchReadiness(signal),
    refetchInterval: POLL_MS,
    retry: false, // the next poll is the retry
    networkMode: 'always', // a local server responds without internet access
  })
  const state = isError ? 'unreachable' : data?.status

  return (
    <Box component="section" aria-labelledby="server">
      <Title order={2} size="h4" id="server" mb="sm">
        Server
      </Title>
      <Paper withBorder p="md">
        <Stack gap="md">
          <Group gap="sm" role="status">
            {state ? <StatusSummary display={STATUS_DISPLAY[state]} /> : <StatusLoader />}
          </Group>
          {isError ? (
            <Button variant="default" loading={isFetching} onClick={() => refetch()} w="fit-content">
              Try again
            </Button>
          ) : null}
          {data && !isError ? <Details readiness={data} /> : null}
        </Stack>
      </Paper>
    </Box>
  )
}

function StatusLoader() {
  return (
    <>
      <Loader size="sm" aria-hidden />
      <Text>Checking the server…</Text>
    </>
  )
}

function StatusSummary({ display }: { display: StatusDisplay }) {
  return (
    <>
      <Badge color={display.color} variant="dot" size="lg" tt="none">
        {display.label}
      </Badge>
      <Text>{display.sentence}</Text>
    </>
  )
}

function Details({ readiness }: { readiness: Readiness }) {
  return (
    <DataList withDivider>
      {Object.entries(readiness.checks).map(([name, check]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel tt="capitalize">{name}</DataList.ItemLabel>
          <DataList.ItemValue>
            {[check.ok ? 'OK' : 'Not OK', check.message].filter(Boolean).join(': ')}
          </DataList.ItemValue>
        </DataList.Item>
      ))}
      <DataList.Item>
        <DataList.ItemLabel>Version</DataList.ItemLabel>
        <DataList.ItemValue>{readiness.version}</DataList.ItemValue>
      </DataList.Item>
    </DataList>
  )
}
