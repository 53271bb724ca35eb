import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { type Location, useChangeLocation } from './locations.ts'

export function RenameLocationDialog({ location: { id, name }, onClose }: { location: Location; onClose: () => void }) {
  const [typed, setTyped] = useState(name)
  const change = useChangeLocation(id)
  const wanted = typed.trim()
  return (
    <FormDialog
      title={`Rename ${name}`}
      saving={change}
      isReady={wanted !== '' && wanted !== name}
      saveLabel="Rename"
      onSave={() => change.mutate({ name: wanted }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Failure error={change.error} title="It was not renamed" />
      <TextInput
        label="Name"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={100}
        data-autofocus
      />
    </FormDialog>
  )
}
