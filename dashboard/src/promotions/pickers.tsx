import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useProductSearch } from '../collections/members.ts'
import { type Choice, useCollectionChoices, useNames } from './names.ts'

interface Props {
  label: string
  ids: string[]
  onChange: (ids: string[]) => void
  readOnly: boolean
  fault: string | undefined
}

const PAUSE_MS = 250

const withoutTwins = (choices: Choice[]) => [...new Map(choices.map((choice) => [choice.value, choice])).values()]

export function ProductsPicker({ label, ids, onChange, readOnly, fault }: Props) {
  const [words, setWords] = useState('')
  const [question] = useDebouncedValue(words.trim(), PAUSE_MS)
  const products = useProductSearch(question)
  const found = products.data?.data.map(({ id, title }) => ({ value: id, label: title })) ?? []
  const chosen = useNames('products', ids)
  const isAnswered = question === words.trim() && !products.isPlaceholderData
  return (
    <MultiSelect
      label={label}
      placeholder={readOnly ? '' : 'Words of it, or a SKU'}
      data={withoutTwins([...chosen, ...found])}
      // The server has chosen them.
      filter={({ options }) => options}
      hidePickedOptions
      comboboxProps={{ keepMounted: false }}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      value={ids}
      onChange={onChange}
      readOnly={readOnly}
      nothingFoundMessage={isAnswered ? 'No such product' : 'Searching…'}
      error={fault ?? (products.error ? 'Products can’t be found just now.' : undefined)}
    />
  )
}

export function CollectionsPicker({ label, ids, onChange, readOnly, fault }: Props) {
  const collections = useCollectionChoices()
  const all = collections.data ?? []
  const isKnown = (id: string) => all.some(({ value }) => value === id)
  const unlisted = useNames('collections', collections.data ? ids.filter((id) => !isKnown(id)) : [])
  return (
    <MultiSelect
      label={label}
      placeholder={readOnly ? '' : 'Name of a collection'}
      data={[...all, ...unlisted]}
      hidePickedOptions
      comboboxProps={{ keepMounted: false }}
      searchable
      value={ids}
      onChange={onChange}
      readOnly={readOnly}
      nothingFoundMessage={collections.isPending ? 'Searching…' : 'No such collection'}
      error={fault ?? (collections.error ? 'Collections can’t be found just now.' : undefined)}
    />
  )
}
