import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { moneyInWords } from '../parts/money.ts'
import { fullTime } from '../parts/when.tsx'
import { StateBadge } from './badges.tsx'
import type { RefundFields } from './deeds.ts'
import { RETURN_STATE, returnedThings, returnFate } from './order-words.ts'
import type { Order } from './orders.ts'
import { Refusal } from './refusal.tsx'
import { owedBackOf } from './return-rules.ts'
import { type AskedOfReturn, type Return, reasonOf, useApproveReturn, useCloseReturn } from './returns.ts'

interface Props {
  order: Order
  of: Return
  returns: Return[]
  mayAct: boolean
  onAsk: (asked: AskedOfReturn) => void
  onNews: (words: string) => void
  onRefund: (start: Partial<RefundFields>) => void
}

export function ReturnRow(props: Props) {
  const { order, of: one, mayAct } = props
  const reasons = [...new Set(one.lines.flatMap(({ reason }) => (reason ? [reason] : [])))].join(', ')
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Stack gap={6}>
        <Group gap="xs">
          <StateBadge look={RETURN_STATE[one.status]} />
          <Text size="xs" c="dimmed">
            {fullTime(one.createdAt)}
          </Text>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {returnedThings(one, order)}
        </Text>
        {[reasons, returnFate(one), one.note].map((words) =>
          words ? (
            <Text key={words} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {words}
            </Text>
          ) : null,
        )}
        {one.exchange ? <ExchangedFor exchange={one.exchange} /> : null}
        {mayAct ? <NextStep {...props} /> : null}
      </Stack>
    </Paper>
  )
}

function ExchangedFor({ exchange: { orderId, number, credit } }: { exchange: NonNullable<Return['exchange']> }) {
  return (
    <Text size="sm">
      {'Exchanged for '}
      <Anchor size="sm" renderRoot={(rest) => <Link to="/sales/orders/$id" params={{ id: orderId }} {...rest} />}>
        {`order #${number}`}
      </Anchor>
      {credit.amount > 0 ? `, for which it has paid ${moneyInWords(credit)}.` : '.'}
    </Text>
  )
}

/** What it waits for comes first. */
function NextStep({ order, of: one, returns, onAsk, onNews, onRefund }: Props) {
  const approve = useApproveReturn(order.id, one.id)
  const close = useCloseReturn(order.id, one.id)
  const quantities = owedBackOf(order, returns, one)
  const isOwed =
    Object.keys(quantities).length > 0 &&
    order.payments.some(({ captured, refunded }) => captured.amount > refunded.amount)
  const canRefund = isOwed && (one.status === 'received' || one.status === 'approved' || one.status === 'closed')
  const reset = () => {
    approve.reset()
    close.reset()
  }
  return (
    <>
      <Refusal
        error={approve.error ?? close.error}
        title="The return was not changed"
        nameOf={(path) => path}
        onReload={reset}
      />
      <Group gap="xs">
        {one.status === 'requested' ? (
          <>
            <Button
              size="xs"
              loading={approve.isPending}
              onClick={() => approve.mutate({}, { onSuccess: () => onNews('Approved. Receive it when it is here.') })}
            >
              Approve
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              disabled={approve.isPending}
              onClick={() => onAsk({ deed: 'decline', of: one })}
            >
              Decline…
            </Button>
          </>
        ) : null}
        {one.status === 'approved' ? (
          <Button size="xs" onClick={() => onAsk({ deed: 'receive', of: one })}>
            Receive…
          </Button>
        ) : null}
        {canRefund ? (
          <Button
            size="xs"
            variant={one.status === 'approved' ? 'default' : 'filled'}
            onClick={() => onRefund({ quantities, reason: reasonOf(one) })}
          >
            Refund what came back…
          </Button>
        ) : null}
        {one.status === 'approved' ? (
          <Button size="xs" variant="subtle" color="red" onClick={() => onAsk({ deed: 'give up', of: one })}>
            Expect nothing more…
          </Button>
        ) : null}
        {one.status === 'received' ? (
          <Button
            size="xs"
            variant="subtle"
            loading={close.isPending}
            onClick={() => close.mutate({}, { onSuccess: () => onNews('The return is closed.') })}
          >
            Close
          </Button>
        ) : null}
      </Group>
    </>
  )
}
