import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
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
    <Dialog locked={open.isPending} onClose={onClose} title="New workspace">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed && !open.isPending) open.mutate(trimmed)
        }}
      >
        <Stack gap="md">
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={open.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={open.isPending} disabled={!trimmed}>
              Open the workspace
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
