import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { looksLikeCode, STATUS_WORDS } from './gift-card-words.ts'
import { type CardFilter, useFindByCode } from './gift-cards.ts'

interface Props {
  filter: CardFilter
  onChange: (filter: CardFilter) => void
}

const PAUSE_MS = 350
const STATUSES = [
  { value: '', label: 'All' },
  ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
]

export function CardFilters({ filter, onChange }: Props) {
  const [typed, setTyped] = useState(filter.q)
  const navigate = useNavigate()
  const find = useFindByCode()
  const openByCode = (code: string) =>
    find.mutate(code, {
      onSuccess: ({ id }) => {
        if (id !== null) void navigate({ to: '/sales/gift-cards/$id', params: { id } })
      },
    })
  const search = useDebouncedCallback((words: string) => {
    if (looksLikeCode(words)) openByCode(words)
    else onChange({ ...filter, q: words.trim() })
  }, PAUSE_MS)
  return (
    <>
      <Group gap="md" align="flex-end" role="search" aria-label="Gift cards">
        <TextInput
          flex="1 1 14rem"
          label="Find"
          description="The last four symbols, a recipient, or a whole code."
          value={typed}
          onChange={(event) => {
            find.reset()
            setTyped(event.currentTarget.value)
            search(event.currentTarget.value)
          }}
          error={find.data?.id === null ? 'No gift card here has this code.' : undefined}
          maxLength={100}
          autoComplete="off"
        />
        <NativeSelect
          flex="0 1 12rem"
          label="Status"
          data={STATUSES}
          value={filter.status}
          onChange={(event) => onChange({ ...filter, status: event.currentTarget.value as CardFilter['status'] })}
        />
      </Group>
      <Failure error={find.error} title="The code was not looked for" />
    </>
  )
}
