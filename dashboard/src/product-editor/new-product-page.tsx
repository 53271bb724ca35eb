import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useProduct } from '../products/products.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { emptyDraft, toDuplicateDraft } from './product-draft.ts'
import { ProductEditor } from './product-editor.tsx'

const route = getRouteApi('/shell/catalog/products/new')

export function NewProductPage() {
  const { copy } = route.useSearch()
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
  const { data, error, refetch } = useProduct(of)
  const baseDraft = useMemo(() => emptyDraft(currency), [currency])
  const draft = useMemo(() => data && toDuplicateDraft(data, currency), [data, currency])
  if (!draft) return <EditorSkeleton error={error} onRetry={() => void refetch()} />
  return <ProductEditor baseDraft={baseDraft} draft={draft} currency={currency} />
}
