import { Button, Checkbox, Group, Paper, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../api.ts'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError, withLabeledDetails } from '../ui/field-errors.ts'
import { Section } from '../ui/section.tsx'
import { type PaymentConnection, type StripeKeys, useConnectStripe } from './payment-connection.ts'

interface Props {
  connection: PaymentConnection
  onMessage: (message: string) => void
}

const EMPTY_FIELDS = { secretKey: '', publishableKey: '', webhookSecret: '', abandonPending: false }
type Fields = typeof EMPTY_FIELDS

const FIELD_LABELS: Record<string, string> = {
  '/secretKey': 'Secret key',
  '/publishableKey': 'Publishable key',
  '/webhookSecret': 'Signing secret',
  '/checkouts': 'Checkouts',
  '/authorized': 'Authorized payments',
  '/refunds': 'Refunds',
}

/** Empty fields are omitted and keep their current value. */
const toStripeKeys = ({ abandonPending, ...fields }: Fields): StripeKeys => ({
  provider: 'stripe',
  secretKey: fields.secretKey.trim(),
  ...(fields.publishableKey.trim() && { publishableKey: fields.publishableKey.trim() }),
  ...(fields.webhookSecret.trim() && { webhookSecret: fields.webhookSecret.trim() }),
  ...(abandonPending && { abandonPending }),
})

export function StripeKeysForm({ connection, onMessage }: Props) {
  const [fields, setFields] = useState(EMPTY_FIELDS)
  const connect = useConnectStripe()
  const isConnected = connection.provider === 'stripe'
  const { error } = connect
  const hasPendingPayments = error instanceof ApiError && error.status === 409 && error.details.length > 0
  const edit = (changes: Partial<Fields>) => {
    onMessage('')
    setFields({ ...fields, ...changes })
  }
  const keepHint = isConnected ? ' Leave empty to keep the current one of this account.' : ''
  return (
    <Section
      title={isConnected ? 'Update keys' : 'Connect Stripe'}
      about={
        isConnected
          ? 'You can use a new key of the same account at any time. You can switch accounts when no payments are in progress.'
          : 'Customers pay through your own Stripe account. To try it first, use its test mode keys.'
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (connect.isPending) return
          connect.mutate(toStripeKeys(fields), {
            onSuccess: () => {
              setFields(EMPTY_FIELDS)
              onMessage(isConnected ? 'Stripe keys updated' : 'Stripe connected')
            },
          })
        }}
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={680}>
          <Stack gap="md">
            <PasswordInput
              label="Secret key"
              description="A restricted key needs write access to PaymentIntents and Refunds, and read access to PaymentMethods."
              placeholder="rk_live_…"
              value={fields.secretKey}
              onChange={(event) => edit({ secretKey: event.currentTarget.value })}
              error={fieldError(error, '/secretKey')}
              autoComplete="off"
              required
              withAsterisk={false}
            />
            <TextInput
              label="Publishable key"
              description={`Used by Stripe.js in the storefront.${keepHint}`}
              placeholder="pk_live_…"
              value={fields.publishableKey}
              onChange={(event) => edit({ publishableKey: event.currentTarget.value })}
              error={fieldError(error, '/publishableKey')}
              autoComplete="off"
            />
            <PasswordInput
              label="Webhook signing secret"
              description={`Stripe shows it for the endpoint with the URL above.${keepHint}`}
              placeholder="whsec_…"
              value={fields.webhookSecret}
              onChange={(event) => edit({ webhookSecret: event.currentTarget.value })}
              error={fieldError(error, '/webhookSecret')}
              autoComplete="off"
            />
            <ErrorAlert
              error={withLabeledDetails(error, (path) => FIELD_LABELS[path] ?? path)}
              title="Couldn't save the keys"
            />
            {hasPendingPayments ? (
              <Checkbox
                label="I no longer have access to the previous account: abandon its payments in progress"
                description="Open checkouts end, and captures and refunds fail. Check that account’s dashboard for completed payments."
                checked={fields.abandonPending}
                onChange={(event) => edit({ abandonPending: event.currentTarget.checked })}
              />
            ) : null}
            <Group justify="flex-end">
              <Button type="submit" loading={connect.isPending} disabled={fields.secretKey.trim() === ''}>
                {isConnected ? 'Update keys' : 'Connect Stripe'}
              </Button>
            </Group>
          </Stack>
        </Paper>
      </form>
    </Section>
  )
}
