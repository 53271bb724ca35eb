import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldId, useEditorContext } from '../editor-context.ts'
import type { ProductDraft, ValueDraft } from '../product-draft.ts'
import { addValue, countWithNewValue, MAX_VARIANTS, renameValue } from './variant-options.ts'

interface Props {
  optionKey: string
  optionName: string
  /** The option's only value, while it is empty. */
  blank: ValueDraft | undefined
}

/** Also accepts "S, M, L" at once. */
export function AddOptionValue({ optionKey, optionName, blank }: Props) {
  const { edit, getDraft: read, errors } = useEditorContext()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const path = blank ? `/options/${optionKey}/values/${blank.key}` : undefined

  const add = () => {
    const draft = read()
    const option = draft.options.find(({ key }) => key === optionKey)
    const values = typed.split(',').map((text) => text.trim().slice(0, 100))
    const newValues = [...new Set(values)].filter(
      (text) => text && !option?.values.some((value) => value.text === text),
    )
    const addedCount = blank ? newValues.length - 1 : newValues.length
    const variantsPerValue = countWithNewValue(draft, optionKey) - draft.variants.length
    setTyped('')
    if (newValues.length === 0) return
    if (draft.variants.length + addedCount * variantsPerValue > MAX_VARIANTS) {
      setError(`A product can have at most ${MAX_VARIANTS} variants`)
      return
    }
    edit((current) => addValues(current, optionKey, blank, newValues), path)
  }

  return (
    <TextInput
      {...(path && { id: fieldId(path) })}
      error={error ?? (path && errors[path])}
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

function addValues(
  draft: ProductDraft,
  optionKey: string,
  blank: ValueDraft | undefined,
  texts: string[],
): ProductDraft {
  const [first = '', ...others] = texts
  const initial = blank ? renameValue(draft, optionKey, blank.key, first) : addValue(draft, optionKey, first)
  return others.reduce((current, text) => addValue(current, optionKey, text), initial)
}
