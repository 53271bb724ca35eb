import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useProduct } from '../products/products.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { draftOf } from './draft.ts'
import { Editor } from './editor.tsx'
import { EditorOnItsWay } from './editor-on-its-way.tsx'

const route = getRouteApi('/shell/catalogue/products/$id')

export function ProductPage() {
  const { id } = route.useParams()
  const product = useProduct(id)
  const currency = useWorkspaceSettings().data?.currency
  // Not an older copy: what somebody else has saved since would be a conflict at the first change.
  const fresh = product.isFetching ? undefined : product.data
  const untouched = useMemo(() => fresh && currency && draftOf(fresh, currency), [fresh, currency])
  if (!fresh || !currency || !untouched) {
    return <EditorOnItsWay error={product.error} onRetry={() => void product.refetch()} />
  }
  return <Editor key={id} product={fresh} untouched={untouched} currency={currency} />
}
