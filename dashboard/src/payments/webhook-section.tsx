import { Code, Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyField } from '../ui/copy-field.tsx'
import { Section } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'
import type { PaymentConnection } from './payment-connection.ts'

/** Keep in sync with docs/payments.md. */
const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

export function WebhookSection({ connection, url }: { connection: PaymentConnection; url: string }) {
  return (
    <Section
      title="Webhook"
      about="Stripe sends payment updates to this webhook. Without it, some orders appear minutes later."
    >
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          <CopyField
            label="Webhook URL"
            description="In the Stripe dashboard, open Developers, then Webhooks, and add an endpoint with this URL."
            value={url}
          />
          <div>
            <Text size="sm" fw={500} mb={4}>
              Events to send
            </Text>
            <Group component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Events to send">
              {WEBHOOK_EVENTS.map((name) => (
                <li key={name}>
                  <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code>
                </li>
              ))}
            </Group>
          </div>
          {connection.provider === 'stripe' ? <Text size="sm">{formatWebhookStatus(connection)}</Text> : null}
        </Stack>
      </Paper>
    </Section>
  )
}

function formatWebhookStatus({ hasWebhookSecret, lastWebhookAt }: PaymentConnection): ReactNode {
  if (!hasWebhookSecret) return 'The signing secret is missing. Webhooks are rejected until you add it below.'
  if (!lastWebhookAt) return 'No webhooks received from Stripe yet.'
  return (
    <>
      Last webhook received <RelativeTime at={lastWebhookAt} />.
    </>
  )
}
