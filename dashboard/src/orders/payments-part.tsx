import { Group, Paper, Stack, Text } from '@mantine/core'
import { moneyInWords } from '../parts/money.ts'
import { Section } from '../parts/section.tsx'
import { StateBadge, TestBadge } from './badges.tsx'
import { PAYMENT_STATE, tenderInWords } from './order-words.ts'
import type { Order, OrderPayment } from './orders.ts'

export function PaymentsPart({ order: { payments } }: { order: Order }) {
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
                    {tenderInWords(payment)}
                  </Text>
                  <StateBadge look={PAYMENT_STATE[payment.status]} />
                  <TestBadge of={[payment]} />
                </Group>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {[payment.provider, payment.reference].filter(Boolean).join(' · ')}
                </Text>
                <MovedWords of={payment} />
              </Stack>
              <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
                {moneyInWords(payment.amount)}
              </Text>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Section>
  )
}

/** Where not all of it was captured and kept. */
function MovedWords({ of: { kind, amount, captured, refunded } }: { of: OrderPayment }) {
  const parts = [
    captured.amount > 0 && captured.amount < amount.amount ? `${moneyInWords(captured)} captured` : '',
    // What was paid elsewhere goes back elsewhere, and nobody here sees it.
    refunded.amount > 0 ? `${moneyInWords(refunded)} ${kind === 'external' ? 'recorded as refunded' : 'refunded'}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? <Text size="xs">{parts.join(', ')}</Text> : null
}
