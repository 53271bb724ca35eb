import { SegmentedControl, SimpleGrid, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CustomerPicker } from '../../customers/customer-picker.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { fieldError, fieldErrorUnder } from '../../ui/field-errors.ts'
import { LabelSelect } from '../../ui/label-select.tsx'
import { splitTags } from '../../ui/tags.ts'
import { type DraftMode, type Ticket, tickets } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { PRIORITY_LABELS } from '../inbox-labels.ts'

const EMPTY = {
  /** The ID of a customer, or the address of somebody else. */
  customer: undefined as string | undefined,
  subject: '',
  kind: 'reply' as DraftMode,
  text: '',
  priority: 'normal' as Ticket['priority'],
  tags: [] as string[],
}

const KINDS = [
  { value: 'reply', label: 'Email to the customer' },
  { value: 'note', label: 'Internal note' },
]

/** For what reaches the team elsewhere, such as by phone, and for writing to a customer first. */
export function NewTicketDialog() {
  const { search, open, notify } = useInbox()
  const create = tickets.useCreate()
  const [ticket, setTicket] = useState(EMPTY)
  const edit = (changes: Partial<typeof EMPTY>) => {
    create.reset()
    setTicket((current) => ({ ...current, ...changes }))
  }
  const { customer, subject, kind, text, priority, tags } = ticket
  const save = () => {
    if (!customer) return
    create.mutate(
      {
        subject: subject.trim(),
        // Later replies are sent by email as well.
        channel: 'email',
        ...(customer.startsWith('cus_')
          ? { customerId: customer as `cus_${string}` }
          : { requester: { email: customer } }),
        message: { kind, text: text.trim() },
        priority,
        tags,
      },
      {
        onSuccess: ({ id, number }) => {
          open(undefined)
          search.openNewTicket(id)
          notify({ message: `#${number}: Created` })
        },
      },
    )
  }
  return (
    <FormDialog
      title="New ticket"
      size="lg"
      mutation={create}
      isReady={customer !== undefined && subject.trim() !== '' && text.trim() !== ''}
      saveLabel="Create ticket"
      onSave={save}
      onClose={() => open(undefined)}
    >
      <ErrorAlert error={create.error} title="Couldn't create the ticket" />
      <CustomerPicker
        label="Customer"
        acceptsEmail
        customerId={customer}
        onChange={(changed) => edit({ customer: changed })}
        error={fieldError(create.error, '/requester/email')}
        isFirst
      />
      <TextInput
        label="Subject"
        maxLength={500}
        value={subject}
        onChange={(event) => edit({ subject: event.currentTarget.value })}
        error={fieldError(create.error, '/subject')}
        autoComplete="off"
      />
      <Stack gap={6}>
        <SegmentedControl
          aria-label="Kind of message"
          data={KINDS}
          value={kind}
          onChange={(changed) => edit({ kind: changed as DraftMode })}
        />
        <Textarea
          label="Message"
          autosize
          minRows={5}
          maxRows={16}
          maxLength={100_000}
          value={text}
          onChange={(event) => edit({ text: event.currentTarget.value })}
          error={fieldError(create.error, '/message/text')}
        />
        <Text size="sm" c="dimmed">
          {kind === 'reply' ? 'Leaves ten seconds after you create the ticket.' : 'Only your team sees it.'}
        </Text>
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <LabelSelect
          label="Priority"
          labels={PRIORITY_LABELS}
          value={priority}
          onChange={(changed) => edit({ priority: changed })}
        />
        <TagsInput
          label="Tags"
          value={tags}
          onChange={(changed) => edit({ tags: splitTags(changed, tags) })}
          maxTags={50}
          acceptValueOnBlur
          error={fieldErrorUnder(create.error, '/tags')}
        />
      </SimpleGrid>
    </FormDialog>
  )
}
