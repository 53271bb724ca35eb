import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Label } from '../ui/label.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { connectionStatus, GROUPS, PROVIDER_LABELS, PROVIDERS, STATUS_DISPLAY } from './connection-labels.ts'
import { type Connection, type Provider, useConnections } from './connections.ts'

export function ConnectionsPage() {
  const { data, error, isPending, refetch } = useConnections()
  return (
    <Page
      title="Connections"
      about="Services that send events to this shop: orders, payments, tracking updates, reviews and email."
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/settings/inbound-events" {...props} />}>
          View inbound events
        </Button>
      }
    >
      {isPending ? <Loading what="connections" /> : null}
      <ErrorAlert error={error} title="Couldn't load connections" onRetry={() => void refetch()} />
      {data
        ? GROUPS.map(({ title, providers }) => (
            <Section key={title} title={title}>
              <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3 }} m={0} p={0} style={{ listStyle: 'none' }}>
                {providers.map((provider) => (
                  <ConnectionCard
                    key={provider}
                    provider={provider}
                    connection={data.find((connection) => connection.provider === provider)}
                  />
                ))}
              </SimpleGrid>
            </Section>
          ))
        : null}
    </Page>
  )
}

function ConnectionCard({ provider, connection }: { provider: Provider; connection: Connection | undefined }) {
  const status = STATUS_DISPLAY[connectionStatus(connection)]
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs" h="100%">
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Title order={3} size="h5">
            <SetupLink provider={provider} />
          </Title>
          <Label color={status.color}>{status.label}</Label>
        </Group>
        <Text size="sm" c="dimmed" flex={1}>
          {PROVIDERS[provider].about}
        </Text>
        {connection?.lastEventAt ? (
          <Text size="xs" c="dimmed">
            Last event <RelativeTime at={connection.lastEventAt} />
          </Text>
        ) : null}
      </Stack>
    </Paper>
  )
}

function SetupLink({ provider }: { provider: Provider }) {
  const { page } = PROVIDERS[provider]
  return (
    <Anchor
      inherit
      renderRoot={(props) =>
        page ? (
          <Link to={page} {...props} />
        ) : (
          <Link to="/settings/connections/$provider" params={{ provider }} {...props} />
        )
      }
    >
      {PROVIDER_LABELS[provider]}
    </Anchor>
  )
}
