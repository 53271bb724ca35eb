import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AskFirst } from '../parts/ask-first.tsx'
import { choicesOf } from '../parts/choices.ts'
import { canceledInWords } from './order-words.ts'
import { type Order, useCancel, useLatestRefund } from './orders.ts'
import { CANCEL_REASONS, type NewCancellation } from './wishes.ts'

const REASONS = choicesOf(CANCEL_REASONS)

export function CancelDialog({ order, onClose }: { order: Order; onClose: (news?: string) => void }) {
  const [fields, setFields] = useState<NewCancellation>({ reason: 'customer', restock: true, refund: true, note: '' })
  const cancel = useCancel(order.id)
  const hasCredit = order.payments.some(({ details }) => details.exchangeOf !== undefined)
  const latestRefund = useLatestRefund(order.id)
  const wasPaidOutside = order.payments.some(
    ({ kind, details }) => kind === 'external' && details.exchangeOf === undefined,
  )
  const edit = (changes: Partial<NewCancellation>) => {
    cancel.reset()
    setFields({ ...fields, ...changes })
  }
  const submit = () => {
    const { note = '', ...rest } = fields
    const body = { ...rest, ...(note.trim() && { note: note.trim() }) }
    cancel.mutate({ body }, { onSuccess: async () => onClose(canceledInWords(await ownRefund())) })
  }
  /** How much is left to send by hand is known only now. The history says so too, if this can't be read. */
  const ownRefund = async () => {
    if (!fields.refund || !wasPaidOutside) return undefined
    const refund = await latestRefund().catch(() => undefined)
    return refund?.reason === 'cancellation' ? refund : undefined
  }
  return (
    <AskFirst
      title={`Cancel order #${order.number}?`}
      refused="The order was not canceled"
      keepLabel="Keep the order"
      deedLabel="Cancel the order"
      doing={{ isPending: cancel.isPending || cancel.isSuccess, error: cancel.error }}
      onDo={submit}
      onClose={onClose}
    >
      <Text size="sm">There is no way back. What was authorized is given up.</Text>
      {hasCredit ? (
        <Text size="sm">
          {`What order #${order.exchangeOf?.number} has paid for it is that order’s again: refund it there, and only there.`}
        </Text>
      ) : null}
      <NativeSelect
        label="Why"
        data={REASONS}
        value={fields.reason}
        onChange={(event) => edit({ reason: event.currentTarget.value as NewCancellation['reason'] })}
      />
      <Checkbox
        label="Give back what was paid"
        description={
          wasPaidOutside
            ? 'Some of it was paid outside Storedesk. Once the order is canceled, you see how much to send to the customer yourself.'
            : undefined
        }
        checked={fields.refund}
        onChange={(event) => edit({ refund: event.currentTarget.checked })}
      />
      <Checkbox
        label="Put everything back on the shelf"
        checked={fields.restock}
        onChange={(event) => edit({ restock: event.currentTarget.checked })}
      />
      <TextInput
        label="Note for staff"
        value={fields.note ?? ''}
        onChange={(event) => edit({ note: event.currentTarget.value })}
        maxLength={2000}
        autoComplete="off"
      />
    </AskFirst>
  )
}
