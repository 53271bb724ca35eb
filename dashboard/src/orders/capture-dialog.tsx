import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { faultUnder } from '../parts/faults.ts'
import { moneyInWords, parseMoney, sampleOf } from '../parts/money.ts'
import { tidyMoney } from '../product-editor/money-input.ts'
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
    <Dialog locked={capture.isPending} onClose={() => onClose()} title={`Capture order #${order.number}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isUnread || capture.isPending) return
          capture.mutate({ body: amount ? { amount } : {} }, { onSuccess: () => onClose('The money is captured.') })
        }}
      >
        <Stack gap="md">
          <Failure error={capture.error} title="Nothing was captured" />
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
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()} disabled={capture.isPending}>
              Not now
            </Button>
            <Button type="submit" loading={capture.isPending} disabled={isUnread}>
              Capture
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
