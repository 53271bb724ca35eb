import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useCreateCodes } from './codes.ts'
import { promotionFieldError } from './field-errors.ts'
import { CountInput } from './number-input.tsx'
import { parseCount } from './parse-numbers.ts'

const MAX_CODES = 10_000

export function GenerateCodesDialog({ id, onClose }: { id: string; onClose: (message?: string) => void }) {
  const [countInput, setCountInput] = useState('100')
  const [prefix, setPrefix] = useState('')
  const [limitInput, setLimitInput] = useState('1')
  const generate = useCreateCodes(id)
  const count = parseCount(countInput, MAX_CODES)
  const usageLimit = parseCount(limitInput)
  if (generate.data) return <GeneratedCodesDialog codes={generate.data.codes} onDone={onClose} />
  const submit = () => {
    if (!count || usageLimit === undefined || generate.isPending) return
    generate.mutate({ count, usageLimit, ...(prefix.trim() && { prefix: prefix.trim() }) })
  }
  const countError = count === undefined ? `A whole number from 1 to ${MAX_CODES}.` : undefined
  return (
    <FormDialog
      title="Generate codes"
      mutation={generate}
      isReady={Boolean(count) && usageLimit !== undefined}
      saveLabel="Generate"
      onSave={submit}
      onClose={onClose}
    >
      <ErrorAlert error={generate.error} title="No code was made" />
      <Text size="sm" c="dimmed">
        Codes that nobody can guess, to send to one person each.
      </Text>
      <SimpleGrid cols={2}>
        <CountInput
          label="How many"
          value={countInput}
          onChange={setCountInput}
          readOnly={false}
          error={promotionFieldError(generate.error, '/count') ?? countError}
        />
        <TextInput
          label="Beginning with"
          placeholder="VIP-"
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
          error={promotionFieldError(generate.error, '/prefix')}
          maxLength={20}
          autoComplete="off"
        />
      </SimpleGrid>
      <CountInput
        label="Uses of each"
        description="Empty: without end."
        value={limitInput}
        onChange={setLimitInput}
        readOnly={false}
        error={promotionFieldError(generate.error, '/usageLimit')}
      />
    </FormDialog>
  )
}

const MAX_ROWS = 8
const REVOKE_URL_DELAY_MS = 10_000

/** The codes remain in the list below; here they can be copied at once. */
export function GeneratedCodesDialog({ codes, onDone }: { codes: string[]; onDone: (message: string) => void }) {
  const text = codes.join('\n')
  const summary = codes.length === 1 ? '1 code was made.' : `${codes.length} codes were made.`
  return (
    <Dialog size="lg" onClose={() => onDone(summary)} title={summary}>
      <Stack gap="md">
        <Text size="sm">They can be used from now on. Take them along as text or as a file, one code a line.</Text>
        <CopyField label="Codes" value={text} maxRows={MAX_ROWS} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => download(`${text}\n`)}>
            Download
          </Button>
          <Button onClick={() => onDone(summary)}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'codes.txt'
  link.click()
  // Delayed: some browsers start reading the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_URL_DELAY_MS)
}
