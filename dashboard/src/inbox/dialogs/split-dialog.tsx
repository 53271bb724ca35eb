import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { type Ticket, type TicketMessage, useSplitTicket } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { authorName } from '../inbox-labels.ts'

interface Props {
  ticket: Ticket
  messages: TicketMessage[]
  onClose: () => void
}

/** Moves messages about something else into a ticket of their own. */
export function SplitDialog({ ticket, messages, onClose }: Props) {
  const { search, notify } = useInbox()
  const split = useSplitTicket(ticket.id)
  const [chosen, setChosen] = useState<TicketMessage['id'][]>([])
  const [subject, setSubject] = useState(ticket.subject)
  const save = () =>
    split.mutate(
      { messageIds: chosen, subject: subject.trim() },
      {
        onSuccess: (created) => {
          onClose()
          search.openTicket(created.id)
          notify({ message: `#${created.number} split from #${ticket.number}` })
        },
      },
    )
  return (
    <FormDialog
      title={`Split ticket #${ticket.number}`}
      size="lg"
      mutation={split}
      isReady={chosen.length > 0 && chosen.length < messages.length && subject.trim() !== ''}
      saveLabel="Split"
      onSave={save}
      onClose={onClose}
    >
      <ErrorAlert error={split.error} title="Couldn't split the ticket" />
      <TextInput
        label="Subject of the new ticket"
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
        maxLength={200}
        data-autofocus
      />
      <Checkbox.Group
        label="Messages to move"
        value={chosen}
        onChange={(ids) => setChosen(ids as TicketMessage['id'][])}
      >
        <Stack gap="xs" mt="xs" mah={320} style={{ overflowY: 'auto' }}>
          {messages.map((message) => (
            <Checkbox
              key={message.id}
              value={message.id}
              label={`${authorName(message)}: ${message.visibleText.slice(0, 140)}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}
