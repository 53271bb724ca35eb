import { MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { fieldError } from '../../ui/field-errors.ts'
import { type Ticket, type TicketField, ticketFields, tickets } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { TicketInputs, useTicketInputs } from './ticket-inputs.tsx'

type FieldValues = Ticket['customFields']
type FieldValue = FieldValues[string] | null

export function DetailsDialog() {
  const { ticket } = useInbox()
  const fields = ticketFields.useList()
  return ticket && fields.data ? <EditDetails key={ticket.id} ticket={ticket} fields={fields.data} /> : null
}

function EditDetails({ ticket, fields }: { ticket: Ticket; fields: TicketField[] }) {
  const { members, open, notify } = useInbox()
  const update = tickets.useUpdate(ticket.id)
  const inputs = useTicketInputs(ticket)
  // Only what is changed here is sent: somebody else may edit the rest meanwhile.
  const [followerIds, setFollowerIds] = useState<string[]>()
  const [edited, setEdited] = useState<Record<string, FieldValue>>({})
  // A former member can't follow.
  const isMember = (id: string) => members.some(({ userId }) => userId === id)
  const close = () => open(undefined)
  const save = () =>
    update.mutate(
      {
        ...inputs.changes,
        ...(followerIds && { followerIds: followerIds as Ticket['followerIds'] }),
        customFields: edited,
      },
      {
        onSuccess: () => {
          close()
          notify({ message: `#${ticket.number}: Details saved` })
        },
      },
    )
  return (
    <FormDialog
      title={`Details of ticket #${ticket.number}`}
      mutation={update}
      isReady={inputs.isReady}
      saveLabel="Save"
      onSave={save}
      onClose={close}
    >
      <ErrorAlert error={update.error} title="Couldn't save the details" />
      <TicketInputs ticket={ticket} inputs={inputs} error={update.error} />
      <MultiSelect
        label="Followers"
        data={members.map(({ userId, name }) => ({ value: userId, label: name }))}
        value={(followerIds ?? ticket.followerIds).filter(isMember)}
        onChange={setFollowerIds}
        searchable
        openOnFocus={false}
      />
      {fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          value={{ ...ticket.customFields, ...edited }[field.key] ?? null}
          onChange={(value) => {
            update.reset()
            setEdited((current) => ({ ...current, [field.key]: value }))
          }}
          error={fieldError(update.error, `/customFields/${field.key}`)}
        />
      ))}
    </FormDialog>
  )
}

interface FieldInputProps {
  field: TicketField
  value: FieldValue
  onChange: (value: FieldValue) => void
  error: string | undefined
}

const UNSET = { value: '', label: 'Not set' }

/** An empty input removes the value. */
function FieldInput({ field: { label, type, options }, value, onChange, error }: FieldInputProps) {
  switch (type) {
    case 'number':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : ''}
          // A minus sign is no number yet.
          onChange={(typed) => {
            if (typed === '') onChange(null)
            else if (Number.isFinite(Number(typed))) onChange(Number(typed))
          }}
          error={error}
        />
      )
    case 'boolean':
      return (
        <NativeSelect
          label={label}
          data={[UNSET, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]}
          value={value === null ? '' : value ? 'yes' : 'no'}
          onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value === 'yes')}
          error={error}
        />
      )
    case 'select':
      return (
        <NativeSelect
          label={label}
          data={[UNSET, ...options]}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          error={error}
        />
      )
    default:
      return (
        <TextInput
          label={label}
          type={type === 'date' ? 'date' : 'text'}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          maxLength={1000}
          autoComplete="off"
          error={error}
        />
      )
  }
}
