import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { EMAIL_KIND_LABELS, EMAIL_STATUS_LABELS } from './email-labels.ts'
import { type EmailKind, type EmailSummary, emails } from './emails.ts'

const KIND_NAMES: Record<EmailKind, string> = {
  order_confirmation: EMAIL_KIND_LABELS.order_confirmation.name,
  order_shipped: EMAIL_KIND_LABELS.order_shipped.name,
  shipment_update: EMAIL_KIND_LABELS.shipment_update.name,
  order_refunded: EMAIL_KIND_LABELS.order_refunded.name,
  gift_card: EMAIL_KIND_LABELS.gift_card.name,
  login_code: EMAIL_KIND_LABELS.login_code.name,
  chat_code: EMAIL_KIND_LABELS.chat_code.name,
}

export function OutboxPage() {
  const filters = useFilters({
    kind: { kind: 'select', label: 'Email', options: KIND_NAMES },
    status: { kind: 'select', label: 'Status', options: EMAIL_STATUS_LABELS },
  })
  const list = emails.useList({ limit: 50, ...filters.values })
  return (
    <ListPage
      title="Outbox"
      about="Every email to a customer, with its delivery status."
      what="the outbox"
      list={list}
      filters={<FilterBar label="Emails" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{ title: 'No emails yet', text: 'Emails to customers appear here, starting with the first order.' }}
      noResults="Try changing the filters."
    >
      {(all) => (
        <RowList label="Emails, newest first">
          {all.map((email) => (
            <EmailRow key={email.id} email={email} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

const STATUS_COLORS: Record<EmailSummary['status'], string> = {
  queued: 'blue',
  sent: 'green',
  failed: 'red',
  suppressed: 'gray.5',
}

export const EmailStatusBadge = ({ of: { status } }: { of: EmailSummary }) => (
  <Badge miw="max-content" variant="dot" color={STATUS_COLORS[status]} tt="none">
    {EMAIL_STATUS_LABELS[status]}
  </Badge>
)

function EmailRow({ email }: { email: EmailSummary }) {
  return (
    <Row>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Anchor
            size="sm"
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <Link to="/sales/outbox/$id" params={{ id: email.id }} {...props} />}
          >
            {email.subject}
          </Anchor>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email.to}
          </Text>
          {email.error && email.status !== 'sent' ? (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {email.error}
            </Text>
          ) : null}
        </Stack>
        <Stack gap={4} align="flex-end">
          <EmailStatusBadge of={email} />
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            <RelativeTime at={email.createdAt} />
          </Text>
        </Stack>
      </Group>
    </Row>
  )
}
