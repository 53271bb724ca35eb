import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

interface Props {
  value: string
  onChange: (words: string) => void
}

const PAUSE_MS = 250

/** Asks when somebody pauses, not at every letter. */
export function SearchBox({ value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const [heard, setHeard] = useState(value)
  const ask = useDebouncedCallback((words: string) => {
    setHeard(words)
    onChange(words)
  }, PAUSE_MS)
  // The address was changed by something else, such as the browser's own back button.
  if (value !== heard) {
    setHeard(value)
    setTyped(value)
  }
  return (
    <TextInput
      aria-label="Search products"
      placeholder="Search products"
      type="search"
      maxLength={200}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        ask(event.currentTarget.value.trim())
      }}
      flex="1 1 14rem"
      // The browser's own cross is missing in some.
      styles={{ input: { appearance: 'none' } }}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setTyped('')
              ask('')
            }}
          />
        ) : null
      }
    />
  )
}
