import { Group, Paper, Stack, Table, Text } from '@mantine/core'
import { PromotionLink, PromotionStatusBadge } from './promotion-display.tsx'
import { formatUsed, TRIGGER_LABELS } from './promotion-labels.ts'
import type { Promotion } from './promotions.ts'

interface Props {
  promotions: Promotion[]
  currency: string
}

export function PromotionTable({ promotions, currency }: Props) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table
        verticalSpacing="xs"
        horizontalSpacing="sm"
        aria-label="Discounts"
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Discount</Table.Th>
            <Table.Th scope="col">Method</Table.Th>
            <Table.Th scope="col">Status</Table.Th>
            <Table.Th scope="col" ta="right">
              Used
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {promotions.map((promotion) => (
            <Table.Tr key={promotion.id}>
              <Table.Td>
                <PromotionLink of={promotion} currency={currency} />
              </Table.Td>
              <Table.Td>{TRIGGER_LABELS[promotion.trigger]}</Table.Td>
              <Table.Td>
                <PromotionStatusBadge of={promotion} />
              </Table.Td>
              <Table.Td ta="right">{formatUsed(promotion)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

export function PromotionCards({ promotions, currency }: Props) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Discounts">
      {promotions.map((promotion) => (
        <Paper key={promotion.id} component="li" withBorder px="md" py="sm">
          <Stack gap="xs">
            <PromotionLink of={promotion} currency={currency} />
            <Group justify="space-between" gap="xs">
              <PromotionStatusBadge of={promotion} />
              <Text size="xs" c="dimmed">
                {`${TRIGGER_LABELS[promotion.trigger]} · used ${formatUsed(promotion)}`}
              </Text>
            </Group>
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
