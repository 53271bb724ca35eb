import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '../../ui/money.ts'
import { formatDateTime } from '../../ui/time.tsx'
import { ActionError } from '../action-error.tsx'
import { StatusBadge } from '../badges.tsx'
import type { RefundFields } from '../order-actions.ts'
import { formatReturnItems, formatReturnProgress, RETURN_STATUS_LABELS } from '../order-labels.ts'
import type { Order } from '../orders.ts'
import { unrefundedQuantities } from './return-quantities.ts'
import { type Return, type ReturnDialogState, refundReason, useApproveReturn, useCloseReturn } from './returns.ts'

interface Props {
  order: Order
  return: Return
  returns: Return[]
  canEdit: boolean
  onOpenDialog: (dialog: ReturnDialogState) => void
  onMessage: (text: string) => void
  onRefund: (fields: Partial<RefundFields>) => void
}

export function ReturnRow(props: Props) {
  const { order, return: one, canEdit } = props
  const reasons = [...new Set(one.items.flatMap(({ reason }) => (reason ? [reason] : [])))].join(', ')
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Stack gap={6}>
        <Group gap="xs">
          <StatusBadge display={RETURN_STATUS_LABELS[one.status]} />
          <Text size="xs" c="dimmed">
            {formatDateTime(one.createdAt)}
          </Text>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {formatReturnItems(one, order)}
        </Text>
        {[reasons, formatReturnProgress(one), one.staffNote].map((text) =>
          text ? (
            <Text key={text} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          ) : null,
        )}
        {one.exchange ? <ExchangedFor exchange={one.exchange} /> : null}
        {canEdit ? <ReturnActions {...props} /> : null}
      </Stack>
    </Paper>
  )
}

function ExchangedFor({ exchange: { orderId, number, credit } }: { exchange: NonNullable<Return['exchange']> }) {
  return (
    <Text size="sm">
      {'Exchanged for '}
      <Anchor
        underline="always"
        size="sm"
        renderRoot={(rest) => <Link to="/sales/orders/$id" params={{ id: orderId }} {...rest} />}
      >
        {`order #${number}`}
      </Anchor>
      {credit.amount > 0 ? `. Credit applied: ${formatMoney(credit)}` : ''}
    </Text>
  )
}

/** The next step comes first. */
function ReturnActions({ order, return: one, returns, onOpenDialog, onMessage, onRefund }: Props) {
  const approve = useApproveReturn(order.id, one.id)
  const close = useCloseReturn(order.id, one.id)
  const quantities = unrefundedQuantities(order, returns, one)
  const isRefundable =
    Object.keys(quantities).length > 0 &&
    order.payments.some(({ captured, refunded }) => captured.amount > refunded.amount)
  const canRefund = isRefundable && (one.status === 'received' || one.status === 'approved' || one.status === 'closed')
  const reset = () => {
    approve.reset()
    close.reset()
  }
  return (
    <>
      <ActionError
        error={approve.error ?? close.error}
        title="Couldn't update the return"
        labelFor={(path) => path}
        onReload={reset}
      />
      <Group gap="xs">
        {one.status === 'requested' ? (
          <>
            <Button
              size="xs"
              loading={approve.isPending}
              onClick={() =>
                approve.mutate(undefined, {
                  onSuccess: () => onMessage('Return approved. Receive the items when they arrive.'),
                })
              }
            >
              Approve
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              disabled={approve.isPending}
              onClick={() => onOpenDialog({ name: 'reject', return: one })}
            >
              Decline
            </Button>
          </>
        ) : null}
        {one.status === 'approved' ? (
          <Button size="xs" onClick={() => onOpenDialog({ name: 'receive', return: one })}>
            Receive items
          </Button>
        ) : null}
        {canRefund ? (
          <Button
            size="xs"
            variant={one.status === 'approved' ? 'default' : 'filled'}
            onClick={() => onRefund({ quantities, reason: refundReason(one) })}
          >
            Refund returned items
          </Button>
        ) : null}
        {one.status === 'approved' ? (
          <Button size="xs" variant="subtle" color="red" onClick={() => onOpenDialog({ name: 'close', return: one })}>
            Close return
          </Button>
        ) : null}
        {one.status === 'received' ? (
          <Button
            size="xs"
            variant="subtle"
            loading={close.isPending}
            onClick={() => close.mutate(undefined, { onSuccess: () => onMessage('Return closed') })}
          >
            Close return
          </Button>
        ) : null}
      </Group>
    </>
  )
}
