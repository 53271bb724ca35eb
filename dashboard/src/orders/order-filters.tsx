import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { FULFILLMENT, PAYMENT, STATUS } from './order-words.ts'
import type { OrderFilter } from './orders.ts'

interface Props {
  filter: OrderFilter
  onChange: (filter: OrderFilter) => void
}

const PAUSE_MS = 350

const choicesOf = (looks: Record<string, { words: string }>) => [
  { value: '', label: 'All' },
  ...Object.entries(looks).map(([value, { words }]) => ({ value, label: words })),
]

const SELECTS = [
  { field: 'status', label: 'Status', data: choicesOf(STATUS) },
  { field: 'paymentStatus', label: 'Payment', data: choicesOf(PAYMENT) },
  { field: 'fulfillmentStatus', label: 'Delivery', data: choicesOf(FULFILLMENT) },
] as const

export function OrderFilters({ filter, onChange }: Props) {
  const [typed, setTyped] = useState(filter.search)
  const search = useDebouncedCallback((words: string) => onChange({ ...filter, search: words.trim() }), PAUSE_MS)
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Orders">
      <TextInput
        flex="1 1 14rem"
        label="Find"
        placeholder="#1001, a name, an e-mail, a SKU"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
        maxLength={100}
        autoComplete="off"
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
