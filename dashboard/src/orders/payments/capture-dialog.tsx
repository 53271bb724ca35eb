import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { fieldErrorUnder } from '../../ui/field-errors.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
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
      title={`Capture order #${order.number}`}
      mutation={capture}
      isReady={!isInvalid}
      saveLabel="Capture"
      cancelLabel="Not now"
      onSave={() =>
        capture.mutate({ body: amount ? { amount } : {} }, { onSuccess: () => onClose('The money is captured.') })
      }
      onClose={onClose}
    >
      <ErrorAlert error={withFormattedAmounts(capture.error, currency)} title="Nothing was captured" />
      <Text size="sm">
        {`${formatMoney({ amount: authorized, currency })} are authorized. Most banks capture once: what is not captured then is given up.`}
      </Text>
      <TextInput
        label={`Amount in ${currency}`}
        description="Empty: all that the order costs now."
        placeholder={exampleAmount(currency)}
        inputMode="decimal"
        value={text}
        onChange={(event) => {
          capture.reset()
          setText(event.currentTarget.value)
        }}
        onBlur={() => setText(normalizeMoneyInput(text, currency))}
        error={isInvalid ? `An amount such as ${exampleAmount(currency)}.` : fieldErrorUnder(capture.error, '/amount')}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
