import { Group, NumberInput, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Quantities } from './deeds.ts'
import { optionsOf } from './order-words.ts'
import type { OrderLine } from './orders.ts'

interface Props {
  label: string
  lines: OrderLine[]
  /** The most of a line. */
  most: (line: OrderLine) => number
  quantities: Quantities
  onChange: (quantities: Quantities) => void
  /** What else is asked or told of a line. */
  more?: (line: OrderLine) => ReactNode
}

export function QuantityRows({ label, lines, most, quantities, onChange, more }: Props) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
      {lines
        .filter((line) => most(line) > 0)
        .map((line) => (
          <Group key={line.id} component="li" justify="space-between" wrap="nowrap" align="center">
            <Stack gap={2} miw={0}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {line.title}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {optionsOf(line)}
              </Text>
              {more?.(line)}
            </Stack>
            <Group gap={6} wrap="nowrap">
              <NumberInput
                w={84}
                aria-label={`How many of ${line.title}`}
                value={quantities[line.id] ?? 0}
                onChange={(value) => onChange({ ...quantities, [line.id]: Number(value) || 0 })}
                min={0}
                max={most(line)}
                clampBehavior="strict"
                allowDecimal={false}
                allowNegative={false}
              />
              <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {`of ${most(line)}`}
              </Text>
            </Group>
          </Group>
        ))}
    </Stack>
  )
}
