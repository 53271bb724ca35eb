import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useOpenWorkspace } from './new-workspace.ts'

interface Props {
  onClose: () => void
  onOpened: (id: string) => void
}

export function NewWorkspaceDialog({ onClose, onOpened }: Props) {
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const open = useOpenWorkspace((id) => {
    onClose()
    onOpened(id)
  })
  return (
    <FormDialog
      title="New workspace"
      saving={open}
      isReady={trimmed !== ''}
      saveLabel="Open the workspace"
      onSave={() => open.mutate(trimmed)}
      onClose={onClose}
    >
      <Failure error={open.error} title="The workspace was not opened" />
      <TextInput
        label="Name of the shop"
        description="A workspace has its own keys, members, settings and sandbox. You become its owner."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
      />
    </FormDialog>
  )
}
