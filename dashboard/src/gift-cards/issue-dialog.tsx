import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { toldPlainly } from '../parts/faults.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { CURRENCIES, parseMoney, sampleOf, tidyMoney } from '../parts/money.ts'
import { amountFault, detailsIn, EMPTY, labelOf } from './card-fields.ts'
import { DetailInputs } from './detail-inputs.tsx'
import { useIssueGiftCard } from './gift-cards.ts'
import { IssuedCode } from './issued-code.tsx'

export function IssueDialog({ currency: usual, onClose }: { currency: string; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [currency, setCurrency] = useState(usual)
  const [fields, setFields] = useState(EMPTY)
  const issue = useIssueGiftCard()
  const amount = parseMoney(typed, currency)
  const fault = amountFault(typed, { amount: 0, currency })
  const isReady = amount !== undefined && !fault
  if (issue.data) return <IssuedCode card={issue.data} onDone={onClose} />
  return (
    <FormDialog
      title="Issue a gift card"
      saving={issue}
      isReady={isReady}
      saveLabel="Issue"
      onSave={() => isReady && issue.mutate({ amount, ...detailsIn(fields) })}
      onClose={onClose}
    >
      <Failure error={toldPlainly(issue.error, labelOf)} title="No gift card was issued" />
      <SimpleGrid cols={2}>
        <TextInput
          label="Amount"
          placeholder={sampleOf(currency)}
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTyped(tidyMoney(typed, currency))}
          error={fault}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Select
          label="Currency"
          data={CURRENCIES}
          value={currency}
          onChange={(chosen) => chosen && setCurrency(chosen)}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such currency"
        />
      </SimpleGrid>
      <DetailInputs fields={fields} onEdit={(changes) => setFields({ ...fields, ...changes })} error={issue.error} />
      <Text size="sm" c="dimmed">
        The code is shown once, right after this. Nothing is sent to the recipient: pass it on yourself.
      </Text>
    </FormDialog>
  )
}
