import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useProduct } from '../products/products.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { copyOf, emptyDraft } from './draft.ts'
import { Editor } from './editor.tsx'
import { EditorOnItsWay } from './editor-on-its-way.tsx'

const route = getRouteApi('/shell/catalogue/products/new')

export function NewProductPage() {
  const { copy } = route.useSearch()
  const settings = useWorkspaceSettings()
  const currency = settings.data?.currency
  if (!currency) return <EditorOnItsWay error={settings.error} onRetry={() => void settings.refetch()} />
  return copy ? <Copy key={copy} of={copy} currency={currency} /> : <Blank currency={currency} />
}

function Blank({ currency }: { currency: string }) {
  const untouched = useMemo(() => emptyDraft(currency), [currency])
  return <Editor untouched={untouched} currency={currency} />
}

function Copy({ of, currency }: { of: string; currency: string }) {
  const { data, error, refetch } = useProduct(of)
  const untouched = useMemo(() => emptyDraft(currency), [currency])
  const draft = useMemo(() => data && copyOf(data, currency), [data, currency])
  if (!draft) return <EditorOnItsWay error={error} onRetry={() => void refetch()} />
  return <Editor untouched={untouched} draft={draft} currency={currency} />
}
