import { Group, Paper, Stack, Table, Text } from '@mantine/core'
import { formatMoney } from '../ui/money.ts'
import { DateLabel } from '../ui/time.tsx'
import { ExpiryDate, GiftCardLink, GiftCardStatusBadge } from './gift-card-display.tsx'
import type { GiftCard } from './gift-cards.ts'

const AMOUNT_COLUMNS = ['Balance', 'Initial value']

export function GiftCardTable({ cards }: { cards: GiftCard[] }) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table
        verticalSpacing="xs"
        horizontalSpacing="sm"
        aria-label="Gift cards"
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Card</Table.Th>
            <Table.Th scope="col">Status</Table.Th>
            {AMOUNT_COLUMNS.map((name) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
            <Table.Th scope="col">Issued</Table.Th>
            <Table.Th scope="col">Expires</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cards.map((card) => (
            <Table.Tr key={card.id}>
              <Table.Td>
                <GiftCardLink of={card} />
              </Table.Td>
              <Table.Td>
                <GiftCardStatusBadge of={card} />
              </Table.Td>
              <Table.Td ta="right" fw={600}>
                {formatMoney(card.balance)}
              </Table.Td>
              <Table.Td ta="right">{formatMoney(card.initialAmount)}</Table.Td>
              <Table.Td>
                <DateLabel at={card.createdAt} />
              </Table.Td>
              <Table.Td>
                <ExpiryDate of={card} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

export function GiftCardCards({ cards }: { cards: GiftCard[] }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Gift cards">
      {cards.map((card) => (
        <Paper key={card.id} component="li" withBorder px="md" py="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <GiftCardLink of={card} />
            <Stack gap={4} align="flex-end">
              <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
                {formatMoney(card.balance)}
              </Text>
              <GiftCardStatusBadge of={card} />
            </Stack>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
