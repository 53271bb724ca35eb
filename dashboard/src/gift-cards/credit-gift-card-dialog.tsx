import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { withReadableDetails } from '../ui/field-errors.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { exampleAmount, formatMoney, normalizeMoneyInput, parseMoney } from '../ui/money.ts'
import { fieldLabel, validateAmount } from './gift-card-fields.ts'
import { type GiftCard, useCreditGiftCard } from './gift-cards.ts'

export function CreditGiftCardDialog({ card, onClose }: { card: GiftCard; onClose: (message?: string) => void }) {
  const { currency } = card.balance
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const credit = useCreditGiftCard(card.id)
  const amount = parseMoney(text, currency)
  const amountError = validateAmount(text, card.balance)
  const isValidAmount = amount !== undefined && !amountError
  const trimmedReason = reason.trim()
  return (
    <FormDialog
      title="Add to balance"
      mutation={credit}
      isReady={isValidAmount && trimmedReason !== ''}
      saveLabel="Add to balance"
      onSave={() =>
        isValidAmount &&
        credit.mutate(
          { body: { amount, reason: trimmedReason } },
          { onSuccess: ({ balance }) => onClose(`Balance updated to ${formatMoney(balance)}`) },
        )
      }
      onClose={onClose}
    >
      <ErrorAlert error={withReadableDetails(credit.error, fieldLabel)} title="Couldn't add to the balance" />
      <TextInput
        label={`Amount in ${currency}`}
        placeholder={exampleAmount(currency)}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => setText(normalizeMoneyInput(text, currency))}
        error={amountError}
        data-autofocus
      />
      <TextInput
        label="Reason"
        placeholder="Apology for a late delivery"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
      />
      <Text size="sm" aria-live="polite">
        {isValidAmount
          ? `Balance: ${formatMoney(card.balance)} → ${formatMoney({ currency, amount: card.balance.amount + amount.amount })}`
          : `Balance: ${formatMoney(card.balance)}`}
      </Text>
    </FormDialog>
  )
}
