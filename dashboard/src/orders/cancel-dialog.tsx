import { Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { LabelSelect } from '../ui/label-select.tsx'
import { formatCancellation } from './order-labels.ts'
import { type NewCancellation, type Order, useCancelOrder, useFetchLatestRefund } from './orders.ts'

const REASON_LABELS: Record<NonNullable<NewCancellation['reason']>, string> = {
  customer: 'Customer changed or canceled order',
  fraud: 'Fraudulent order',
  inventory: 'Items unavailable',
  declined: 'Payment declined',
  other: 'Other',
}

export function CancelDialog({ order, onClose }: { order: Order; onClose: (message?: string) => void }) {
  const [fields, setFields] = useState<Required<NewCancellation>>({
    reason: 'customer',
    restock: true,
    refund: true,
    staffNote: '',
  })
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
    const { staffNote, ...rest } = fields
    const body = { ...rest, ...(staffNote.trim() && { staffNote: staffNote.trim() }) }
    cancel.mutate(body, { onSuccess: async () => onClose(formatCancellation(await findCancellationRefund())) })
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
      errorTitle="Couldn't cancel the order"
      cancelLabel="Keep order"
      confirmLabel="Cancel order"
      mutation={{ isPending: cancel.isPending || cancel.isSuccess, error: cancel.error }}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text size="sm">You can't undo this. Authorized payments are voided.</Text>
      {hasCredit ? (
        <Text size="sm">
          {`The credit from order #${order.exchangeOf?.number} returns to that order. Refund it only there.`}
        </Text>
      ) : null}
      <LabelSelect
        label="Reason"
        labels={REASON_LABELS}
        value={fields.reason}
        onChange={(reason) => edit({ reason })}
      />
      <Checkbox
        label="Refund payments"
        description={
          hasExternalPayment
            ? 'Part of it was paid outside Storedesk. After you cancel, you see how much to send to the customer yourself.'
            : undefined
        }
        checked={fields.refund}
        onChange={(event) => edit({ refund: event.currentTarget.checked })}
      />
      <Checkbox
        label="Restock items"
        checked={fields.restock}
        onChange={(event) => edit({ restock: event.currentTarget.checked })}
      />
      <TextInput
        label="Staff note"
        value={fields.staffNote}
        onChange={(event) => edit({ staffNote: event.currentTarget.value })}
        maxLength={2000}
        autoComplete="off"
      />
    </ConfirmDialog>
  )
}
