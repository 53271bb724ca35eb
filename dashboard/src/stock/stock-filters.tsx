import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useLocations } from './locations.ts'
import type { StockFilter } from './stock.ts'

interface Props {
  filter: StockFilter
  onChange: (filter: StockFilter) => void
}

const PAUSE_MS = 350

export function StockFilters({ filter, onChange }: Props) {
  const locations = useLocations()
  const [sku, setSku] = useState(filter.sku)
  const search = useDebouncedCallback((typed: string) => onChange({ ...filter, sku: typed.trim() }), PAUSE_MS)
  return (
    <Group gap="md" align="flex-end" role="search" aria-label="Stock">
      <TextInput
        flex="1 1 12rem"
        label="SKU"
        placeholder="LS-M-Sky"
        value={sku}
        onChange={(event) => {
          setSku(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
        maxLength={100}
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
        label="Only low stock"
        checked={filter.low}
        onChange={(event) => onChange({ ...filter, low: event.currentTarget.checked })}
        h={36}
        styles={{ body: { alignItems: 'center', height: '100%' } }}
      />
    </Group>
  )
}
