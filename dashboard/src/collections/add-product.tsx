import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import type { SampleProduct } from './collections.ts'
import { useProductSearch } from './members.ts'

interface Props {
  /** Those that are in already. */
  known: SampleProduct[]
  isAdding: boolean
  onAdd: (product: SampleProduct) => void
}

const PAUSE_MS = 250

export function AddProduct({ known, isAdding, onAdd }: Props) {
  const [words, setWords] = useState('')
  const [question] = useDebouncedValue(words.trim(), PAUSE_MS)
  const products = useProductSearch(question)
  const found = products.data?.data ?? []
  const isAnswered = question === words.trim() && !products.isPlaceholderData
  return (
    <>
      <Failure
        error={products.error}
        title="Products can't be found just now"
        onRetry={() => void products.refetch()}
      />
      <Select
        label="Add a product"
        placeholder="Words of it, or a SKU"
        data={found.map((product) => optionOf(product, known))}
        // The server has chosen them.
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
        maxLength={200}
        disabled={isAdding}
        nothingFoundMessage={isAnswered ? 'No such product' : 'Searching…'}
      />
    </>
  )
}

/** One that is in already is shown as such: who looks for it would wonder where it is. */
function optionOf({ id, title, status }: SampleProduct, known: SampleProduct[]) {
  const isIn = known.some((product) => product.id === id)
  const remark = isIn ? 'in already' : status === 'active' ? '' : status
  return { value: id, label: remark ? `${title} (${remark})` : title, disabled: isIn }
}
