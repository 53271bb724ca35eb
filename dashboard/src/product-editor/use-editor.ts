import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { type Product, products, useFetchProduct } from '../products/products.ts'
import type { EditorContextValue, PendingRemoval } from './editor-context.ts'
import { toFieldErrors } from './field-paths.ts'
import { type ProductDraft, toProductDraft } from './product-draft.ts'
import { diffRequests, type FieldErrors, type ProductBody, toProductRequest } from './product-request.ts'
import { changedFields, keepLaterEdits, rebase, restoreKeys } from './rebase.ts'

/** Someone else has saved since the product was loaded. */
export interface Conflict {
  latest: Product
  theyChanged: (keyof ProductDraft)[]
  bothChanged: (keyof ProductDraft)[]
}

interface EditorOptions {
  /** As loaded; undefined for a new product. */
  product: Product | undefined
  /** The draft of `product`, without changes. */
  baseDraft: ProductDraft
  draft: ProductDraft
  currency: string
  isReadOnly: boolean
  onCreated: (product: Product) => void
}

const NO_ERRORS: FieldErrors = {}

export function useEditor({ product, baseDraft, draft: initialDraft, currency, isReadOnly, onCreated }: EditorOptions) {
  const [base, setBase] = useState({ product, draft: baseDraft })
  const [draft, setDraft] = useState(initialDraft)
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS)
  const [conflict, setConflict] = useState<Conflict>()
  const [pendingRemoval, setPendingRemoval] = useState<PendingRemoval>()
  const [isSaved, setIsSaved] = useState(false)
  const [saveAttempts, setSaveAttempts] = useState(0)
  const draftRef = useRef(initialDraft)
  const creation = products.useCreate({ onSuccess: onCreated })
  const update = products.useUpdate(base.product?.id ?? '', { version: base.product?.version })
  const saving = base.product ? update : creation
  const fetchLatest = useFetchProduct()

  const replaceDraft = useCallback((next: ProductDraft) => {
    draftRef.current = next
    setDraft(next)
  }, [])
  const edit = useCallback<EditorContextValue['edit']>(
    (change, fixedPath) => {
      replaceDraft(change(draftRef.current))
      setIsSaved(false)
      if (fixedPath === undefined) return
      setErrors((previous) => {
        if (!(fixedPath in previous)) return previous
        const { [fixedPath]: _, ...others } = previous
        return others
      })
    },
    [replaceDraft],
  )
  const getDraft = useCallback(() => draftRef.current, [])
  const context = useMemo<EditorContextValue>(
    () => ({ edit, getDraft, confirmRemoval: setPendingRemoval, errors, currency, isReadOnly }),
    [edit, getDraft, errors, currency, isReadOnly],
  )

  const diffFromBase = (body: ProductBody) => diffRequests(toProductRequest(base.draft, currency).body, body)

  const save = async () => {
    const sent = draftRef.current
    const { body, errors: inputErrors } = toProductRequest(sent, currency)
    const changes = diffFromBase(body)
    const before = base.product
    setErrors(inputErrors)
    setSaveAttempts(saveAttempts + 1)
    saving.reset()
    if (Object.keys(inputErrors).length > 0) return
    if (before && Object.keys(changes).length === 0) {
      replaceDraft(base.draft)
      return
    }
    try {
      if (!before) {
        await creation.mutateAsync(body)
        return
      }
      const saved = await update.mutateAsync(changes)
      const next = restoreKeys(toProductDraft(saved, currency), sent)
      setBase({ product: saved, draft: next })
      replaceDraft(keepLaterEdits(next, sent, draftRef.current))
      setIsSaved(true)
    } catch (error) {
      if (!(error instanceof ApiError)) return
      setErrors(toFieldErrors(error.details, sent))
      if (error.status === 412 && before) await loadConflict(before, changes)
    }
  }

  const loadConflict = async (before: Product, changes: Partial<ProductBody>) => {
    // If this fails, too, the error of the save is shown.
    const latest = await fetchLatest(before.id).catch(() => undefined)
    if (!latest) return
    const theyChanged = changedFields(before, latest)
    setConflict({ latest, theyChanged, bothChanged: theyChanged.filter((name) => name in changes) })
  }

  /** Rebases onto their version, with or without the local changes. */
  const resolveConflict = ({ latest }: Conflict, keepMine: boolean) => {
    const theirs = toProductDraft(latest, currency)
    const mine = draftRef.current
    setBase({ product: latest, draft: theirs })
    replaceDraft(keepMine ? rebase(mine, diffFromBase(toProductRequest(mine, currency).body), theirs) : theirs)
    setConflict(undefined)
    setErrors(NO_ERRORS)
    saving.reset()
  }

  const discard = () => {
    if (conflict) {
      resolveConflict(conflict, false)
      return
    }
    replaceDraft(base.draft)
    setErrors(NO_ERRORS)
    saving.reset()
  }

  return {
    product: base.product,
    draft,
    isDirty: draft !== base.draft,
    isSaving: saving.isPending,
    error: conflict ? null : saving.error,
    isSaved,
    saveAttempts,
    context,
    conflict,
    pendingRemoval,
    cancelRemoval: () => setPendingRemoval(undefined),
    save,
    resolveConflict,
    discard,
  }
}
