import { Group, NumberInput, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Quantities } from './order-actions.ts'
import { formatOptions } from './order-labels.ts'
import type { OrderItem } from './orders.ts'

interface Props {
  label: string
  items: OrderItem[]
  /** Maximum quantity of an item. */
  maxQuantity: (item: OrderItem) => number
  quantities: Quantities
  onChange: (quantities: Quantities) => void
  /** Extra input or text for an item. */
  renderExtra?: (item: OrderItem) => ReactNode
}

export function QuantityRows({ label, items, maxQuantity, quantities, onChange, renderExtra }: Props) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
      {items
        .filter((item) => maxQuantity(item) > 0)
        .map((item) => (
          <Group key={item.id} component="li" justify="space-between" wrap="nowrap" align="center">
            <Stack gap={2} miw={0}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {item.title}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {formatOptions(item)}
              </Text>
              {renderExtra?.(item)}
            </Stack>
            <Group gap={6} wrap="nowrap">
              <NumberInput
                w={84}
                aria-label={`Quantity of ${item.title}`}
                value={quantities[item.id] ?? 0}
                onChange={(value) => onChange({ ...quantities, [item.id]: Number(value) || 0 })}
                min={0}
                max={maxQuantity(item)}
                clampBehavior="strict"
                allowDecimal={false}
                allowNegative={false}
              />
              <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {`of ${maxQuantity(item)}`}
              </Text>
            </Group>
          </Group>
        ))}
    </Stack>
  )
}
