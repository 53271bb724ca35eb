import { Badge, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { ErrorAlert, LiveRegion, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { ReorderButtons } from '../ui/reorder-buttons.tsx'
import { Section } from '../ui/section.tsx'
import {
  type Collection,
  type ProductSummary,
  useAddCollectionProduct,
  useCollectionProducts,
  useProductSearch,
  useRemoveCollectionProduct,
} from './collections.ts'

/** Each change is sent at once: a long collection is never sent in full, and nobody's order is overwritten. */
export function ProductsSection({ collection, canEdit }: { collection: Collection; canEdit: boolean }) {
  const { id, kind, sort, updating } = collection
  const members = useCollectionProducts(id)
  const addProduct = useAddCollectionProduct(id)
  const removeProduct = useRemoveCollectionProduct(id)
  const [message, setMessage] = useState('')
  const products = members.data ?? []
  const keepFocusOn = useRowFocus(products)
  const isManual = kind === 'manual' && canEdit
  const isBusy = addProduct.isPending || removeProduct.isPending

  const move = (product: ProductSummary, from: number, to: number) => {
    const other = products[to]
    if (!other || isBusy) return
    keepFocusOn(product.id)
    // Moving down is sent as moving the next product up: the product after that may not be loaded.
    const placement =
      to < from ? { productIds: [product.id], before: other.id } : { productIds: [other.id], before: product.id }
    addProduct.mutate(placement, { onSuccess: () => setMessage(`${product.title} moved to position ${to + 1}`) })
  }
  const about =
    kind === 'rules'
      ? updating
        ? 'Products are being added and removed. Until this is done, some are missing or no longer match the rules.'
        : 'Products that match the saved rules.'
      : `Changes here are saved immediately.${sort === 'manual' ? '' : ' Customers see the sort order selected above.'}`

  return (
    <Section title="Products" about={about}>
      <Stack gap="sm">
        {isManual ? (
          <AddProduct
            existing={products}
            isAdding={addProduct.isPending}
            onAdd={(product) =>
              addProduct.mutate({ productIds: [product.id] }, { onSuccess: () => setMessage(`${product.title} added`) })
            }
          />
        ) : null}
        <ErrorAlert error={addProduct.error ?? removeProduct.error} title="Couldn't update the products" />
        <LiveRegion>
          {message ? (
            <Text size="sm" c="dimmed">
              {message}
            </Text>
          ) : null}
        </LiveRegion>
        {members.isPending ? <Loading what="the products" /> : null}
        <ErrorAlert error={members.error} title="Couldn't load products" onRetry={() => void members.refetch()} />
        {members.isSuccess && products.length === 0 && !updating ? (
          <Paper withBorder p="lg">
            <Text c="dimmed">
              {kind === 'rules' ? 'No products match the rules' : 'No products in this collection yet'}
            </Text>
          </Paper>
        ) : null}
        {products.length > 0 ? (
          <Stack component="ol" gap={6} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Products in order">
            {products.map((product, index) => (
              <ProductRow
                key={product.id}
                product={product}
                index={index}
                count={products.length}
                {...(isManual && {
                  onMove: (to: number) => move(product, index, to),
                  onRemove: () =>
                    removeProduct.mutate(product.id, { onSuccess: () => setMessage(`${product.title} removed`) }),
                })}
              />
            ))}
          </Stack>
        ) : null}
        <LoadMore list={members} />
      </Stack>
    </Section>
  )
}

/** A row moved in the DOM loses focus; restore it for keyboard users. */
function useRowFocus(rows: unknown) {
  const focusedId = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useEffect(() => {
    if (!focusedId.current || document.activeElement !== document.body) return
    document.getElementById(`member-${focusedId.current}`)?.focus()
    focusedId.current = undefined
  }, [rows])
  return (id: string) => {
    focusedId.current = id
  }
}

interface Props {
  product: ProductSummary
  index: number
  count: number
  /** Absent for rule-based collections and for viewers. */
  onMove?: (to: number) => void
  onRemove?: () => void
}

export function ProductRow({ product: { id, title, status }, index, count, onMove, onRemove }: Props) {
  return (
    <Paper component="li" withBorder px="sm" py={6} id={`member-${id}`} tabIndex={-1}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Text size="sm" c="dimmed" w={24} ta="right" flex="none">
            {index + 1}
          </Text>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {status === 'active' ? null : (
            <Badge miw="max-content" variant="default" tt="none">
              {status}
            </Badge>
          )}
        </Group>
        {onMove && onRemove ? (
          <ReorderButtons name={title} index={index} count={count} onMove={onMove} onRemove={onRemove} />
        ) : null}
      </Group>
    </Paper>
  )
}

interface AddProductProps {
  /** Products already in the collection. */
  existing: ProductSummary[]
  isAdding: boolean
  onAdd: (product: ProductSummary) => void
}

const DEBOUNCE_MS = 250

function AddProduct({ existing, isAdding, onAdd }: AddProductProps) {
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const products = useProductSearch(query)
  const results = products.data ?? []
  const isCurrent = query === search.trim() && !products.isPlaceholderData
  return (
    <>
      <ErrorAlert error={products.error} title="Couldn't load products" onRetry={() => void products.refetch()} />
      <Select
        label="Add a product"
        placeholder="Search by name or SKU"
        data={results.map((product) => toOption(product, existing))}
        // The server has already filtered the options.
        filter={({ options }) => options}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        value={null}
        onChange={(selectedId) => {
          const product = results.find(({ id }) => id === selectedId)
          if (!product) return
          onAdd(product)
          setSearch('')
        }}
        maxLength={200}
        disabled={isAdding}
        nothingFoundMessage={isCurrent ? 'No results' : 'Searching…'}
      />
    </>
  )
}

/** Lists existing members as such; hiding them would make a search look broken. */
function toOption({ id, title, status }: ProductSummary, existing: ProductSummary[]) {
  const isMember = existing.some((product) => product.id === id)
  const note = isMember ? 'already added' : status === 'active' ? '' : status
  return { value: id, label: note ? `${title} (${note})` : title, disabled: isMember }
}
