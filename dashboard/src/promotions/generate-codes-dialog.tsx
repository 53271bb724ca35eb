import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useAddCodes } from './codes.ts'
import { faultBelow } from './faults-below.ts'
import { MadeCodes } from './made-codes.tsx'
import { CountInput } from './number-input.tsx'
import { countIn } from './numbers.ts'

const MOST = 10_000

export function GenerateCodesDialog({ id, onClose }: { id: string; onClose: (news?: string) => void }) {
  const [howMany, setHowMany] = useState('100')
  const [prefix, setPrefix] = useState('')
  const [limit, setLimit] = useState('1')
  const generate = useAddCodes(id)
  const count = countIn(howMany, MOST)
  const usageLimit = countIn(limit)
  if (generate.data) return <MadeCodes codes={generate.data.codes} onDone={onClose} />
  const send = () => {
    if (!count || usageLimit === undefined || generate.isPending) return
    generate.mutate({ count, usageLimit, ...(prefix.trim() && { prefix: prefix.trim() }) })
  }
  const tooMany = count === undefined ? `A whole number from 1 to ${MOST}.` : undefined
  return (
    <FormDialog
      title="Generate codes"
      saving={generate}
      isReady={Boolean(count) && usageLimit !== undefined}
      saveLabel="Generate"
      onSave={send}
      onClose={onClose}
    >
      <Failure error={generate.error} title="No code was made" />
      <Text size="sm" c="dimmed">
        Codes that nobody can guess, to send to one person each.
      </Text>
      <SimpleGrid cols={2}>
        <CountInput
          label="How many"
          value={howMany}
          onChange={setHowMany}
          readOnly={false}
          fault={faultBelow(generate.error, '/count') ?? tooMany}
        />
        <TextInput
          label="Beginning with"
          placeholder="VIP-"
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
          error={faultBelow(generate.error, '/prefix')}
          maxLength={20}
          autoComplete="off"
        />
      </SimpleGrid>
      <CountInput
        label="Uses of each"
        description="Empty: without end."
        value={limit}
        onChange={setLimit}
        readOnly={false}
        fault={faultBelow(generate.error, '/usageLimit')}
      />
    </FormDialog>
  )
}
