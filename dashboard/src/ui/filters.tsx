import { Button, Checkbox, Group, NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { filterOptions } from './select-options.ts'

interface SelectFilter {
  kind: 'select'
  label: string
  /** Labels by value. */
  options: Record<string, string>
  /** Label of no choice. Defaults to "All". */
  unset?: string
  /** The options are still to be loaded, so the URL's value may be one of them. */
  isOpen?: boolean
}

interface CheckboxFilter {
  kind: 'checkbox'
  label: string
}

interface SearchFilter {
  kind: 'search'
  label: string
  description?: string
  placeholder?: string
}

type FilterFields = Record<string, SelectFilter | CheckboxFilter | SearchFilter>

/** Unset filters are absent. */
type FilterValues<Fields extends FilterFields> = {
  [Name in keyof Fields]?: Fields[Name] extends { options: Record<infer Value, string> }
    ? Value & string
    : Fields[Name] extends CheckboxFilter
      ? true
      : string
}

const MAX_SEARCH_LENGTH = 100

/** The URL may come from anyone: ignores what is not an option. */
export function parseFilter(field: FilterFields[string], value: unknown): string | true | undefined {
  if (field.kind === 'checkbox') return value === true || undefined
  // The router parses `?sku=1234` as a number.
  const text = String(value ?? '').slice(0, MAX_SEARCH_LENGTH)
  if (field.kind === 'select' && !field.isOpen && !Object.hasOwn(field.options, text)) return undefined
  return text || undefined
}

/** Filters in the URL, so that a list can be bookmarked and the back button returns to it. */
export function useFilters<const Fields extends FilterFields>(fields: Fields) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = parseFilter(field, search[name])
      return value === undefined ? [] : [[name, value]]
    }),
  ) as FilterValues<Fields>
  return {
    fields,
    values,
    isFiltered: Object.keys(values).length > 0,
    set: (name: string, value: string | boolean) => {
      const { [name]: _, ...others } = search
      void navigate({ to: '.', search: value ? { ...others, [name]: value } : others, replace: true })
    },
    clear: () => void navigate({ to: '.', search: {}, replace: true }),
  }
}

interface FilterBarProps {
  /** What is filtered, for screen readers. */
  label: string
  filters: { fields: FilterFields; values: object; set: (name: string, value: string | boolean) => void }
  /** Replaces what the search field does. */
  search?: Pick<SearchFieldProps, 'onSearch' | 'onType' | 'error'>
}

/** More of them would fill the screen of a phone before the list begins. */
const MAX_ON_PHONES = 2

export function FilterBar({ label, filters: { fields, values, set }, search }: FilterBarProps) {
  const current: Record<string, string | true | undefined> = { ...values }
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const [isExpanded, { toggle }] = useDisclosure(false)
  const others = Object.keys(fields).filter((name) => fields[name]?.kind !== 'search')
  const isCollapsible = isPhone && others.length > MAX_ON_PHONES
  const shown = Object.entries(fields).filter(([, { kind }]) => kind === 'search' || !isCollapsible || isExpanded)
  const activeCount = others.filter((name) => current[name] !== undefined).length
  return (
    <Group gap="md" align="flex-end" role="search" aria-label={label}>
      {shown.map(([name, field]) => {
        if (field.kind === 'select') {
          return (
            <NativeSelect
              key={name}
              flex="1 1 8rem"
              maw={240}
              label={field.label}
              data={filterOptions(field.options, field.unset)}
              value={String(current[name] ?? '')}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
          )
        }
        if (field.kind === 'checkbox') {
          return (
            <Checkbox
              key={name}
              label={field.label}
              checked={current[name] === true}
              onChange={(event) => set(name, event.currentTarget.checked)}
              h={36}
              styles={{ body: { alignItems: 'center', height: '100%' } }}
            />
          )
        }
        const { kind: _, ...inputProps } = field
        return (
          <SearchField
            key={name}
            {...inputProps}
            initialQuery={String(current[name] ?? '')}
            onSearch={(query) => set(name, query)}
            {...search}
          />
        )
      })}
      {isCollapsible ? (
        <Button variant="default" onClick={toggle} aria-expanded={isExpanded}>
          {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
        </Button>
      ) : null}
    </Group>
  )
}

const DEBOUNCE_MS = 350

interface SearchFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'flex'> {
  initialQuery: string
  onSearch: (query: string) => void
  /** Called on every keystroke, before the search. */
  onType?: () => void
}

/** Searches after a pause in typing. */
export function SearchField({ initialQuery, onSearch, onType, ...inputProps }: SearchFieldProps) {
  const [typed, setTyped] = useState(initialQuery)
  const [applied, setApplied] = useState(initialQuery)
  const search = useDebouncedCallback((text: string) => {
    const query = text.trim()
    setApplied(query)
    onSearch(query)
  }, DEBOUNCE_MS)
  // The URL changed elsewhere, for example through the back button.
  const [lastQuery, setLastQuery] = useState(initialQuery)
  if (initialQuery !== lastQuery) {
    setLastQuery(initialQuery)
    if (initialQuery !== applied) {
      setApplied(initialQuery)
      setTyped(initialQuery)
    }
  }
  return (
    <TextInput
      flex="1 1 14rem"
      {...inputProps}
      value={typed}
      onChange={(event) => {
        onType?.()
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      maxLength={MAX_SEARCH_LENGTH}
      autoComplete="off"
    />
  )
}
