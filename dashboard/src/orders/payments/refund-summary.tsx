import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { withLabeledDetails } from '../../ui/field-errors.ts'
import { formatMoney } from '../../ui/money.ts'
import { formatGiftCardsEnding, formatPaymentMethod } from '../order-labels.ts'
import type { Order, OrderPayment, RefundPreview } from '../orders.ts'
import { withFormattedAmounts } from './amount-errors.ts'

interface Props {
  order: Order
  hasSelection: boolean
  preview: { data: RefundPreview | undefined; error: Error | null }
  /** Label for a path in the request. */
  labelFor: (path: string) => string
}

/** Previews the refund with the server's own amounts. */
export function RefundSummary({ order, hasSelection, preview: { data, error }, labelFor }: Props) {
  if (!hasSelection) {
    return (
      <Text size="sm" c="dimmed">
        Select what to refund to see a summary.
      </Text>
    )
  }
  return (
    <Stack gap="xs" aria-live="polite">
      <ErrorAlert error={withLabeledDetails(withFormattedAmounts(error), labelFor)} title="This can't be refunded" />
      {data && !error ? (
        <Paper withBorder px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Stack gap={4}>
            <SummaryRow name="Refund" value={formatMoney(data.amount)} isTotal />
            {data.tenders.map(({ paymentId, method, amount, points }) => {
              const payment = order.payments.find(({ id }) => id === paymentId)
              return (
                <SummaryRow
                  key={paymentId}
                  name={payment ? formatRefundDestination(payment, method) : 'to the customer'}
                  value={points === undefined ? formatMoney(amount) : `${formatMoney(amount)} as ${points} points`}
                />
              )
            })}
            {data.manualAmount.amount > 0 ? (
              <Alert color="orange" variant="light" p="xs" my={4} title="No money is sent automatically">
                {`${formatMoney(data.manualAmount)} was paid outside Storedesk. Refund this amount to the customer yourself; this only records it.`}
              </Alert>
            ) : null}
            {data.giftCards.count > 0 ? <Text size="sm">{formatGiftCardsEnding(data.giftCards)}</Text> : null}
            <Text size="xs" c="dimmed">
              {formatEffects(data)}
            </Text>
          </Stack>
        </Paper>
      ) : null}
    </Stack>
  )
}

/** Credit is not money: it returns to its original order, which refunds it. */
function formatRefundDestination(payment: OrderPayment, method: RefundPreview['tenders'][number]['method']): string {
  if (method === 'order_credit') return `to order #${payment.details.exchangeOf?.number} as credit; refund it there`
  if (method === 'store_credit') return 'to store credit'
  return method === 'manual' ? 'by you, outside Storedesk' : `to ${formatPaymentMethod(payment)}`
}

function formatEffects({ items, refundable, amount }: RefundPreview): string {
  const count = (field: 'removed' | 'restocked') => items.reduce((sum, item) => sum + item[field], 0)
  const remaining = { ...refundable, amount: refundable.amount - amount.amount }
  return [
    count('removed') > 0 ? `Unfulfilled items removed: ${count('removed')}.` : '',
    count('restocked') > 0 ? `Items restocked: ${count('restocked')}.` : '',
    `${formatMoney(remaining)} can still be refunded after this.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function SummaryRow({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" fw={isTotal ? 700 : 400}>
        {name}
      </Text>
      <Text size="sm" fw={isTotal ? 700 : 400}>
        {value}
      </Text>
    </Group>
  )
}
