import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { CURRENCIES, parseMoney, sampleOf } from '../parts/money.ts'
import { tidyMoney } from '../product-editor/money-input.ts'
import { detailsIn, EMPTY } from './card-fields.ts'
import { DetailInputs } from './detail-inputs.tsx'
import { useIssueGiftCard } from './gift-cards.ts'
import { IssuedCode } from './issued-code.tsx'

export function IssueDialog({ currency: usual, onClose }: { currency: string; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [currency, setCurrency] = useState(usual)
  const [fields, setFields] = useState(EMPTY)
  const issue = useIssueGiftCard()
  const amount = parseMoney(typed, currency)
  const isReady = amount !== undefined && amount.amount > 0
  if (issue.data) return <IssuedCode card={issue.data} onDone={onClose} />
  return (
    <Dialog locked={issue.isPending} onClose={onClose} title="Issue a gift card">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !issue.isPending) issue.mutate({ amount, ...detailsIn(fields) })
        }}
      >
        <Stack gap="md">
          <Failure error={issue.error} title="No gift card was issued" />
          <SimpleGrid cols={2}>
            <TextInput
              label="Amount"
              placeholder={sampleOf(currency)}
              inputMode="decimal"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onBlur={() => setTyped(tidyMoney(typed, currency))}
              error={typed && !isReady ? `An amount such as ${sampleOf(currency)}.` : undefined}
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
          <DetailInputs
            fields={fields}
            onEdit={(changes) => setFields({ ...fields, ...changes })}
            error={issue.error}
          />
          <Text size="sm" c="dimmed">
            The code is shown once, right after this. Nothing is sent to the recipient: pass it on yourself.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={issue.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={issue.isPending} disabled={!isReady}>
              Issue
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
