import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialog.tsx'
import { ActionError } from '../action-error.tsx'
import { toItemQuantities } from '../order-actions.ts'
import { itemLabelFor } from '../order-labels.ts'
import type { Order } from '../orders.ts'
import { QuantityRows } from '../quantity-rows.tsx'
import { defaultReturnQuantities, returnableQuantity } from './return-quantities.ts'
import { ReturnReasonField } from './return-reason-field.tsx'
import { type Return, useCreateReturn } from './returns.ts'

type Step = 'in_transit' | 'received' | 'needs_approval'
const STEPS: { value: Step; label: string; description: string }[] = [
  { value: 'in_transit', label: 'Approved', description: 'Receive the items when they arrive.' },
  { value: 'received', label: 'Already received', description: 'Next, choose which items to restock.' },
  { value: 'needs_approval', label: 'Needs approval', description: 'Staff approve or decline it later.' },
]

interface Props {
  order: Order
  returns: Return[]
  /** Passes the return when its items have arrived and are to be received next. */
  onClose: (message?: string, arrived?: Return) => void
}

export function CreateReturnDialog({ order, returns, onClose }: Props) {
  const [quantities, setQuantities] = useState(() => defaultReturnQuantities(order, returns))
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [step, setStep] = useState<Step>('in_transit')
  const createReturn = useCreateReturn(order.id)
  const items = toItemQuantities(quantities).map((item) => ({
    ...item,
    ...(reason.trim() && { reason: reason.trim() }),
  }))
  const submit = () =>
    createReturn.mutate(
      { body: { items, ...(note.trim() && { staffNote: note.trim() }) }, isApproved: step !== 'needs_approval' },
      {
        onSuccess: (created) => {
          if (created.status !== 'approved') onClose('Return created. It needs approval.')
          else if (step === 'received') onClose('', created)
          else onClose('Return approved. Receive the items when they arrive.')
        },
      },
    )
  const changeQuantities = (next: typeof quantities) => {
    createReturn.reset()
    setQuantities(next)
  }
  return (
    <FormDialog
      title={`Return items of order #${order.number}`}
      mutation={createReturn}
      isReady={items.length > 0}
      saveLabel={step === 'received' ? 'Continue' : 'Create return'}
      onSave={submit}
      onClose={onClose}
    >
      <ActionError
        error={createReturn.error}
        title="Couldn't create the return"
        labelFor={itemLabelFor(order.items, items)}
        onReload={() => changeQuantities(defaultReturnQuantities(order, returns))}
      />
      <QuantityRows
        label="Items to return"
        items={order.items}
        maxQuantity={(item) => returnableQuantity(item, returns)}
        quantities={quantities}
        onChange={changeQuantities}
      />
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            changeQuantities(
              Object.fromEntries(order.items.map((item) => [item.id, returnableQuantity(item, returns)])),
            )
          }
        >
          Select all items
        </Button>
      </Group>
      <ReturnReasonField value={reason} onChange={setReason} />
      <Radio.Group<Step> label="Status" value={step} onChange={setStep}>
        <Stack gap="xs" mt={6}>
          {STEPS.map((option) => (
            <Radio key={option.value} {...option} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label="Staff note"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={2000}
        autoComplete="off"
      />
    </FormDialog>
  )
}
