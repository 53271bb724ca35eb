import { Alert, NumberInput, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ReadOnlyNotice } from '../settings/read-only-notice.tsx'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { LiveRegion } from '../ui/feedback.tsx'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { Page } from '../ui/page.tsx'
import { splitTags } from '../ui/tags.ts'
import { SettingsList } from './settings-list.tsx'
import { fields, type TicketField } from './ticket-settings.ts'

const TYPE_LABELS: Record<TicketField['type'], string> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  select: 'Choice',
  date: 'Date',
}

export function FieldsPage() {
  const { workspace } = useWorkspace()
  const list = fields.useList()
  const [message, setMessage] = useState('')
  const nextPosition = Math.max(0, ...(list.data ?? []).map(({ position }) => position)) + 1
  return (
    <Page title="Ticket fields" about="What your team notes about a ticket besides its tags.">
      <ReadOnlyNotice />
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      <SettingsList
        title="All fields"
        about="Agents fill them in next to the conversation; programs find them in customFields."
        what="ticket fields"
        empty="No ticket fields yet. Add one for what you often ask for, such as a serial number."
        addLabel="Add field"
        list={{ ...list, data: list.data?.map((field) => ({ ...field, id: field.key, name: field.label })) }}
        canEdit={canManage(workspace.role)}
        onMessage={setMessage}
        describe={({ key, options }) => [`Key: ${key}`, options.join(', ') || null]}
        badge={({ type }) => TYPE_LABELS[type]}
        consequence="The inbox no longer shows it. Tickets keep the values they have."
        useDelete={fields.useDelete}
        dialog={(field, close) => <FieldDialog field={field} nextPosition={nextPosition} onClose={close} />}
      />
    </Page>
  )
}

interface DialogProps {
  field: TicketField | undefined
  nextPosition: number
  onClose: (message?: string) => void
}

function FieldDialog({ field, nextPosition, onClose }: DialogProps) {
  const draft = useFormDraft({
    label: field?.label ?? '',
    key: field?.key ?? '',
    type: field?.type ?? 'text',
    options: field?.options ?? [],
    position: field?.position ?? nextPosition,
  })
  const create = fields.useCreate()
  const update = fields.useUpdate(field?.key ?? '')
  const save = field ? update : create
  const { key, type, ...changes } = draft.fields
  const { label, options, position } = changes
  const onSuccess = () => onClose(`Field “${label}” saved`)
  return (
    <EditDialog
      title={field ? `Edit ${field.label}` : 'Add field'}
      what="this field"
      saveLabel={field ? 'Save' : 'Add field'}
      draft={draft}
      mutation={save}
      error={save.error}
      validationError={label.trim() === '' ? 'Enter a label.' : key === '' ? 'Enter a key.' : undefined}
      onSave={() => (field ? update.mutate(changes, { onSuccess }) : create.mutate(draft.fields, { onSuccess }))}
      onClose={() => onClose()}
    >
      <TextInput
        label="Label"
        maxLength={100}
        value={label}
        onChange={(event) => {
          const changed = event.currentTarget.value
          // Follows the label until somebody types another key.
          const follows = !field && key === toKey(label)
          draft.edit({ label: changed, ...(follows && { key: toKey(changed) }) })
        }}
        error={fieldError(save.error, '/label')}
        data-autofocus
      />
      <TextInput
        label="Key"
        description={
          field
            ? 'It can’t change: tickets have values under it.'
            : 'For programs: lowercase letters, digits and underscores.'
        }
        maxLength={50}
        value={key}
        onChange={(event) => draft.edit({ key: event.currentTarget.value })}
        disabled={field !== undefined}
        autoComplete="off"
        error={fieldError(save.error, '/key')}
      />
      <LabelSelect
        label="Type"
        description={field ? 'It can’t change: tickets have values of this type.' : undefined}
        labels={TYPE_LABELS}
        value={type}
        onChange={(changed) => draft.edit({ type: changed, ...(changed !== 'select' && { options: [] }) })}
        disabled={field !== undefined}
      />
      {type === 'select' ? (
        <TagsInput
          label="Options"
          description="Press Enter after each one."
          value={options}
          onChange={(changed) => draft.edit({ options: splitTags(changed, options) })}
          acceptValueOnBlur
          error={fieldErrorUnder(save.error, '/options')}
        />
      ) : null}
      <NumberInput
        label="Position"
        description="Lists show lower numbers first."
        min={0}
        max={1000}
        allowDecimal={false}
        value={position}
        onChange={(changed) => draft.edit({ position: Number(changed) || 0 })}
        error={fieldError(save.error, '/position')}
      />
    </EditDialog>
  )
}

/** “Serial number” becomes `serial_number`. */
const toKey = (label: string) =>
  label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 50)
