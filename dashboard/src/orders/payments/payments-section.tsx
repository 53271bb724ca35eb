import { Group, Paper, Stack, Text } from '@mantine/core'
import { formatMoney } from '../../ui/money.ts'
import { Section } from '../../ui/section.tsx'
import { StatusBadge, TestBadge } from '../badges.tsx'
import { formatPaymentMethod, PAYMENT_STATUS_LABELS } from '../order-labels.ts'
import type { Order, OrderPayment } from '../orders.ts'

export function PaymentsSection({ order: { payments } }: { order: Order }) {
  if (payments.length === 0) return null
  return (
    <Section title="Payments">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Payments">
        {payments.map((payment) => (
          <Paper key={payment.id} component="li" withBorder px="md" py="sm">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={2} miw={0}>
                <Group gap="xs">
                  <Text size="sm" fw={600}>
                    {formatPaymentMethod(payment)}
                  </Text>
                  <StatusBadge display={PAYMENT_STATUS_LABELS[payment.status]} />
                  <TestBadge payments={[payment]} />
                </Group>
                {/* A credit is named after its order. */}
                {payment.details.exchangeOf === undefined ? (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {[payment.provider, payment.providerPaymentId ?? payment.reference].filter(Boolean).join(' · ')}
                  </Text>
                ) : null}
                <CapturedAndRefunded payment={payment} />
              </Stack>
              <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
                {formatMoney(payment.amount)}
              </Text>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Section>
  )
}

/** Only amounts that differ from a full capture without refunds. */
function CapturedAndRefunded({ payment: { kind, amount, captured, refunded } }: { payment: OrderPayment }) {
  const parts = [
    captured.amount > 0 && captured.amount < amount.amount ? `${formatMoney(captured)} captured` : '',
    // External refunds happen elsewhere; the dashboard knows only the record.
    refunded.amount > 0 ? `${formatMoney(refunded)} ${kind === 'external' ? 'recorded as refunded' : 'refunded'}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? <Text size="xs">{parts.join(', ')}</Text> : null
}
