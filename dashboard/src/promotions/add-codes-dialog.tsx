import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldErrorUnder } from '../ui/field-errors.ts'
import { formatCodeErrors, parseCodes, useCreateCodes, validateCodes } from './codes.ts'
import { CountInput } from './number-input.tsx'
import { parseCount } from './parse-numbers.ts'

export function AddCodesDialog({ id, onClose }: { id: string; onClose: (message?: string) => void }) {
  const [text, setText] = useState('')
  const [limit, setLimit] = useState('')
  const add = useCreateCodes(id)
  const codes = parseCodes(text)
  const usageLimit = parseCount(limit)
  const lengthError = validateCodes(codes)
  const isReady = codes.length > 0 && !lengthError && usageLimit !== undefined
  const codesError = lengthError ?? formatCodeErrors(add.error) ?? fieldErrorUnder(add.error, '/codes')
  const submit = () => {
    if (!isReady || add.isPending) return
    add.mutate(
      { codes, usageLimit },
      {
        onSuccess: ({ count }) =>
          onClose(count === 1 ? `Code ${codes[0]?.toUpperCase()} added` : `${count} codes added`),
      },
    )
  }
  return (
    <FormDialog
      title="Add discount codes"
      mutation={add}
      isReady={isReady}
      saveLabel={codes.length > 1 ? `Add ${codes.length} codes` : 'Add'}
      onSave={submit}
      onClose={onClose}
    >
      {codesError ? null : <ErrorAlert error={add.error} title="Couldn't add codes" />}
      <Textarea
        label="Codes"
        description="One per line, or separated by commas"
        placeholder="SUMMER"
        value={text}
        onChange={(event) => {
          add.reset()
          setText(event.currentTarget.value)
        }}
        error={codesError}
        autosize
        minRows={3}
        maxRows={10}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <CountInput
        label="Usage limit per code"
        description="Leave empty for no limit"
        value={limit}
        onChange={setLimit}
        readOnly={false}
        error={fieldErrorUnder(add.error, '/usageLimit')}
      />
    </FormDialog>
  )
}
