import { Anchor, Badge, Button, Group, Paper, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { LabeledValue } from '../ui/labeled-value.tsx'
import type { InventoryLevel } from './inventory.ts'
import { formatVariantName, isLowStock } from './inventory-labels.ts'

const QUANTITY_COLUMNS = ['On hand', 'Committed', 'Available', 'Incoming']

export function LevelTable({ levels, onAdjust }: LevelListProps) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table
        verticalSpacing="xs"
        horizontalSpacing="sm"
        aria-label="Inventory"
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Product</Table.Th>
            <Table.Th scope="col">SKU</Table.Th>
            <Table.Th scope="col">Location</Table.Th>
            {QUANTITY_COLUMNS.map((name) => (
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
            <Table.Tr key={levelKey(level)}>
              <Table.Td>
                <LevelLink of={level} />
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
                <AvailableQuantity of={level} justify="flex-end" />
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

export interface LevelListProps {
  levels: InventoryLevel[]
  /** Absent for viewers. */
  onAdjust?: (level: InventoryLevel) => void
}

export const levelKey = ({ variantId, locationId }: InventoryLevel) => `${variantId} ${locationId}`

/** Links to the variant's movements. */
export function LevelLink({ of }: { of: InventoryLevel }) {
  return (
    <Anchor
      size="sm"
      fw={600}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/catalogue/stock/$variantId" params={{ variantId: of.variantId }} {...props} />}
    >
      {formatVariantName(of)}
    </Anchor>
  )
}

export function AvailableQuantity({ of, justify }: { of: InventoryLevel; justify: 'flex-start' | 'flex-end' }) {
  const isOut = of.available <= 0
  return (
    <Group gap={6} justify={justify} wrap="nowrap">
      {isLowStock(of) || isOut ? (
        <Badge
          miw="max-content"
          variant="light"
          color={isOut ? 'red' : 'yellow'}
          tt="none"
          c="var(--mantine-color-text)"
        >
          {isOut ? 'Out of stock' : 'Low stock'}
        </Badge>
      ) : null}
      <Text size="sm" fw={600}>
        {of.available}
      </Text>
    </Group>
  )
}

export function AdjustButton({ of, onAdjust }: { of: InventoryLevel; onAdjust: (level: InventoryLevel) => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => onAdjust(of)}
      aria-label={`Adjust ${formatVariantName(of)} at ${of.locationName}`}
    >
      Adjust
    </Button>
  )
}

export function LevelCards({ levels, onAdjust }: LevelListProps) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Inventory">
      {levels.map((level) => (
        <Paper key={levelKey(level)} component="li" withBorder px="md" py="sm">
          <Stack gap="xs">
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <div>
                <LevelLink of={level} />
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {[level.sku, level.locationName].filter(Boolean).join(' · ')}
                </Text>
              </div>
              {onAdjust ? <AdjustButton of={level} onAdjust={onAdjust} /> : null}
            </Group>
            <Group gap="lg">
              <LabeledValue name="On hand">{level.onHand}</LabeledValue>
              <LabeledValue name="Committed">{level.reserved}</LabeledValue>
              <LabeledValue name="Available">
                <AvailableQuantity of={level} justify="flex-start" />
              </LabeledValue>
              <LabeledValue name="Incoming">{level.incoming}</LabeledValue>
            </Group>
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
