import { Button, Checkbox, Group, Paper, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../api.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { fieldError, withReadableDetails } from '../ui/field-errors.ts'
import { Section } from '../ui/section.tsx'
import { type PaymentConnection, type StripeKeys, useConnectStripe } from './payment-connection.ts'

interface Props {
  connection: PaymentConnection
  onMessage: (message: string) => void
}

const EMPTY_FIELDS = { secretKey: '', publishableKey: '', webhookSecret: '', abandonUnderWay: false }
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
const toStripeKeys = ({ abandonUnderWay, ...fields }: Fields): StripeKeys => ({
  secretKey: fields.secretKey.trim(),
  ...(fields.publishableKey.trim() && { publishableKey: fields.publishableKey.trim() }),
  ...(fields.webhookSecret.trim() && { webhookSecret: fields.webhookSecret.trim() }),
  ...(abandonUnderWay && { abandonUnderWay }),
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
  const keepHint = isConnected ? ' Leave it empty to keep that of this account.' : ''
  return (
    <Section
      title={isConnected ? 'Change the keys' : 'Connect Stripe'}
      about={
        isConnected
          ? 'A new key of the same account can come at any time. Another account, only when nothing is under way at this one.'
          : 'New checkouts are paid through your own account at Stripe. To try it first, use the keys of its test mode.'
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (connect.isPending) return
          connect.mutate(toStripeKeys(fields), {
            onSuccess: () => {
              setFields(EMPTY_FIELDS)
              onMessage(isConnected ? 'The new key is in use.' : 'Stripe is connected.')
            },
          })
        }}
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={680}>
          <Stack gap="md">
            <PasswordInput
              label="Secret key"
              description="A restricted key needs write on PaymentIntents and Refunds, and read on PaymentMethods."
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
              description={`For the storefront: Stripe’s script in the buyer’s browser needs it.${keepHint}`}
              placeholder="pk_live_…"
              value={fields.publishableKey}
              onChange={(event) => edit({ publishableKey: event.currentTarget.value })}
              error={fieldError(error, '/publishableKey')}
              autoComplete="off"
            />
            <PasswordInput
              label="Signing secret of the webhook"
              description={`Stripe shows it for the endpoint with the address above.${keepHint}`}
              placeholder="whsec_…"
              value={fields.webhookSecret}
              onChange={(event) => edit({ webhookSecret: event.currentTarget.value })}
              error={fieldError(error, '/webhookSecret')}
              autoComplete="off"
            />
            <ErrorAlert
              error={withReadableDetails(error, (path) => FIELD_LABELS[path] ?? path)}
              title="The keys were not saved"
            />
            {hasPendingPayments ? (
              <Checkbox
                label="The account before can’t be reached any more: give up what is under way there"
                description="Those checkouts end, captures and refunds fail. Look in its dashboard for what was paid."
                checked={fields.abandonUnderWay}
                onChange={(event) => edit({ abandonUnderWay: event.currentTarget.checked })}
              />
            ) : null}
            <Group justify="flex-end">
              <Button type="submit" loading={connect.isPending} disabled={fields.secretKey.trim() === ''}>
                {isConnected ? 'Use the new key' : 'Connect Stripe'}
              </Button>
            </Group>
          </Stack>
        </Paper>
      </form>
    </Section>
  )
}
