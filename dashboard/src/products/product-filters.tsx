import {
  Autocomplete,
  Button,
  Collapse,
  Group,
  NativeSelect,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { SearchField, useFilters } from '../ui/filters.tsx'
import { filterOptions, selectOptions } from '../ui/select-options.ts'
import { STATUS_LABELS } from './product-labels.ts'
import { useProductSuggestions } from './product-suggestions.ts'

export const useProductFilters = () =>
  useFilters({
    q: { kind: 'search', label: 'Search products' },
    status: { kind: 'select', label: 'Status', options: STATUS_LABELS },
    vendor: { kind: 'search', label: 'Vendor' },
    type: { kind: 'search', label: 'Type' },
    tag: { kind: 'search', label: 'Tag' },
    sku: { kind: 'search', label: 'SKU' },
    sort: {
      kind: 'select',
      label: 'Sort by',
      options: { oldest: 'Oldest', updated: 'Last updated', title: 'Title, A to Z', '-title': 'Title, Z to A' },
      unset: 'Newest',
    },
  })

const TABS = [{ value: 'all', label: 'All' }, ...selectOptions(STATUS_LABELS)]

export function ProductFilters({ filters }: { filters: ReturnType<typeof useProductFilters> }) {
  const { fields, values, isFiltered, set, clear } = filters
  const extraCount = [values.vendor, values.type, values.tag, values.sku].filter(Boolean).length
  const [isOpen, { toggle }] = useDisclosure(extraCount > 0)
  const suggestions = useProductSuggestions()
  const field = (name: 'vendor' | 'type' | 'tag' | 'sku') => ({
    label: fields[name].label,
    value: values[name] ?? '',
    onChange: (text: string) => set(name, text),
  })
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <SearchField label={fields.q.label} initialQuery={values.q ?? ''} onSearch={(query) => set('q', query)} />
        <NativeSelect
          label={fields.sort.label}
          data={filterOptions(fields.sort.options, fields.sort.unset)}
          value={values.sort ?? ''}
          onChange={(event) => set('sort', event.currentTarget.value)}
          // A search is sorted by relevance.
          disabled={values.q !== undefined}
        />
        <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
          {extraCount > 0 ? `Filters (${extraCount})` : 'Filters'}
        </Button>
      </Group>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <Paper withBorder p="md">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
            <TextFilter {...field('vendor')} suggestions={suggestions.vendors} />
            <TextFilter {...field('type')} suggestions={suggestions.types} />
            <TextFilter {...field('tag')} suggestions={suggestions.tags} />
            <TextFilter {...field('sku')} />
          </SimpleGrid>
        </Paper>
      </Collapse>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={fields.status.label}
          data={TABS}
          value={values.status ?? 'all'}
          onChange={(status) => set('status', status === 'all' ? '' : status)}
          size="sm"
        />
        {isFiltered ? (
          <Button variant="subtle" size="xs" onClick={clear}>
            Clear all
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

interface TextFilterProps {
  label: string
  suggestions?: string[]
  value: string
  onChange: (text: string) => void
}

/** Filters match whole words only, so the filter applies on select or blur, not while typing. */
function TextFilter({ label, suggestions = [], value, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState<string>()
  const commit = (text: string | undefined) => {
    setTyped(undefined)
    if (text !== undefined && text.trim() !== value) onChange(text.trim())
  }
  return (
    <Autocomplete
      label={label}
      data={suggestions}
      value={typed ?? value}
      onChange={setTyped}
      onOptionSubmit={commit}
      onBlur={() => commit(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(typed)
      }}
      onClear={() => commit('')}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      maxLength={100}
    />
  )
}
