import { Button, Collapse, Group, Paper, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useKnownWords } from './known-words.ts'
import { countFurther, isFiltered, type ProductFilters } from './product-filters.ts'
import { STATUS_WORDS } from './product-words.ts'
import { SearchBox } from './search-box.tsx'
import { STATUSES } from './statuses.ts'
import { WordFilter } from './word-filter.tsx'

interface Props {
  filters: ProductFilters
  onChange: (filters: ProductFilters) => void
}

const TABS = [{ value: 'all', label: 'All' }, ...STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))]

export function FilterBar({ filters, onChange }: Props) {
  const further = countFurther(filters)
  const [isOpen, { toggle }] = useDisclosure(further > 0)
  const known = useKnownWords()
  const set = (name: keyof ProductFilters) => (value: string) => {
    const { [name]: _, ...others } = filters
    onChange(value ? { ...others, [name]: value } : others)
  }
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <SearchBox value={filters.q ?? ''} onChange={set('q')} />
        <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
          {further > 0 ? `Filters (${further})` : 'Filters'}
        </Button>
      </Group>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <Paper withBorder p="md">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
            <WordFilter
              label="Vendor"
              suggestions={known.vendors}
              value={filters.vendor ?? ''}
              onChange={set('vendor')}
            />
            <WordFilter label="Type" suggestions={known.types} value={filters.type ?? ''} onChange={set('type')} />
            <WordFilter label="Tag" suggestions={known.tags} value={filters.tag ?? ''} onChange={set('tag')} />
            <WordFilter label="SKU" value={filters.sku ?? ''} onChange={set('sku')} />
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
            Clear all filters
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
