import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type Money, moneyInWords } from '../parts/money.ts'
import { type Product, useProducts } from '../products/products.ts'

/** What can be sold: a thing of the catalogue in one of its forms, at today's price. */
export interface Offer {
  variantId: string
  title: string
  /** Its form and SKU. */
  about: string
  price: Money
  image: string | null
  requiresShipping: boolean
}

interface Props {
  label: string
  currency: string
  /** What is offered before anything is typed, such as the thing that comes back. */
  suggestion?: string | undefined
  onAdd: (offer: Offer) => void
  autoFocus?: boolean
}

const PAUSE_MS = 250

/** Type, Enter for the first that was found, and the next one. */
export function AddVariant({ label, currency, suggestion = '', onAdd, autoFocus = false }: Props) {
  const [words, setWords] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [isFirstWanted, setIsFirstWanted] = useState(false)
  const [question] = useDebouncedValue(words.trim() || suggestion, PAUSE_MS)
  const products = useProducts({ status: 'active', ...(question && { q: question }) })
  const offers = products.data?.pages.flatMap(({ data }) => data.flatMap((one) => offersOf(one, currency))) ?? []
  const isAnswered = question === (words.trim() || suggestion) && !products.isPlaceholderData
  const add = (offer: Offer | undefined) => {
    if (!offer) return
    onAdd(offer)
    setWords('')
    setIsOpen(false)
  }
  // Who types fast, or reads a code with a scanner, is sooner at Enter than the answer is here.
  useEffect(() => {
    if (!isFirstWanted || !isAnswered) return
    setIsFirstWanted(false)
    add(offers[0])
  })
  return (
    <Select
      label={label}
      placeholder="Words of it, or a SKU"
      data={offers.map(({ variantId, title, about, price }) => ({
        value: variantId,
        label: [title, about, moneyInWords(price)].filter(Boolean).join(' · '),
      }))}
      // The server has chosen them.
      filter={({ options }) => options}
      searchable
      searchValue={words}
      onSearchChange={(typed) => {
        setWords(typed)
        setIsFirstWanted(false)
      }}
      value={null}
      onChange={(chosen) => add(offers.find(({ variantId }) => variantId === chosen))}
      onKeyDown={(event) => {
        const isPointedAt = event.currentTarget.getAttribute('aria-activedescendant')
        if (event.key !== 'Enter' || isPointedAt) return
        // Nor does it send the form.
        event.preventDefault()
        setIsFirstWanted(words.trim() !== '')
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      maxLength={200}
      maxDropdownHeight={260}
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={isAnswered ? `Nothing on sale in ${currency}` : 'Searching…'}
      error={products.error ? 'Products can’t be found just now.' : undefined}
      {...(autoFocus && { 'data-autofocus': true })}
    />
  )
}

const offersOf = ({ title, variants, images }: Product, currency: string): Offer[] =>
  variants.flatMap(({ id, options, sku, prices, requiresShipping }) => {
    const found = prices.find(({ price }) => price.currency === currency)
    const about = [...Object.values(options), sku].filter(Boolean).join(' · ')
    const image = images[0]?.url ?? null
    return found ? [{ variantId: id, title, about, price: found.price, image, requiresShipping }] : []
  })
