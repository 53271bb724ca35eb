import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../parts/section.tsx'
import { addressLines } from './order-words.ts'
import type { Address, Order } from './orders.ts'

export function BuyerPart({ order }: { order: Order }) {
  const { email, shippingAddress, billingAddress, shipping, note } = order
  const isSame = JSON.stringify(shippingAddress) === JSON.stringify(billingAddress)
  return (
    <Section title="Buyer">
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Fact name="E-mail">{email ?? 'Not given'}</Fact>
          {shippingAddress ? (
            <Fact name={isSame ? 'Delivered and billed to' : 'Delivered to'}>
              <Lines of={shippingAddress} />
            </Fact>
          ) : null}
          {billingAddress && !isSame ? (
            <Fact name="Billed to">
              <Lines of={billingAddress} />
            </Fact>
          ) : null}
          {shipping ? <Fact name="Delivered by">{shipping.title}</Fact> : null}
          {note ? <Fact name="The buyer’s note">{note}</Fact> : null}
        </Stack>
      </Paper>
    </Section>
  )
}

const Lines = ({ of }: { of: Address }) =>
  addressLines(of).map((line) => (
    <span key={line} style={{ display: 'block' }}>
      {line}
    </span>
  ))

function Fact({ name, children }: { name: string; children: ReactNode }) {
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
