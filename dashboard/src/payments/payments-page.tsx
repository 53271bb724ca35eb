import { Alert, Code, Paper, Table } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, Loading, SuccessMessage } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { type PaymentConnection, usePaymentConnection } from './payment-connection.ts'
import { StripeKeysForm } from './stripe-keys-form.tsx'
import { TestPaymentsNotice } from './test-payments-notice.tsx'
import { WebhookSection } from './webhook-section.tsx'

export function PaymentsPage() {
  const { workspace, mode } = useWorkspace()
  const connection = usePaymentConnection()
  const [message, setMessage] = useState('')
  const canEdit = canManage(workspace.role)
  const { data } = connection
  return (
    <Page title="Payments" about="How your shop accepts payments.">
      {canEdit ? null : (
        <Alert color="blue">{`Only owners and admins can change these settings. Your role is ${workspace.role}.`}</Alert>
      )}
      {mode === 'test' ? (
        <Alert color="blue">
          Payments in the sandbox are always simulated. Connect Stripe in the live environment.
        </Alert>
      ) : (
        <TestPaymentsNotice />
      )}
      {message ? <SuccessMessage key={message}>{message}</SuccessMessage> : null}
      {connection.isPending ? <Loading what="payment settings" /> : null}
      <ErrorAlert
        error={connection.error}
        title="Couldn't load payment settings"
        onRetry={() => void connection.refetch()}
      />
      {data?.provider === 'stripe' ? (
        <ConnectionSection connection={data} canEdit={canEdit} onMessage={setMessage} />
      ) : null}
      {data?.webhookUrl && canEdit ? <WebhookSection connection={data} url={data.webhookUrl} /> : null}
      {data && mode === 'live' && canEdit ? <StripeKeysForm connection={data} onMessage={setMessage} /> : null}
      {data && data.testMethods.length > 0 ? <TestMethodsSection methods={data.testMethods} /> : null}
    </Page>
  )
}

export function TestMethodsSection({ methods }: { methods: PaymentConnection['testMethods'] }) {
  return (
    <Section
      title="Test payment methods"
      about="For developers: values of paymentMethod to use at checkout while payments are simulated, and their results."
    >
      <Paper withBorder style={{ overflow: 'hidden' }}>
        <Table verticalSpacing="xs" horizontalSpacing="sm" aria-label="Test payment methods">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Method</Table.Th>
              <Table.Th scope="col">Result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {methods.map(({ id, outcome }) => (
              <Table.Tr key={id}>
                <Table.Td style={{ verticalAlign: 'top' }}>
                  <Code style={{ overflowWrap: 'normal' }}>{id}</Code>
                </Table.Td>
                <Table.Td>{outcome}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Section>
  )
}
