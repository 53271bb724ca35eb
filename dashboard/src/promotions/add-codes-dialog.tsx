import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { codesIn, faultyCodes } from './code-text.ts'
import { useAddCodes } from './codes.ts'
import { faultBelow } from './faults-below.ts'
import { CountInput } from './number-input.tsx'
import { countIn } from './numbers.ts'

export function AddCodesDialog({ id, onClose }: { id: string; onClose: (news?: string) => void }) {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState('')
  const add = useAddCodes(id)
  const codes = codesIn(typed)
  const usageLimit = countIn(limit)
  const isReady = codes.length > 0 && usageLimit !== undefined
  // Told by name at the field, where the server names them by their places.
  const told = faultyCodes(add.error, codes)
  const send = () => {
    if (!isReady || add.isPending) return
    add.mutate(
      { codes, usageLimit },
      {
        onSuccess: ({ count }) =>
          onClose(count === 1 ? `${codes[0]?.toUpperCase()} was added.` : `${count} codes were added.`),
      },
    )
  }
  return (
    <FormDialog
      title="Add your own codes"
      saving={add}
      isReady={isReady}
      saveLabel={codes.length > 1 ? `Add ${codes.length} codes` : 'Add'}
      onSave={send}
      onClose={onClose}
    >
      {told && add.error instanceof ApiError ? null : <Failure error={add.error} title="No code was added" />}
      <Textarea
        label="Codes"
        description="One a line, or with commas between them."
        placeholder="SUMMER"
        value={typed}
        onChange={(event) => {
          add.reset()
          setTyped(event.currentTarget.value)
        }}
        error={told}
        autosize
        minRows={3}
        maxRows={10}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <CountInput
        label="Uses of each"
        description="Empty: without end."
        value={limit}
        onChange={setLimit}
        readOnly={false}
        fault={faultBelow(add.error, '/usageLimit')}
      />
    </FormDialog>
  )
}
