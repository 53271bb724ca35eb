import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { customers, displayName } from './customers.ts'

interface Props {
  label: string
  description?: string
  customerId: string | undefined
  onChange: (customerId: string | undefined) => void
}

const DEBOUNCE_MS = 250
/** Shorter texts are not searched. */
const MIN_QUERY_LENGTH = 2

/** Finds a customer by name, email or phone. */
export function CustomerPicker({ label, description, customerId, onChange }: Props) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState({ value: '', label: '' })
  // The input shows the selected name, which is not a query.
  const [query] = useDebouncedValue(search === picked.label ? '' : search.trim(), DEBOUNCE_MS)
  const found = customers.useList({ limit: 20, ...(query.length >= MIN_QUERY_LENGTH && { q: query }) })
  const results = (found.data ?? []).map((customer) => {
    const name = displayName(customer)
    const email = customer.emails[0]?.address
    return { value: customer.id, label: email && email !== name ? `${name}, ${email}` : name }
  })
  const others = results.filter(({ value }) => value !== customerId)
  return (
    <Select
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Search by name, email or phone"
      data={customerId ? [picked, ...others] : results}
      // The server has already filtered the options.
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Remove customer' }}
      searchValue={search}
      onSearchChange={setSearch}
      value={customerId ?? null}
      onChange={(value) => {
        setPicked(results.find((one) => one.value === value) ?? { value: '', label: '' })
        onChange(value ?? undefined)
      }}
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No results'}
      error={found.error ? "Couldn't load customers." : undefined}
    />
  )
}
