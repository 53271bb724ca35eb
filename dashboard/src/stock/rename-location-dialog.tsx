import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { type Location, useChangeLocation } from './locations.ts'

export function RenameLocationDialog({ location: { id, name }, onClose }: { location: Location; onClose: () => void }) {
  const [typed, setTyped] = useState(name)
  const change = useChangeLocation(id)
  const wanted = typed.trim()
  return (
    <Dialog locked={change.isPending} onClose={onClose} title={`Rename ${name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted && wanted !== name && !change.isPending) change.mutate({ name: wanted }, { onSuccess: onClose })
        }}
      >
        <Stack gap="md">
          <Failure error={change.error} title="It was not renamed" />
          <TextInput
            label="Name"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={100}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={change.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!wanted || wanted === name}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
