import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDecimal } from '../../../../sdk/src/money.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { fieldErrorUnder } from '../../ui/field-errors.ts'
import { exampleAmount, formatMoney, normalizeMoneyInput, parseMoney } from '../../ui/money.ts'
import { ActionError } from '../action-error.tsx'
import { type Order, useRecordPayment } from '../orders.ts'
import { withFormattedAmounts } from './amount-errors.ts'

const METHODS = ['Bank transfer', 'Cash', 'Card reader', 'Other']

export function RecordPaymentDialog({ order, onClose }: { order: Order; onClose: (message?: string) => void }) {
  const { currency, number } = order
  const [text, setText] = useState('')
  const [method, setMethod] = useState('Bank transfer')
  const [reference, setReference] = useState('')
  const record = useRecordPayment(order.id)
  const amount = parseMoney(text, currency)
  const isInvalid = text.trim() !== '' && !amount
  const { due } = order.totals
  const submit = () => {
    const description = [method === 'Other' ? '' : method, reference.trim()].filter(Boolean).join(', ')
    record.mutate(
      { ...(amount && { amount }), ...(description && { reference: description }) },
      {
        onSuccess: ({ paymentStatus }) =>
          onClose(paymentStatus === 'paid' ? 'Order marked as paid' : 'Payment recorded. The order is partially paid.'),
      },
    )
  }
  return (
    <FormDialog
      title={`Mark order #${number} as paid`}
      mutation={record}
      isReady={!isInvalid}
      saveLabel="Mark as paid"
      onSave={submit}
      onClose={onClose}
    >
      <ActionError
        error={withFormattedAmounts(record.error)}
        title="Couldn't record the payment"
        labelFor={() => 'Amount'}
        onReload={() => {
          record.reset()
          setText('')
        }}
      />
      <Text size="sm">{`${formatMoney(due)} is due. Record what you received outside Storedesk; no card is charged.`}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Payment method"
          data={METHODS}
          value={method}
          onChange={(event) => setMethod(event.currentTarget.value)}
        />
        <TextInput
          label={`Amount in ${currency}`}
          placeholder={formatDecimal(due)}
          description="Leave empty for the full amount due."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          value={text}
          onChange={(event) => {
            record.reset()
            setText(event.currentTarget.value)
          }}
          onBlur={() => setText(normalizeMoneyInput(text, currency))}
          error={
            isInvalid ? `Enter an amount such as ${exampleAmount(currency)}.` : fieldErrorUnder(record.error, '/amount')
          }
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
