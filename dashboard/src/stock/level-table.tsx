import { Paper, Table, Text, VisuallyHidden } from '@mantine/core'
import { AdjustButton, Available, keyOf, type LevelListProps, LevelName } from './level-facts.tsx'

const NUMBERS = ['On hand', 'Reserved', 'Available', 'Incoming']

export function LevelTable({ levels, onAdjust }: LevelListProps) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table
        verticalSpacing="xs"
        horizontalSpacing="sm"
        aria-label="Stock"
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Product</Table.Th>
            <Table.Th scope="col">SKU</Table.Th>
            <Table.Th scope="col">Location</Table.Th>
            {NUMBERS.map((name) => (
              <Table.Th key={name} scope="col" ta="right" style={{ whiteSpace: 'nowrap' }}>
                {name}
              </Table.Th>
            ))}
            {onAdjust ? (
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {levels.map((level) => (
            <Table.Tr key={keyOf(level)}>
              <Table.Td>
                <LevelName of={level} />
              </Table.Td>
              <Table.Td>
                <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {level.sku ?? '–'}
                </Text>
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{level.locationName}</Table.Td>
              <Table.Td ta="right">{level.onHand}</Table.Td>
              <Table.Td ta="right">{level.reserved}</Table.Td>
              <Table.Td ta="right">
                <Available of={level} justify="flex-end" />
              </Table.Td>
              <Table.Td ta="right">{level.incoming}</Table.Td>
              {onAdjust ? (
                <Table.Td ta="right">
                  <AdjustButton of={level} onAdjust={onAdjust} />
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
