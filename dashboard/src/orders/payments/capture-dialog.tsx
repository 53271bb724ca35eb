import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { fieldErrorUnder } from '../../ui/field-errors.ts'
import { exampleAmount, formatMoney, normalizeMoneyInput, parseMoney } from '../../ui/money.ts'
import { type Order, useCapturePayment } from '../orders.ts'
import { withFormattedAmounts } from './amount-errors.ts'

export function CaptureDialog({ order, onClose }: { order: Order; onClose: (message?: string) => void }) {
  const { currency, payments } = order
  const [text, setText] = useState('')
  const capture = useCapturePayment(order.id)
  const amount = parseMoney(text, currency)
  const isInvalid = text.trim() !== '' && !amount
  const authorized = payments
    .filter(({ status }) => status === 'authorized')
    .reduce((sum, one) => sum + one.amount.amount, 0)
  return (
    <FormDialog
      title={`Capture payment for order #${order.number}`}
      mutation={capture}
      isReady={!isInvalid}
      saveLabel="Capture payment"
      onSave={() => capture.mutate(amount ? { amount } : {}, { onSuccess: () => onClose('Payment captured') })}
      onClose={onClose}
    >
      <ErrorAlert error={withFormattedAmounts(capture.error)} title="Couldn't capture the payment" />
      <Text size="sm">
        {`${formatMoney({ amount: authorized, currency })} is authorized. Most banks allow one capture: any amount you do not capture is voided.`}
      </Text>
      <TextInput
        label={`Amount in ${currency}`}
        description="Leave empty to capture the current order total."
        placeholder={exampleAmount(currency)}
        inputMode="decimal"
        value={text}
        onChange={(event) => {
          capture.reset()
          setText(event.currentTarget.value)
        }}
        onBlur={() => setText(normalizeMoneyInput(text, currency))}
        error={
          isInvalid ? `Enter an amount such as ${exampleAmount(currency)}.` : fieldErrorUnder(capture.error, '/amount')
        }
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
