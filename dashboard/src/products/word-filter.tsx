import { Autocomplete } from '@mantine/core'
import { useState } from 'react'

interface Props {
  label: string
  suggestions?: string[]
  value: string
  onChange: (word: string) => void
}

/** Only whole words find anything, so it is asked when the word is chosen or left, not while it is typed. */
export function WordFilter({ label, suggestions = [], value, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const settle = (word: string | undefined) => {
    setTyped(undefined)
    if (word !== undefined && word.trim() !== value) onChange(word.trim())
  }
  return (
    <Autocomplete
      label={label}
      data={suggestions}
      value={typed ?? value}
      onChange={setTyped}
      onOptionSubmit={settle}
      onBlur={() => settle(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(typed)
      }}
      onClear={() => settle('')}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      maxLength={100}
    />
  )
}
