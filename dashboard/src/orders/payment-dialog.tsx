import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { faultUnder } from '../parts/faults.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { moneyInWords, moneyText, parseMoney, sampleOf, tidyMoney } from '../parts/money.ts'
import { inMoney } from './money-refusal.ts'
import { type Order, useNotePayment } from './orders.ts'
import { Refusal } from './refusal.tsx'

const WAYS = ['Bank transfer', 'Cash', 'Card reader', 'Something else']

export function PaymentDialog({ order, onClose }: { order: Order; onClose: (news?: string) => void }) {
  const { currency, number } = order
  const [typed, setTyped] = useState('')
  const [way, setWay] = useState('Bank transfer')
  const [reference, setReference] = useState('')
  const note = useNotePayment(order.id)
  const amount = parseMoney(typed, currency)
  const isUnread = typed.trim() !== '' && !amount
  const { due } = order.totals
  const submit = () => {
    const words = [way === 'Something else' ? '' : way, reference.trim()].filter(Boolean).join(', ')
    note.mutate(
      { body: { ...(amount && { amount }), ...(words && { reference: words }) } },
      {
        onSuccess: ({ paymentStatus }) =>
          onClose(paymentStatus === 'paid' ? 'The order is paid.' : 'Noted. Not all of it is paid yet.'),
      },
    )
  }
  return (
    <FormDialog
      title={`Payment of order #${number}`}
      saving={note}
      isReady={!isUnread}
      saveLabel="It is paid"
      cancelLabel="Not now"
      onSave={submit}
      onClose={onClose}
    >
      <Refusal
        error={inMoney(note.error, currency)}
        title="No payment was noted"
        nameOf={() => 'The amount'}
        onReload={() => {
          note.reset()
          setTyped('')
        }}
      />
      <Text size="sm">{`${moneyInWords(due)} are owed. No money moves here: this notes what you have received.`}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect label="Paid by" data={WAYS} value={way} onChange={(event) => setWay(event.currentTarget.value)} />
        <TextInput
          label={`Amount in ${currency}`}
          placeholder={moneyText(due)}
          description="Empty: all that is owed."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          value={typed}
          onChange={(event) => {
            note.reset()
            setTyped(event.currentTarget.value)
          }}
          onBlur={() => setTyped(tidyMoney(typed, currency))}
          error={isUnread ? `An amount such as ${sampleOf(currency)}.` : faultUnder(note.error, '/amount')}
          autoComplete="off"
        />
      </SimpleGrid>
      <TextInput
        label="Reference"
        placeholder="3 March, INV-1011"
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        maxLength={150}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
