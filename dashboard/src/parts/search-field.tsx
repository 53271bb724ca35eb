import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

const PAUSE_MS = 350

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'flex'> {
  /** What it begins with. */
  words: string
  onSearch: (words: string) => void
  /** At every letter, before anything is asked. */
  onType?: () => void
}

/** Asks when somebody pauses, not at every letter. */
export function SearchField({ words, onSearch, onType, ...look }: Props) {
  const [typed, setTyped] = useState(words)
  const search = useDebouncedCallback((words: string) => onSearch(words.trim()), PAUSE_MS)
  return (
    <TextInput
      flex="1 1 14rem"
      {...look}
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
