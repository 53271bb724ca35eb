import { Code, Paper, Table } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import type { PaymentConnection } from './payment-connection.ts'

export function TestMethodsPart({ methods }: { methods: PaymentConnection['testMethods'] }) {
  return (
    <Section
      title="Test methods"
      about="For developers: with which paymentMethod a checkout is tried while payments are simulated, and what becomes of it."
    >
      <Paper withBorder style={{ overflow: 'hidden' }}>
        <Table verticalSpacing="xs" horizontalSpacing="sm" aria-label="Test methods">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Method</Table.Th>
              <Table.Th scope="col">The payment</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {methods.map(({ id, outcome }) => (
              <Table.Tr key={id}>
                <Table.Td style={{ verticalAlign: 'top' }}>
                  <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
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
