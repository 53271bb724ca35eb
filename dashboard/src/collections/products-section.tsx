import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loading } from '../ui/loading.tsx'
import { ReorderButtons } from '../ui/reorder-buttons.tsx'
import { Section } from '../ui/section.tsx'
import { AddProduct } from './add-product.tsx'
import { useAddCollectionProduct, useCollectionProducts, useRemoveCollectionProduct } from './collection-products.ts'
import type { Collection, ProductSummary } from './collections.ts'

/** Each change is sent at once: a long collection is never sent in full, and nobody's order is overwritten. */
export function ProductsSection({ collection, canEdit }: { collection: Collection; canEdit: boolean }) {
  const { id, kind, sort } = collection
  const members = useCollectionProducts(id)
  const addProduct = useAddCollectionProduct(id)
  const removeProduct = useRemoveCollectionProduct(id)
  const [message, setMessage] = useState('')
  const products = members.data?.pages.flatMap(({ data }) => data) ?? []
  const keepFocusOn = useRowFocus(products)
  const isManual = kind === 'manual' && canEdit
  const isBusy = addProduct.isPending || removeProduct.isPending

  const move = (product: ProductSummary, from: number, to: number) => {
    const other = products[to]
    if (!other || isBusy) return
    keepFocusOn(product.id)
    // Moving down is sent as moving the next product up: the product after that may not be loaded.
    const placement =
      to < from ? { productId: product.id, before: other.id } : { productId: other.id, before: product.id }
    addProduct.mutate(placement, { onSuccess: () => setMessage(`${product.title} moved to position ${to + 1}`) })
  }
  const about =
    kind === 'rules'
      ? 'Products that match the saved rules.'
      : `Changes here are saved immediately.${sort === 'manual' ? '' : ' Customers see the sort order selected above.'}`

  return (
    <Section title="Products" about={about}>
      <Stack gap="sm">
        {isManual ? (
          <AddProduct
            existing={products}
            isAdding={addProduct.isPending}
            onAdd={(product) =>
              addProduct.mutate({ productId: product.id }, { onSuccess: () => setMessage(`${product.title} added`) })
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
        {members.isSuccess && products.length === 0 ? (
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
