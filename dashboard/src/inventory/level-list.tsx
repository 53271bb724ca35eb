import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Column, DataList, LabeledValue } from '../ui/list.tsx'
import type { InventoryLevel } from './inventory.ts'
import { formatVariantName, isLowStock } from './inventory-labels.ts'

interface LevelListProps {
  levels: InventoryLevel[]
  /** Absent for viewers. */
  onAdjust?: (level: InventoryLevel) => void
}

const COLUMNS: Column<InventoryLevel>[] = [
  { header: 'Product', cell: (level) => <LevelLink of={level} /> },
  {
    header: 'SKU',
    cell: ({ sku }) => (
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {sku ?? '–'}
      </Text>
    ),
  },
  { header: 'Location', cell: ({ locationName }) => <span style={{ overflowWrap: 'anywhere' }}>{locationName}</span> },
  { header: 'On hand', cell: ({ onHand }) => onHand, isNumber: true },
  { header: 'Committed', cell: ({ reserved }) => reserved, isNumber: true },
  { header: 'Available', cell: (level) => <AvailableQuantity of={level} justify="flex-end" />, isNumber: true },
  { header: 'Incoming', cell: ({ incoming }) => incoming, isNumber: true },
]

export function LevelList({ levels, onAdjust }: LevelListProps) {
  const adjustColumn: Column<InventoryLevel>[] = onAdjust
    ? [
        {
          header: 'Actions',
          cell: (level) => <AdjustButton of={level} onAdjust={onAdjust} />,
          isNumber: true,
          isHeaderHidden: true,
        },
      ]
    : []
  return (
    <DataList
      label="Inventory"
      items={levels}
      itemKey={({ variantId, locationId }) => `${variantId} ${locationId}`}
      columns={[...COLUMNS, ...adjustColumn]}
      card={(level) => (
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
      )}
    />
  )
}

/** Links to the variant's movements. */
function LevelLink({ of }: { of: InventoryLevel }) {
  return (
    <Anchor
      size="sm"
      fw={600}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => (
        <Link to="/catalog/inventory/$variantId" params={{ variantId: of.variantId }} {...props} />
      )}
    >
      {formatVariantName(of)}
    </Anchor>
  )
}

function AvailableQuantity({ of, justify }: { of: InventoryLevel; justify: 'flex-start' | 'flex-end' }) {
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

function AdjustButton({ of, onAdjust }: { of: InventoryLevel; onAdjust: (level: InventoryLevel) => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      flex="none"
      onClick={() => onAdjust(of)}
      aria-label={`Adjust ${formatVariantName(of)} at ${of.locationName}`}
    >
      Adjust
    </Button>
  )
}
