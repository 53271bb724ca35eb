import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { ME_KEY } from '../session.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'

interface Props {
  onClose: () => void
  onCreated: (id: string) => void
}

export function NewWorkspaceDialog({ onClose, onCreated }: Props) {
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const create = useCreateWorkspace((id) => {
    onClose()
    onCreated(id)
  })
  return (
    <FormDialog
      title="Create workspace"
      mutation={create}
      isReady={trimmed !== ''}
      saveLabel="Create workspace"
      onSave={() => create.mutate(trimmed)}
      onClose={onClose}
    >
      <ErrorAlert error={create.error} title="Couldn't create the workspace" />
      <TextInput
        label="Shop name"
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

export function useCreateWorkspace(onCreated: (id: string) => void) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (name: string) => api.post('/workspaces', { body: { name } }),
    onSuccess: async ({ id }) => {
      // Before switching: a workspace the session does not list yet cannot be shown.
      await queryClient.invalidateQueries({ queryKey: ME_KEY })
      onCreated(id)
    },
  })
}
