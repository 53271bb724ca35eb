import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Label } from '../ui/label.tsx'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { ManagersOnly } from './managers-only.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { endpointStatus, formatEventTypes } from './webhook-labels.ts'
import { WebhookTabs } from './webhook-tabs.tsx'
import { type Endpoint, endpoints } from './webhooks.ts'

export const EndpointsPage = () => (
  <ManagersOnly>
    <Endpoints />
  </ManagersOnly>
)

function Endpoints() {
  const list = endpoints.useList({ limit: 50 })
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <ListPage
      title="Webhooks"
      about={
        <>
          Storedesk sends events to your servers as they happen, signed and retried for three days.{' '}
          <Anchor underline="always" href="/docs/webhooks" inherit>
            Read the guide
          </Anchor>
        </>
      }
      what="webhook endpoints"
      list={list}
      action={<Button onClick={() => setIsAdding(true)}>Add endpoint</Button>}
      above={<WebhookTabs />}
      empty={{
        title: 'No webhook endpoints yet',
        text: 'Add the URL of your server to be notified about orders, customers, tickets and more.',
      }}
      below={
        <>
          {isAdding ? (
            <EndpointDialog
              onClose={() => setIsAdding(false)}
              onCreated={(created) => {
                setIsAdding(false)
                setSecret(created.secret)
              }}
            />
          ) : null}
          {secret ? <SecretDialog title="Endpoint added" secret={secret} onDone={() => setSecret(undefined)} /> : null}
        </>
      }
    >
      {(all) => (
        <RowList label="Webhook endpoints">
          {all.map((endpoint) => (
            <EndpointRow key={endpoint.id} of={endpoint} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

function EndpointRow({ of }: { of: Endpoint }) {
  const status = endpointStatus(of)
  return (
    <Row>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <Anchor
            size="sm"
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <Link to="/settings/webhooks/$id" params={{ id: of.id }} {...props} />}
          >
            {of.url}
          </Anchor>
          {of.description ? <Text size="sm">{of.description}</Text> : null}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {formatEventTypes(of.events)}
          </Text>
        </Stack>
        <Stack gap={4} align="flex-end">
          <Label color={status.color} isLarge>
            {status.label}
          </Label>
          <Text size="xs" c="dimmed">
            Added <RelativeTime at={of.createdAt} />
          </Text>
        </Stack>
      </Group>
    </Row>
  )
}
