import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { customers, displayName } from './customers.ts'

interface Props {
  label: string
  description?: string
  customerId: string | undefined
  /** Shown for a customer that was chosen before. */
  initialLabel?: string
  /** Offers an address that was typed, for somebody who is no customer yet. `onChange` then gets the address. */
  acceptsEmail?: boolean
  onChange: (customerId: string | undefined) => void
  error?: string | undefined
  isFirst?: boolean
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const DEBOUNCE_MS = 250
/** Shorter texts are not searched. */
const MIN_QUERY_LENGTH = 2

/** Finds a customer by name, email or phone. */
export function CustomerPicker({
  label,
  description,
  customerId,
  initialLabel = '',
  acceptsEmail = false,
  onChange,
  error,
  isFirst = false,
}: Props) {
  const [search, setSearch] = useState(initialLabel)
  const [picked, setPicked] = useState({ value: customerId ?? '', label: initialLabel })
  // The input shows the selected name, which is not a query.
  const [query] = useDebouncedValue(search === picked.label ? '' : search.trim(), DEBOUNCE_MS)
  const found = customers.useList({ limit: 20, ...(query.length >= MIN_QUERY_LENGTH && { q: query }) })
  const results = (found.data ?? []).map((customer) => {
    const name = displayName(customer)
    const email = customer.emails[0]?.address
    return { value: customer.id, label: email && email !== name ? `${name}, ${email}` : name }
  })
  const typed = search.trim()
  const known = (found.data ?? []).find(({ emails }) => emails.some(({ address }) => address === typed.toLowerCase()))
  const isAddress = acceptsEmail && EMAIL.test(typed)
  if (isAddress && !known) results.unshift({ value: typed, label: typed })
  const choose = (value: string | null) => {
    setPicked(results.find((one) => one.value === value) ?? { value: '', label: '' })
    onChange(value ?? undefined)
  }
  const others = results.filter(({ value }) => value !== customerId)
  return (
    <Select
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={acceptsEmail ? 'Search, or enter an email address' : 'Search by name, email or phone'}
      data={customerId ? [picked, ...others] : results}
      // The server has already filtered the options.
      filter={({ options }) => options}
      searchable
      openOnFocus={!acceptsEmail}
      selectFirstOptionOnChange={acceptsEmail}
      autoSelectOnBlur={acceptsEmail}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove customer' }}
      searchValue={search}
      onSearchChange={setSearch}
      value={customerId ?? null}
      onChange={choose}
      // An address that was typed counts, also when results that arrive later have moved the selection.
      onBlur={() => (isAddress && customerId === undefined ? choose(known?.id ?? typed) : undefined)}
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No results'}
      error={error ?? (found.error ? "Couldn't load customers." : undefined)}
      data-autofocus={isFirst || undefined}
    />
  )
}
