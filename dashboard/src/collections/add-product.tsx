import { Select } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import type { SampleProduct } from './collections.ts'
import { useProductSearch } from './members.ts'

interface Props {
  /** Those that are in already. */
  without: SampleProduct[]
  isAdding: boolean
  onAdd: (product: SampleProduct) => void
}

const MOST_SHOWN = 20

export function AddProduct({ without, isAdding, onAdd }: Props) {
  const [words, setWords] = useState('')
  const { found, error } = useProductSearch(words)
  const offered = found.filter(({ id }) => !without.some((known) => known.id === id)).slice(0, MOST_SHOWN)
  return (
    <>
      <Failure error={error} title="Products can't be found just now" />
      <Select
        label="Add a product"
        placeholder="Words of its title"
        data={offered.map(({ id, title, status }) => ({
          value: id,
          label: status === 'active' ? title : `${title} (${status})`,
        }))}
        filter={({ options }) => options}
        searchable
        searchValue={words}
        onSearchChange={setWords}
        value={null}
        onChange={(chosen) => {
          const product = found.find(({ id }) => id === chosen)
          if (!product) return
          onAdd(product)
          setWords('')
        }}
        disabled={isAdding}
        nothingFoundMessage="No such product"
      />
    </>
  )
}
