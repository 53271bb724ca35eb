import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../ui/section.tsx'
import { addressLines } from './order-labels.ts'
import type { Address, Order } from './orders.ts'

export function CustomerSection({ order }: { order: Order }) {
  const { email, shippingAddress, billingAddress, shipping, note } = order
  const isSame = JSON.stringify(shippingAddress) === JSON.stringify(billingAddress)
  return (
    <Section title="Customer">
      <Paper withBorder p="md">
        <Stack gap="sm">
          <LabeledValue name="Email">{email ?? 'No email'}</LabeledValue>
          {shippingAddress ? (
            <LabeledValue name={isSame ? 'Shipping and billing address' : 'Shipping address'}>
              <AddressLines of={shippingAddress} />
            </LabeledValue>
          ) : null}
          {billingAddress && !isSame ? (
            <LabeledValue name="Billing address">
              <AddressLines of={billingAddress} />
            </LabeledValue>
          ) : null}
          {shipping ? <LabeledValue name="Shipping method">{shipping.title}</LabeledValue> : null}
          {note ? <LabeledValue name="Customer note">{note}</LabeledValue> : null}
        </Stack>
      </Paper>
    </Section>
  )
}

const AddressLines = ({ of }: { of: Address }) =>
  addressLines(of).map((line) => (
    <span key={line} style={{ display: 'block' }}>
      {line}
    </span>
  ))

function LabeledValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  )
}
