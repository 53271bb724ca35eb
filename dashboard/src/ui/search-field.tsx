import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

const DEBOUNCE_MS = 350

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'flex'> {
  initialQuery: string
  onSearch: (query: string) => void
  /** Called on every keystroke, before the search. */
  onType?: () => void
}

/** Searches after a pause in typing. */
export function SearchField({ initialQuery, onSearch, onType, ...inputProps }: Props) {
  const [typed, setTyped] = useState(initialQuery)
  const search = useDebouncedCallback((query: string) => onSearch(query.trim()), DEBOUNCE_MS)
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
      maxLength={100}
      autoComplete="off"
    />
  )
}
