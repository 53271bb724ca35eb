import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../../session.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { ticketViews } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { toTicketsQuery } from '../inbox-search.ts'

/** Saves what is on screen: the view with its filters. */
export function SaveViewDialog() {
  const { search, view, open } = useInbox()
  const { workspace } = useWorkspace()
  const create = ticketViews.useCreate()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const close = () => open(undefined)
  const save = () => {
    const { limit: _, cursor: __, sort, ...filter } = toTicketsQuery(view, search.filters)
    create.mutate(
      { name: name.trim(), shared: isShared, filter, ...(sort && { sort }) } as Parameters<typeof create.mutate>[0],
      {
        onSuccess: ({ id }) => {
          close()
          search.openView(id)
        },
      },
    )
  }
  return (
    <FormDialog
      title="Save view"
      mutation={create}
      isReady={name.trim() !== ''}
      saveLabel="Save view"
      onSave={save}
      onClose={close}
    >
      <ErrorAlert error={create.error} title="Couldn't save the view" />
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
      {canManage(workspace.role) ? (
        <Checkbox
          label="Share with everyone in this workspace"
          checked={isShared}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
      ) : null}
    </FormDialog>
  )
}
