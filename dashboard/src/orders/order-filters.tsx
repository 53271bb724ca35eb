import { Group, NativeSelect } from '@mantine/core'
import { SearchField } from '../ui/filters.tsx'
import { filterOptions } from '../ui/select-options.ts'
import {
  ORDER_FULFILLMENT_LABELS,
  ORDER_PAYMENT_LABELS,
  ORDER_RETURN_LABELS,
  ORDER_STATUS_LABELS,
} from './order-labels.ts'
import type { OrderFilter } from './orders.ts'

interface Props {
  filter: OrderFilter
  onChange: (filter: OrderFilter) => void
}

const statusOptions = (labels: Record<string, { label: string }>) =>
  filterOptions(Object.fromEntries(Object.entries(labels).map(([value, { label }]) => [value, label])))

const SELECTS = [
  { field: 'status', label: 'Status', data: statusOptions(ORDER_STATUS_LABELS) },
  { field: 'paymentStatus', label: 'Payment', data: statusOptions(ORDER_PAYMENT_LABELS) },
  { field: 'fulfillmentStatus', label: 'Fulfillment', data: statusOptions(ORDER_FULFILLMENT_LABELS) },
  { field: 'returnStatus', label: 'Returns', data: statusOptions(ORDER_RETURN_LABELS) },
] as const

export function OrderFilters({ filter, onChange }: Props) {
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Orders">
      <SearchField
        label="Search orders"
        placeholder="#1001, name, email or SKU"
        initialQuery={filter.q}
        onSearch={(q) => onChange({ ...filter, q })}
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
