import { Group, NativeSelect } from '@mantine/core'
import { allOr } from '../parts/choices.ts'
import { SearchField } from '../parts/search-field.tsx'
import { STATUS_WORDS } from './promotion-words.ts'
import type { PromotionFilter } from './promotions.ts'

interface Props {
  filter: PromotionFilter
  onChange: (filter: PromotionFilter) => void
}

const STATUSES = allOr(STATUS_WORDS)

export function PromotionFilters({ filter, onChange }: Props) {
  return (
    <Group gap="md" align="flex-end" role="search" aria-label="Promotions">
      <SearchField
        label="Find"
        description="Words of the title, or the beginning of a code."
        words={filter.q}
        onSearch={(q) => onChange({ ...filter, q })}
      />
      <NativeSelect
        flex="0 1 12rem"
        label="Status"
        data={STATUSES}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.currentTarget.value as PromotionFilter['status'] })}
      />
    </Group>
  )
}
