import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { formatMoney } from '../../ui/money.ts'
import { ActionError } from '../action-error.tsx'
import { formatOrderItems, itemLabelFor } from '../order-labels.ts'
import { type Order, type PaymentChoice, useCancelOrder, useCompleteDraft } from '../orders.ts'

interface Props {
  order: Order
  onClose: (message?: string) => void
}

export function CompleteDraftDialog({ order, onClose }: Props) {
  const [payment, setPayment] = useState<PaymentChoice>('pending')
  const { number, totals, items, email } = order
  const complete = useCompleteDraft(order.id, () => onClose(`Order #${number} created. Its stock is committed.`))
  return (
    <Dialog locked={complete.isPending} onClose={() => onClose()} title={`Create order from draft #${number}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!complete.isPending) complete.mutate({ payment })
        }}
      >
        <Stack gap="md">
          <ActionError
            error={complete.error}
            title="Couldn't create the order"
            labelFor={itemLabelFor(items)}
            onReload={() => onClose()}
          />
          <Text size="sm">{`${formatOrderItems(items)} for ${formatMoney(totals.total)}.`}</Text>
          <Text size="sm">
            {`Stock is committed immediately, for all items or none. ${
              email
                ? `A confirmation is sent to ${email}.`
                : 'No confirmation is sent because there is no email address.'
            } Items and prices can't be changed afterwards.`}
          </Text>
          <Radio.Group<PaymentChoice> label="Payment" value={payment} onChange={setPayment}>
            <Stack gap="xs" mt={6}>
              <Radio
                value="pending"
                label="Payment pending"
                description="Mark the order as paid when the payment arrives."
              />
              <Radio
                value="external"
                label={`${formatMoney(totals.total)} received`}
                description="In cash, by bank transfer or another way. No card is charged."
              />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()} disabled={complete.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={complete.isPending} data-autofocus>
              Create order
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

export function DiscardDraftDialog({ order, onClose }: Props) {
  const cancel = useCancelOrder(order.id, () => onClose('Draft discarded'))
  return (
    <ConfirmDialog
      title={`Discard draft #${order.number}?`}
      errorTitle="Couldn't discard the draft"
      cancelLabel="Keep draft"
      confirmLabel="Discard draft"
      mutation={cancel}
      onConfirm={() => cancel.mutate({ reason: 'other', restock: false, refund: false })}
      onClose={onClose}
    >
      You can't undo this. The draft stays in the list as canceled, and the customer is not notified.
    </ConfirmDialog>
  )
}
