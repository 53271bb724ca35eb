import { Group, NativeSelect } from '@mantine/core'
import { allOr } from '../parts/choices.ts'
import { SearchField } from '../parts/search-field.tsx'
import { FULFILLMENT, PAYMENT, RETURN, STATUS } from './order-words.ts'
import type { OrderFilter } from './orders.ts'

interface Props {
  filter: OrderFilter
  onChange: (filter: OrderFilter) => void
}

const choicesIn = (looks: Record<string, { words: string }>) =>
  allOr(Object.fromEntries(Object.entries(looks).map(([value, { words }]) => [value, words])))

const SELECTS = [
  { field: 'status', label: 'Status', data: choicesIn(STATUS) },
  { field: 'paymentStatus', label: 'Payment', data: choicesIn(PAYMENT) },
  { field: 'fulfillmentStatus', label: 'Delivery', data: choicesIn(FULFILLMENT) },
  { field: 'returnStatus', label: 'Returns', data: choicesIn(RETURN) },
] as const

export function OrderFilters({ filter, onChange }: Props) {
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Orders">
      <SearchField
        label="Find"
        placeholder="#1001, a name, an e-mail, a SKU"
        words={filter.search}
        onSearch={(search) => onChange({ ...filter, search })}
      />
      {SELECTS.map(({ field, label, data }) => (
        <NativeSelect
          key={field}
          flex="1 1 7rem"
          label={label}
          data={data}
          value={filter[field]}
          onChange={(event) => onChange({ ...filter, [field]: event.currentTarget.value })}
        />
      ))}
    </Group>
  )
}
