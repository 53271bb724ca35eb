import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { STATUS_WORDS } from './promotion-words.ts'
import type { PromotionFilter } from './promotions.ts'

interface Props {
  filter: PromotionFilter
  onChange: (filter: PromotionFilter) => void
}

const PAUSE_MS = 250
const STATUSES = [
  { value: '', label: 'All' },
  ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
]

export function PromotionFilters({ filter, onChange }: Props) {
  const [typed, setTyped] = useState(filter.q)
  const search = useDebouncedCallback((words: string) => onChange({ ...filter, q: words.trim() }), PAUSE_MS)
  return (
    <Group gap="md" align="flex-end" role="search" aria-label="Promotions">
      <TextInput
        flex="1 1 14rem"
        label="Find"
        description="Words of the title, or the beginning of a code."
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
        maxLength={100}
        autoComplete="off"
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
