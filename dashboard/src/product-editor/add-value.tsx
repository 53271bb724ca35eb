import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Draft, ValueDraft } from './draft.ts'
import { fieldId, useEditing } from './editing.ts'
import { addValue, countWith, MAX_VARIANTS, renameValue } from './option-plan.ts'

interface Props {
  optionKey: string
  optionName: string
  /** The option's only value, while it has no words. */
  blank: ValueDraft | undefined
}

/** Also takes "S, M, L" at once. */
export function AddValue({ optionKey, optionName, blank }: Props) {
  const { edit, read, faults } = useEditing()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const path = blank ? `/options/${optionKey}/values/${blank.key}` : undefined

  const add = () => {
    const draft = read()
    const option = draft.options.find(({ key }) => key === optionKey)
    const texts = typed.split(',').map((text) => text.trim().slice(0, 100))
    const fresh = [...new Set(texts)].filter((text) => text && !option?.values.some((value) => value.text === text))
    const added = blank ? fresh.length - 1 : fresh.length
    const each = countWith(draft, optionKey) - draft.variants.length
    setTyped('')
    if (fresh.length === 0) return
    if (draft.variants.length + added * each > MAX_VARIANTS) {
      setError(`That would be more than ${MAX_VARIANTS} variants`)
      return
    }
    edit((before) => withValues(before, optionKey, blank, fresh), path)
  }

  return (
    <TextInput
      {...(path && { id: fieldId(path) })}
      error={error ?? (path && faults[path])}
      aria-label={`Add a value of ${optionName}`}
      placeholder={blank ? 'S, M, L' : 'Add a value'}
      value={typed}
      onChange={(event) => {
        setError(undefined)
        setTyped(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') add()
      }}
      onBlur={add}
      flex="1 1 7rem"
      maw={180}
    />
  )
}

function withValues(draft: Draft, optionKey: string, blank: ValueDraft | undefined, texts: string[]): Draft {
  const [first = '', ...others] = texts
  const begun = blank ? renameValue(draft, optionKey, blank.key, first) : addValue(draft, optionKey, first)
  return others.reduce((grown, text) => addValue(grown, optionKey, text), begun)
}
