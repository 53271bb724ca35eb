import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { Section } from '../../ui/section.tsx'
import type { RefundFields } from '../order-actions.ts'
import type { Order } from '../orders.ts'
import { CreateReturnDialog } from './create-return-dialog.tsx'
import { CloseReturnDialog, RejectReturnDialog } from './end-return-dialogs.tsx'
import { ExchangeDialog } from './exchange-dialog.tsx'
import { ReceiveReturnDialog } from './receive-return-dialog.tsx'
import { refundableQuantity, returnableQuantity } from './return-quantities.ts'
import { ReturnRow } from './return-row.tsx'
import { type ReturnDialogState, refundReason, type useReturns } from './returns.ts'

interface Props {
  order: Order
  returns: ReturnType<typeof useReturns>
  canEdit: boolean
  onMessage: (text: string) => void
  /** Opens the refund dialog with these values. */
  onRefund: (fields: Partial<RefundFields>) => void
}

export function ReturnsSection({ order, returns, canEdit, onMessage, onRefund }: Props) {
  const [dialog, setDialog] = useState<ReturnDialogState>()
  const all = returns.data ?? []
  const isOpen = order.status === 'open' || order.status === 'archived'
  const canReturn =
    canEdit && isOpen && returns.isSuccess && order.items.some((item) => returnableQuantity(item, all) > 0)
  if (all.length === 0 && !canReturn && !returns.error) return null
  const close = (text = '') => {
    setDialog(undefined)
    onMessage(text)
  }
  return (
    <Section title="Returns and exchanges">
      <Stack gap="xs">
        <ErrorAlert error={returns.error} title="Couldn't load returns" onRetry={() => void returns.refetch()} />
        {all.length > 0 ? (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Returns, newest first">
            {all.map((one) => (
              <ReturnRow
                key={one.id}
                order={order}
                return={one}
                returns={all}
                canEdit={canEdit}
                onOpenDialog={setDialog}
                onMessage={onMessage}
                onRefund={onRefund}
              />
            ))}
          </Stack>
        ) : null}
        {canReturn ? (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setDialog({ name: 'return' })}>
              Return items
            </Button>
            <Button size="xs" variant="default" onClick={() => setDialog({ name: 'exchange' })}>
              Exchange items
            </Button>
          </Group>
        ) : null}
        {canEdit && isOpen && all.length > 0 && !canReturn && returns.isSuccess ? (
          <Text size="xs" c="dimmed">
            All fulfilled items are returned or being returned.
          </Text>
        ) : null}
      </Stack>
      {dialog?.name === 'return' ? (
        <CreateReturnDialog
          order={order}
          returns={all}
          onClose={(text, arrived) => {
            close(text)
            if (arrived) setDialog({ name: 'receive', return: arrived })
          }}
        />
      ) : null}
      {dialog?.name === 'exchange' ? (
        <ExchangeDialog
          order={order}
          returns={all}
          onClose={(text, refund) => {
            close(text)
            if (refund) onRefund(refund)
          }}
        />
      ) : null}
      {dialog?.name === 'receive' ? (
        <ReceiveReturnDialog
          order={order}
          return={all.find(({ id }) => id === dialog.return.id) ?? dialog.return}
          onClose={(text, quantities) => {
            close(text)
            const refundable = order.items.map((item) => [
              item.id,
              Math.min(refundableQuantity(item, all), quantities?.[item.id] ?? 0),
            ])
            // Units refunded before they arrived are not refunded again.
            if (refundable.some(([, quantity]) => quantity !== 0))
              onRefund({ quantities: Object.fromEntries(refundable), reason: refundReason(dialog.return) })
          }}
        />
      ) : null}
      {dialog?.name === 'reject' ? <RejectReturnDialog order={order} return={dialog.return} onClose={close} /> : null}
      {dialog?.name === 'close' ? <CloseReturnDialog order={order} return={dialog.return} onClose={close} /> : null}
    </Section>
  )
}
