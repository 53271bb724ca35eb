import { Checkbox, Group, NativeSelect } from '@mantine/core'
import { SearchField } from '../ui/search-field.tsx'
import type { InventoryFilter } from './inventory.ts'
import { useLocations } from './locations.ts'

interface Props {
  filter: InventoryFilter
  onChange: (filter: InventoryFilter) => void
}

export function InventoryFilters({ filter, onChange }: Props) {
  const locations = useLocations()
  return (
    <Group gap="md" align="flex-end" role="search" aria-label="Inventory">
      <SearchField
        flex="1 1 12rem"
        label="SKU"
        placeholder="LS-M-Sky"
        initialQuery={filter.sku}
        onSearch={(sku) => onChange({ ...filter, sku })}
      />
      <NativeSelect
        flex="1 1 12rem"
        label="Location"
        data={[
          { value: '', label: 'All locations' },
          ...(locations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filter.locationId}
        onChange={(event) => onChange({ ...filter, locationId: event.currentTarget.value })}
      />
      <Checkbox
        label="Low stock only"
        checked={filter.low}
        onChange={(event) => onChange({ ...filter, low: event.currentTarget.checked })}
        h={36}
        styles={{ body: { alignItems: 'center', height: '100%' } }}
      />
    </Group>
  )
}
