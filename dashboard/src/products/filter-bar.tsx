import {
  Autocomplete,
  Button,
  CloseButton,
  Collapse,
  Group,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { countExtraFilters, isFiltered, type ProductFilters } from './product-filters.ts'
import { STATUS_LABELS } from './product-labels.ts'
import { PRODUCT_STATUSES } from './product-status.ts'
import { useProductSuggestions } from './product-suggestions.ts'

interface Props {
  filters: ProductFilters
  onChange: (filters: ProductFilters) => void
}

const TABS = [
  { value: 'all', label: 'All' },
  ...PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
]

export function FilterBar({ filters, onChange }: Props) {
  const extraCount = countExtraFilters(filters)
  const [isOpen, { toggle }] = useDisclosure(extraCount > 0)
  const suggestions = useProductSuggestions()
  const set = (name: keyof ProductFilters) => (value: string) => {
    const { [name]: _, ...others } = filters
    onChange(value ? { ...others, [name]: value } : others)
  }
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <SearchBox value={filters.q ?? ''} onChange={set('q')} />
        <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
          {extraCount > 0 ? `Filters (${extraCount})` : 'Filters'}
        </Button>
      </Group>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <Paper withBorder p="md">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
            <TextFilter
              label="Vendor"
              suggestions={suggestions.vendors}
              value={filters.vendor ?? ''}
              onChange={set('vendor')}
            />
            <TextFilter
              label="Type"
              suggestions={suggestions.types}
              value={filters.type ?? ''}
              onChange={set('type')}
            />
            <TextFilter label="Tag" suggestions={suggestions.tags} value={filters.tag ?? ''} onChange={set('tag')} />
            <TextFilter label="SKU" value={filters.sku ?? ''} onChange={set('sku')} />
          </SimpleGrid>
        </Paper>
      </Collapse>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Status"
          data={TABS}
          value={filters.status ?? 'all'}
          onChange={(status) => set('status')(status === 'all' ? '' : status)}
          size="sm"
        />
        {isFiltered(filters) ? (
          <Button variant="subtle" size="xs" onClick={() => onChange({})}>
            Clear all
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

interface SearchBoxProps {
  value: string
  onChange: (query: string) => void
}

const DEBOUNCE_MS = 250

/** Searches after a pause in typing. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  const search = useDebouncedCallback((query: string) => {
    setApplied(query)
    onChange(query)
  }, DEBOUNCE_MS)
  // The URL changed elsewhere, for example through the back button.
  if (value !== applied) {
    setApplied(value)
    setText(value)
  }
  return (
    <TextInput
      aria-label="Search products"
      placeholder="Search products"
      type="search"
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
      flex="1 1 14rem"
      // Some browsers lack their own clear button.
      styles={{ input: { appearance: 'none' } }}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              setText('')
              search('')
            }}
          />
        ) : null
      }
    />
  )
}

interface TextFilterProps {
  label: string
  suggestions?: string[]
  value: string
  onChange: (text: string) => void
}

/** Filters match whole words only, so the filter applies on select or blur, not while typing. */
export function TextFilter({ label, suggestions = [], value, onChange }: TextFilterProps) {
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
