import { Alert, Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { withLabeledDetails } from '../ui/field-errors.ts'
import { CURRENCIES, exampleAmount, formatMoney, normalizeMoneyInput, parseMoney } from '../ui/money.ts'
import { EMPTY_GIFT_CARD, fieldLabel, toGiftCardInput, validateAmount } from './gift-card-fields.ts'
import { GiftCardInputs } from './gift-card-inputs.tsx'
import { type IssuedGiftCard, useIssueGiftCard } from './gift-cards.ts'

export function IssueGiftCardDialog({ currency: defaultCurrency, onClose }: { currency: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [currency, setCurrency] = useState(defaultCurrency)
  const [fields, setFields] = useState(EMPTY_GIFT_CARD)
  const issue = useIssueGiftCard()
  const amount = parseMoney(text, currency)
  const amountError = validateAmount(text, { amount: 0, currency })
  const isReady = amount !== undefined && !amountError
  if (issue.data) return <IssuedCodeDialog card={issue.data} onDone={onClose} />
  return (
    <FormDialog
      title="Issue gift card"
      mutation={issue}
      isReady={isReady}
      saveLabel="Issue"
      onSave={() => isReady && issue.mutate({ amount, ...toGiftCardInput(fields) })}
      onClose={onClose}
    >
      <ErrorAlert error={withLabeledDetails(issue.error, fieldLabel)} title="Couldn't issue the gift card" />
      <SimpleGrid cols={2}>
        <TextInput
          label="Amount"
          placeholder={exampleAmount(currency)}
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => setText(normalizeMoneyInput(text, currency))}
          error={amountError}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Select
          label="Currency"
          data={CURRENCIES}
          value={currency}
          onChange={(selected) => selected && setCurrency(selected)}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No results"
        />
      </SimpleGrid>
      <GiftCardInputs fields={fields} onEdit={(changes) => setFields({ ...fields, ...changes })} error={issue.error} />
      <Text size="sm" c="dimmed">
        The code is shown only once, after you issue the card. The recipient isn't notified, so send them the code
        yourself.
      </Text>
    </FormDialog>
  )
}

const LEAVE_WARNING = 'The code is shown only once. Leave without saving it?'

/** The only time the code is visible: the dialog closes only after the user confirms having saved it. */
export function IssuedCodeDialog({ card, onDone }: { card: IssuedGiftCard; onDone: () => void }) {
  const [isCodeSaved, setIsCodeSaved] = useState(false)
  useBlocker({
    shouldBlockFn: () => !isCodeSaved && !window.confirm(LEAVE_WARNING),
    enableBeforeUnload: () => !isCodeSaved,
  })
  return (
    <Dialog locked size="lg" onClose={() => {}} title={`Gift card for ${formatMoney(card.balance)}`}>
      <Stack gap="md">
        <Alert color="yellow" role="status" title="Copy this code now">
          You won't be able to see it again. If you lose it, deactivate this card and issue a new one.
        </Alert>
        <CopyField label="Code" value={card.code} />
        <Checkbox
          label="I saved the code"
          checked={isCodeSaved}
          onChange={(event) => setIsCodeSaved(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={onDone} disabled={!isCodeSaved}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
