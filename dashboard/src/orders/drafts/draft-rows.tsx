import { ActionIcon, Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { formatDecimal } from '../../../../sdk/src/money.ts'
import { exampleAmount } from '../../ui/money.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import type { DraftRow } from './draft-fields.ts'

interface Props {
  rows: DraftRow[]
  currency: string
  onChange: (rows: DraftRow[]) => void
  readOnly: boolean
}

const BORDER = '1px solid var(--mantine-color-default-border)'

export function DraftRows({ rows, currency, onChange, readOnly }: Props) {
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="md" pt="md">
        No items yet. Search by name or SKU and press Enter to add the first result.
      </Text>
    )
  }
  const edit = (row: DraftRow, changes: Partial<DraftRow>) =>
    onChange(rows.map((one) => (one === row ? { ...one, ...changes } : one)))
  return (
    <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Items">
      {rows.map((row) => {
        const name = row.title || 'custom item'
        return (
          <Group key={row.key} component="li" gap="sm" px="md" py="sm" align="center" style={{ borderBottom: BORDER }}>
            <Group gap="sm" wrap="nowrap" flex="1 1 14rem" miw={0}>
              <Thumbnail url={row.image ?? undefined} size={44} />
              {row.variantId ? (
                <Stack gap={0} miw={0}>
                  <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {row.title}
                  </Text>
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {row.description}
                  </Text>
                </Stack>
              ) : (
                <CustomItemFields row={row} onEdit={(changes) => edit(row, changes)} readOnly={readOnly} />
              )}
            </Group>
            <Group gap={6} wrap="nowrap" ml="auto">
              <NumberInput
                w={76}
                aria-label={`Quantity of ${name}`}
                value={row.quantity}
                onChange={(value) => edit(row, { quantity: Number(value) || 0 })}
                min={1}
                max={1_000_000}
                allowDecimal={false}
                allowNegative={false}
                readOnly={readOnly}
              />
              <MoneyField
                w={130}
                aria-label={`Price of ${name}`}
                placeholder={row.catalogPrice ? formatDecimal(row.catalogPrice) : exampleAmount(currency)}
                currency={currency}
                value={row.price}
                onChange={(price) => edit(row, { price })}
                readOnly={readOnly}
              />
              {readOnly ? null : (
                <ActionIcon
                  variant="default"
                  size="lg"
                  c="red"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(rows.filter((one) => one !== row))}
                >
                  ✕
                </ActionIcon>
              )}
            </Group>
          </Group>
        )
      })}
    </Stack>
  )
}

interface CustomItemProps {
  row: DraftRow
  onEdit: (changes: Partial<DraftRow>) => void
  readOnly: boolean
}

function CustomItemFields({ row, onEdit, readOnly }: CustomItemProps) {
  return (
    <Stack gap={6} flex={1}>
      <TextInput
        aria-label="Item name"
        placeholder="Engraving, two lines"
        value={row.title}
        onChange={(event) => onEdit({ title: event.currentTarget.value })}
        maxLength={500}
        readOnly={readOnly}
        autoComplete="off"
        // The user has just added this row.
        autoFocus={row.title === '' && !readOnly}
      />
      <Checkbox
        size="xs"
        label="Requires shipping"
        checked={row.requiresShipping}
        onChange={(event) => onEdit({ requiresShipping: event.currentTarget.checked })}
        disabled={readOnly}
      />
    </Stack>
  )
}
