import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldErrorUnder } from '../ui/field-errors.ts'
import { saveFile } from '../ui/save-file.ts'
import { useCreateCodes } from './codes.ts'
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
  const countError = count === undefined ? `Enter a whole number from 1 to ${MAX_CODES}.` : undefined
  return (
    <FormDialog
      title="Generate codes"
      mutation={generate}
      isReady={Boolean(count) && usageLimit !== undefined}
      saveLabel="Generate"
      onSave={submit}
      onClose={onClose}
    >
      <ErrorAlert error={generate.error} title="Couldn't generate codes" />
      <Text size="sm" c="dimmed">
        Codes that can't be guessed, to send to one person each.
      </Text>
      <SimpleGrid cols={2}>
        <CountInput
          label="Quantity"
          value={countInput}
          onChange={setCountInput}
          readOnly={false}
          error={fieldErrorUnder(generate.error, '/count') ?? countError}
        />
        <TextInput
          label="Prefix"
          placeholder="VIP-"
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
          error={fieldErrorUnder(generate.error, '/prefix')}
          maxLength={20}
          autoComplete="off"
        />
      </SimpleGrid>
      <CountInput
        label="Usage limit per code"
        description="Leave empty for no limit"
        value={limitInput}
        onChange={setLimitInput}
        readOnly={false}
        error={fieldErrorUnder(generate.error, '/usageLimit')}
      />
    </FormDialog>
  )
}

const MAX_ROWS = 8

/** The codes remain in the list below; here they can be copied at once. */
function GeneratedCodesDialog({ codes, onDone }: { codes: string[]; onDone: (message: string) => void }) {
  const text = codes.join('\n')
  const summary = codes.length === 1 ? '1 code generated' : `${codes.length} codes generated`
  return (
    <Dialog size="lg" onClose={() => onDone(summary)} title={summary}>
      <Stack gap="md">
        <Text size="sm">Customers can use these codes now. Copy them, or download a file with one code per line.</Text>
        <CopyField label="Codes" value={text} maxRows={MAX_ROWS} />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => saveFile('codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
          >
            Download
          </Button>
          <Button onClick={() => onDone(summary)}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
