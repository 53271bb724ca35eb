import { Alert, Checkbox, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ReadOnlyNotice } from '../settings/read-only-notice.tsx'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { LiveRegion } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { Page } from '../ui/page.tsx'
import { SettingsList } from './settings-list.tsx'
import { statuses, type TicketStatus } from './ticket-settings.ts'

const CATEGORY_LABELS: Record<TicketStatus['category'], string> = {
  open: 'Open: your team has to act',
  pending: 'Pending: the customer or a supplier has to act',
  resolved: 'Resolved: nobody has to act',
}

export function StatusesPage() {
  const { workspace } = useWorkspace()
  const list = statuses.useList()
  const [message, setMessage] = useState('')
  const nextPosition = Math.max(0, ...(list.data ?? []).map(({ position }) => position)) + 1
  return (
    <Page title="Ticket statuses" about="What your team calls the steps of its work.">
      <ReadOnlyNotice />
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      <SettingsList
        title="All statuses"
        about="The category decides in which view a ticket is, and which targets count. Tickets that enter a category get its default status."
        what="statuses"
        empty="No statuses yet."
        addLabel="Add status"
        list={list}
        canEdit={canManage(workspace.role)}
        onMessage={setMessage}
        describe={({ category }) => [CATEGORY_LABELS[category]]}
        badge={(status) => (status.default ? 'Default' : null)}
        consequence="It can only be deleted while no ticket has it."
        useDelete={statuses.useDelete}
        dialog={(status, close) => <StatusDialog status={status} nextPosition={nextPosition} onClose={close} />}
      />
    </Page>
  )
}

interface DialogProps {
  status: TicketStatus | undefined
  nextPosition: number
  onClose: (message?: string) => void
}

function StatusDialog({ status, nextPosition, onClose }: DialogProps) {
  const draft = useFormDraft({
    name: status?.name ?? '',
    category: status?.category ?? 'open',
    default: status?.default ?? false,
    position: status?.position ?? nextPosition,
  })
  const create = statuses.useCreate()
  const update = statuses.useUpdate(status?.id ?? '')
  const save = status ? update : create
  const { category, default: isDefault, ...fields } = draft.fields
  const onSuccess = () => onClose(`Status “${fields.name}” saved`)
  return (
    <EditDialog
      title={status ? `Edit ${status.name}` : 'Add status'}
      what="this status"
      saveLabel={status ? 'Save' : 'Add status'}
      draft={draft}
      mutation={save}
      error={save.error}
      validationError={fields.name.trim() === '' ? 'Enter a name.' : undefined}
      onSave={() =>
        status
          ? update.mutate({ ...fields, ...(isDefault && { default: true }) }, { onSuccess })
          : create.mutate(draft.fields, { onSuccess })
      }
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        maxLength={50}
        value={fields.name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={fieldError(save.error, '/name')}
        data-autofocus
      />
      <LabelSelect
        label="Category"
        description={status ? 'It can’t change: tickets already have this status.' : undefined}
        labels={CATEGORY_LABELS}
        value={category}
        onChange={(changed) => draft.edit({ category: changed })}
        disabled={status !== undefined}
        error={fieldError(save.error, '/category')}
      />
      <Checkbox
        label="Default of its category"
        description={status?.default ? 'To change it, make another status the default.' : undefined}
        checked={isDefault}
        onChange={(event) => draft.edit({ default: event.currentTarget.checked })}
        disabled={status?.default}
      />
      <NumberInput
        label="Position"
        description="Lists show lower numbers first."
        min={0}
        max={1000}
        allowDecimal={false}
        value={fields.position}
        onChange={(position) => draft.edit({ position: Number(position) || 0 })}
        error={fieldError(save.error, '/position')}
      />
    </EditDialog>
  )
}
