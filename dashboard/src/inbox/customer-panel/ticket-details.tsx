import { Button, Group, Text } from '@mantine/core'
import { type Ticket, type TicketField, ticketFields } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { PanelSection } from './panel-section.tsx'

/** Who follows the ticket, and the values of its custom fields. */
export function TicketDetails({ ticket }: { ticket: Ticket }) {
  const { members, canEdit, open } = useInbox()
  const fields = ticketFields.useList()
  const followers = ticket.followerIds.map(
    (id) => members.find(({ userId }) => userId === id)?.name ?? 'a former member',
  )
  const values = (fields.data ?? []).flatMap((field) => {
    const value = ticket.customFields[field.key]
    return value === undefined ? [] : [{ key: field.key, label: field.label, text: formatFieldValue(field, value) }]
  })
  return (
    <PanelSection
      title="Details"
      action={
        canEdit ? (
          <Button size="compact-xs" variant="subtle" onClick={() => open('details')} aria-label="Edit details">
            Edit
          </Button>
        ) : undefined
      }
    >
      <Detail label="Followers" text={followers.length > 0 ? followers.join(', ') : 'Nobody'} />
      {values.map(({ key, label, text }) => (
        <Detail key={key} label={label} text={text} />
      ))}
    </PanelSection>
  )
}

const formatFieldValue = ({ type }: TicketField, value: string | number | boolean): string =>
  type === 'boolean' ? (value ? 'Yes' : 'No') : String(value)

const Detail = ({ label, text }: { label: string; text: string }) => (
  <Group gap="xs" align="baseline" wrap="nowrap">
    <Text size="sm" c="dimmed" style={{ flex: '0 0 40%', overflowWrap: 'anywhere' }}>
      {label}
    </Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  </Group>
)
