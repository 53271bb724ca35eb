import { Stack } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ApiError } from '../api.ts'
import { products } from '../products/products.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { BackLink } from '../ui/page.tsx'
import { emptyDraft, toDuplicateDraft, toProductDraft } from './product-draft.ts'
import { ProductEditor } from './product-editor.tsx'

/** The editor works on its own copy, so there is no use in reading the product again meanwhile. */
const READ_ONCE = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }

export function ProductPage() {
  const { id } = useParams({ from: '/shell/catalog/products/$id' })
  const product = products.useOne(id, READ_ONCE)
  const currency = useWorkspaceSettings().data?.currency
  // Not cached data: a newer version on the server would cause a conflict at the first change.
  const latest = product.isFetchedAfterMount ? product.data : undefined
  const baseDraft = useMemo(() => latest && currency && toProductDraft(latest, currency), [latest, currency])
  if (!latest || !currency || !baseDraft) {
    return <EditorSkeleton error={product.error} onRetry={() => void product.refetch()} />
  }
  return <ProductEditor key={id} product={latest} baseDraft={baseDraft} currency={currency} />
}

export function NewProductPage() {
  const { copy } = useSearch({ from: '/shell/catalog/products/new' })
  const settings = useWorkspaceSettings()
  const currency = settings.data?.currency
  if (!currency) return <EditorSkeleton error={settings.error} onRetry={() => void settings.refetch()} />
  return copy ? <DuplicateProduct key={copy} of={copy} currency={currency} /> : <BlankProduct currency={currency} />
}

function BlankProduct({ currency }: { currency: string }) {
  const baseDraft = useMemo(() => emptyDraft(currency), [currency])
  return <ProductEditor baseDraft={baseDraft} currency={currency} />
}

function DuplicateProduct({ of, currency }: { of: string; currency: string }) {
  const { data, error, refetch } = products.useOne(of, READ_ONCE)
  const baseDraft = useMemo(() => emptyDraft(currency), [currency])
  const draft = useMemo(() => data && toDuplicateDraft(data, currency), [data, currency])
  if (!draft) return <EditorSkeleton error={error} onRetry={() => void refetch()} />
  return <ProductEditor baseDraft={baseDraft} draft={draft} currency={currency} />
}

interface EditorSkeletonProps {
  error: Error | null
  onRetry: () => void
}

function EditorSkeleton({ error, onRetry }: EditorSkeletonProps) {
  const isNotFound = error instanceof ApiError && error.status === 404
  return (
    <Stack gap="lg" maw={1100} mx="auto">
      <BackLink to="Products" />
      {error ? (
        <ErrorAlert
          error={error}
          title={isNotFound ? 'This product does not exist' : "Couldn't load the product"}
          {...(!isNotFound && { onRetry })}
        />
      ) : (
        <Loading what="the product" />
      )}
    </Stack>
  )
}
