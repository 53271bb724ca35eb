import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useProduct } from '../products/products.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { toProductDraft } from './product-draft.ts'
import { ProductEditor } from './product-editor.tsx'

const route = getRouteApi('/shell/catalog/products/$id')

export function ProductPage() {
  const { id } = route.useParams()
  const product = useProduct(id)
  const currency = useWorkspaceSettings().data?.currency
  // Not cached data: a newer version on the server would cause a conflict at the first change.
  const latest = product.isFetching ? undefined : product.data
  const baseDraft = useMemo(() => latest && currency && toProductDraft(latest, currency), [latest, currency])
  if (!latest || !currency || !baseDraft) {
    return <EditorSkeleton error={product.error} onRetry={() => void product.refetch()} />
  }
  return <ProductEditor key={id} product={latest} baseDraft={baseDraft} currency={currency} />
}
