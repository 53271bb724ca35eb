import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { faultUnder } from '../parts/faults.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { moneyInWords, parseMoney, sampleOf, tidyMoney } from '../parts/money.ts'
import { inMoney } from './money-refusal.ts'
import { type Order, useCapture } from './orders.ts'

export function CaptureDialog({ order, onClose }: { order: Order; onClose: (news?: string) => void }) {
  const { currency, payments } = order
  const [typed, setTyped] = useState('')
  const capture = useCapture(order.id)
  const amount = parseMoney(typed, currency)
  const isUnread = typed.trim() !== '' && !amount
  const authorized = payments
    .filter(({ status }) => status === 'authorized')
    .reduce((sum, one) => sum + one.amount.amount, 0)
  return (
    <FormDialog
      title={`Capture order #${order.number}`}
      saving={capture}
      isReady={!isUnread}
      saveLabel="Capture"
      cancelLabel="Not now"
      onSave={() =>
        capture.mutate({ body: amount ? { amount } : {} }, { onSuccess: () => onClose('The money is captured.') })
      }
      onClose={onClose}
    >
      <Failure error={inMoney(capture.error, currency)} title="Nothing was captured" />
      <Text size="sm">
        {`${moneyInWords({ amount: authorized, currency })} are authorized. Most banks capture once: what is not captured then is given up.`}
      </Text>
      <TextInput
        label={`Amount in ${currency}`}
        description="Empty: all that the order costs now."
        placeholder={sampleOf(currency)}
        inputMode="decimal"
        value={typed}
        onChange={(event) => {
          capture.reset()
          setTyped(event.currentTarget.value)
        }}
        onBlur={() => setTyped(tidyMoney(typed, currency))}
        error={isUnread ? `An amount such as ${sampleOf(currency)}.` : faultUnder(capture.error, '/amount')}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
