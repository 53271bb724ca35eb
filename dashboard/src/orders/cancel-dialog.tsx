import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { selectOptions } from '../ui/select-options.ts'
import { formatCancellation } from './order-labels.ts'
import { type Order, useCancelOrder, useFetchLatestRefund } from './orders.ts'
import { CANCEL_REASON_LABELS, type NewCancellation } from './requests.ts'

const REASON_OPTIONS = selectOptions(CANCEL_REASON_LABELS)

export function CancelDialog({ order, onClose }: { order: Order; onClose: (message?: string) => void }) {
  const [fields, setFields] = useState<NewCancellation>({ reason: 'customer', restock: true, refund: true, note: '' })
  const cancel = useCancelOrder(order.id)
  const hasCredit = order.payments.some(({ details }) => details.exchangeOf !== undefined)
  const latestRefund = useFetchLatestRefund(order.id)
  const hasExternalPayment = order.payments.some(
    ({ kind, details }) => kind === 'external' && details.exchangeOf === undefined,
  )
  const edit = (changes: Partial<NewCancellation>) => {
    cancel.reset()
    setFields({ ...fields, ...changes })
  }
  const submit = () => {
    const { note = '', ...rest } = fields
    const body = { ...rest, ...(note.trim() && { note: note.trim() }) }
    cancel.mutate({ body }, { onSuccess: async () => onClose(formatCancellation(await findCancellationRefund())) })
  }
  /** The amount to refund by hand is known only now. The timeline shows it too, if this request fails. */
  const findCancellationRefund = async () => {
    if (!fields.refund || !hasExternalPayment) return undefined
    const refund = await latestRefund().catch(() => undefined)
    return refund?.reason === 'cancellation' ? refund : undefined
  }
  return (
    <ConfirmDialog
      title={`Cancel order #${order.number}?`}
      errorTitle="The order was not canceled"
      cancelLabel="Keep the order"
      confirmLabel="Cancel the order"
      mutation={{ isPending: cancel.isPending || cancel.isSuccess, error: cancel.error }}
      onConfirm={submit}
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
        data={REASON_OPTIONS}
        value={fields.reason}
        onChange={(event) => edit({ reason: event.currentTarget.value as NewCancellation['reason'] })}
      />
      <Checkbox
        label="Give back what was paid"
        description={
          hasExternalPayment
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
    </ConfirmDialog>
  )
}
