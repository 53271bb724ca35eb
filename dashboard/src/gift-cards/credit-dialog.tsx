import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { toldPlainly } from '../parts/faults.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { moneyInWords, parseMoney, sampleOf, tidyMoney } from '../parts/money.ts'
import { amountFault, labelOf } from './card-fields.ts'
import { type GiftCard, useCreditGiftCard } from './gift-cards.ts'

export function CreditDialog({ card, onClose }: { card: GiftCard; onClose: (news?: string) => void }) {
  const { currency } = card.balance
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const credit = useCreditGiftCard(card.id)
  const amount = parseMoney(typed, currency)
  const fault = amountFault(typed, card.balance)
  const isMoney = amount !== undefined && !fault
  const why = reason.trim()
  return (
    <FormDialog
      title="Put money on the card"
      saving={credit}
      isReady={isMoney && why !== ''}
      saveLabel="Put on the card"
      onSave={() =>
        isMoney &&
        credit.mutate(
          { body: { amount, reason: why } },
          { onSuccess: ({ balance }) => onClose(`There is ${moneyInWords(balance)} on it now.`) },
        )
      }
      onClose={onClose}
    >
      <Failure error={toldPlainly(credit.error, labelOf)} title="Nothing was put on it" />
      <TextInput
        label={`Amount in ${currency}`}
        placeholder={sampleOf(currency)}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(tidyMoney(typed, currency))}
        error={fault}
        data-autofocus
      />
      <TextInput
        label="Reason"
        placeholder="Goodwill for a late parcel"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
      />
      <Text size="sm" aria-live="polite">
        {isMoney
          ? `Balance: ${moneyInWords(card.balance)} → ${moneyInWords({ currency, amount: card.balance.amount + amount.amount })}`
          : `Balance: ${moneyInWords(card.balance)}`}
      </Text>
    </FormDialog>
  )
}
