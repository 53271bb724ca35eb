import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../parts/form-dialog.tsx'
import { linesIn } from './deeds.ts'
import { lineNameOf } from './order-words.ts'
import type { Order } from './orders.ts'
import { QuantityRows } from './quantity-rows.tsx'
import { ReasonField } from './reason-field.tsx'
import { Refusal } from './refusal.tsx'
import { leftToReturn, likelyReturn } from './return-rules.ts'
import { type Return, useNewReturn } from './returns.ts'

type Step = 'coming' | 'here' | 'asked'
const STEPS: { value: Step; label: string; description: string }[] = [
  { value: 'coming', label: 'Agreed: it may come', description: 'You receive it when it is here.' },
  { value: 'here', label: 'It is here already', description: 'You say next what can be sold again.' },
  { value: 'asked', label: 'Not decided yet', description: 'Somebody approves or declines it later.' },
]

interface Props {
  order: Order
  returns: Return[]
  /** With the return, where what has come is to be looked at next. */
  onClose: (news?: string, arrived?: Return) => void
}

export function ReturnDialog({ order, returns, onClose }: Props) {
  const [quantities, setQuantities] = useState(() => likelyReturn(order, returns))
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [step, setStep] = useState<Step>('coming')
  const request = useNewReturn(order.id)
  const lines = linesIn(quantities).map((line) => ({ ...line, ...(reason.trim() && { reason: reason.trim() }) }))
  const submit = () =>
    request.mutate(
      { body: { lines, ...(note.trim() && { note: note.trim() }) }, isApproved: step !== 'asked' },
      {
        onSuccess: (made) => {
          if (made.status !== 'approved') onClose('The return is noted, and waits to be approved.')
          else if (step === 'here') onClose('', made)
          else onClose('The return is approved. Receive it when it is here.')
        },
      },
    )
  const choose = (chosen: typeof quantities) => {
    request.reset()
    setQuantities(chosen)
  }
  return (
    <FormDialog
      title={`Return of order #${order.number}`}
      saving={request}
      isReady={lines.length > 0}
      saveLabel={step === 'here' ? 'Go on' : 'Note the return'}
      cancelLabel="Not now"
      onSave={submit}
      onClose={onClose}
    >
      <Refusal
        error={request.error}
        title="No return was noted"
        nameOf={lineNameOf(order.items, lines)}
        onReload={() => choose(likelyReturn(order, returns))}
      />
      <QuantityRows
        label="To come back"
        lines={order.items}
        most={(line) => leftToReturn(line, returns)}
        quantities={quantities}
        onChange={choose}
      />
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => choose(Object.fromEntries(order.items.map((line) => [line.id, leftToReturn(line, returns)])))}
        >
          Everything
        </Button>
      </Group>
      <ReasonField value={reason} onChange={setReason} />
      <Radio.Group label="What is next" value={step} onChange={(chosen) => setStep(chosen as Step)}>
        <Stack gap="xs" mt={6}>
          {STEPS.map((one) => (
            <Radio key={one.value} {...one} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label="Note for staff"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={2000}
        autoComplete="off"
      />
    </FormDialog>
  )
}
