import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatMoney } from '../../ui/money.ts'
import { ActionError } from '../action-error.tsx'
import { formatOrderItems, itemLabelFor } from '../order-labels.ts'
import { type Order, useCancelOrder } from '../orders.ts'
import { useCompleteDraft } from './drafts.ts'

interface Props {
  order: Order
  onClose: (message?: string) => void
}

export function CompleteDraftDialog({ order, onClose }: Props) {
  const [payment, setPayment] = useState<'external' | 'pending'>('pending')
  const complete = useCompleteDraft(order.id)
  const { number, totals, items, email } = order
  return (
    <Dialog locked={complete.isPending} onClose={() => onClose()} title={`Make draft #${number} an order`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (complete.isPending) return
          complete.mutate(
            { body: { payment } },
            { onSuccess: () => onClose(`Order #${number} is made, and its stock is taken.`) },
          )
        }}
      >
        <Stack gap="md">
          <ActionError
            error={complete.error}
            title="It is still a draft"
            labelFor={itemLabelFor(items)}
            onReload={() => onClose()}
          />
          <Text size="sm">{`${formatOrderItems(items)} for ${formatMoney(totals.total)}.`}</Text>
          <Text size="sm">
            {`It takes the stock at once, all of it or nothing. ${
              email ? `The confirmation goes to ${email}.` : 'Nobody is written to, since there is no e-mail address.'
            } What is sold and for how much can’t be changed afterwards.`}
          </Text>
          <Radio.Group
            label="Payment"
            value={payment}
            onChange={(selected) => setPayment(selected as 'external' | 'pending')}
          >
            <Stack gap="xs" mt={6}>
              <Radio value="pending" label="Not paid yet" description="Note the payment on the order when it comes." />
              <Radio
                value="external"
                label={`${formatMoney(totals.total)} are paid`}
                description="In cash, by transfer or otherwise: no card is charged."
              />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()} disabled={complete.isPending}>
              Not now
            </Button>
            <Button type="submit" loading={complete.isPending} data-autofocus>
              Make it an order
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

export function DiscardDraftDialog({ order, onClose }: Props) {
  const cancel = useCancelOrder(order.id)
  const discard = () =>
    cancel.mutate(
      { body: { reason: 'other', restock: false, refund: false } },
      { onSuccess: () => onClose('The draft is discarded.') },
    )
  return (
    <ConfirmDialog
      title={`Discard draft #${order.number}?`}
      errorTitle="The draft is still there"
      cancelLabel="Keep the draft"
      confirmLabel="Discard the draft"
      mutation={cancel}
      onConfirm={discard}
      onClose={onClose}
    >
      There is no way back. It stays in the list as canceled; nothing was sold or paid, and nobody is told.
    </ConfirmDialog>
  )
}
