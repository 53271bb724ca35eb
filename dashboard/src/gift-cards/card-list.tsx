import { Group, Paper, Stack, Table, Text } from '@mantine/core'
import { moneyInWords } from '../parts/money.ts'
import { Day } from '../parts/when.tsx'
import { CardName, Expiry, StatusBadge } from './card-facts.tsx'
import type { GiftCard } from './gift-cards.ts'

const AMOUNTS = ['Balance', 'Issued for']

export function CardTable({ cards }: { cards: GiftCard[] }) {
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
            {AMOUNTS.map((name) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
            <Table.Th scope="col">Issued</Table.Th>
            <Table.Th scope="col">Ends</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cards.map((card) => (
            <Table.Tr key={card.id}>
              <Table.Td>
                <CardName of={card} />
              </Table.Td>
              <Table.Td>
                <StatusBadge of={card} />
              </Table.Td>
              <Table.Td ta="right" fw={600}>
                {moneyInWords(card.balance)}
              </Table.Td>
              <Table.Td ta="right">{moneyInWords(card.initialAmount)}</Table.Td>
              <Table.Td>
                <Day at={card.createdAt} />
              </Table.Td>
              <Table.Td>
                <Expiry of={card} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

export function CardCards({ cards }: { cards: GiftCard[] }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Gift cards">
      {cards.map((card) => (
        <Paper key={card.id} component="li" withBorder px="md" py="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <CardName of={card} />
            <Stack gap={4} align="flex-end">
              <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
                {moneyInWords(card.balance)}
              </Text>
              <StatusBadge of={card} />
            </Stack>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
