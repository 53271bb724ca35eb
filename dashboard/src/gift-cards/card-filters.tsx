import { Group, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { allOr } from '../parts/choices.ts'
import { Failure } from '../parts/failure.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { looksLikeCode, STATUS_WORDS } from './gift-card-words.ts'
import { type CardFilter, useFindByCode } from './gift-cards.ts'

interface Props {
  filter: CardFilter
  onChange: (filter: CardFilter) => void
}

const STATUSES = allOr(STATUS_WORDS)

export function CardFilters({ filter, onChange }: Props) {
  const navigate = useNavigate()
  const find = useFindByCode()
  const openByCode = (code: string) =>
    find.mutate(code, {
      onSuccess: ({ id }) => {
        if (id !== null) void navigate({ to: '/sales/gift-cards/$id', params: { id } })
      },
    })
  const search = (words: string) => {
    if (looksLikeCode(words)) openByCode(words)
    else onChange({ ...filter, q: words })
  }
  return (
    <>
      <Group gap="md" align="flex-end" role="search" aria-label="Gift cards">
        <SearchField
          label="Find"
          description="The last four symbols, a recipient, or a whole code."
          words={filter.q}
          onType={find.reset}
          onSearch={search}
          error={find.data?.id === null ? 'No gift card here has this code.' : undefined}
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
