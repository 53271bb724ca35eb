import { createContext, use } from 'react'
import { type ProductDraft, variantLabel } from './product-draft.ts'
import type { FieldErrors } from './product-request.ts'
import { removedVariants } from './variants/variant-options.ts'

export interface PendingRemoval {
  title: string
  about: string
  action: string
  onConfirm: () => void
}

export interface EditorContextValue {
  /** `mended`: the path of the field, whose fault is forgotten. */
  edit: (change: (draft: ProductDraft) => ProductDraft, fixedPath?: string) => void
  /** As it is now, without being told of every change. */
  getDraft: () => ProductDraft
  confirmRemoval: (removal: PendingRemoval) => void
  errors: FieldErrors
  /** The shop's own. */
  currency: string
  /** For viewers: they see everything, also what is behind tabs and on other pages, but no button that changes it. */
  isReadOnly: boolean
}

/** It changes only with the faults, not with every letter: rows that were not changed are not drawn again. */
export const EditorContext = createContext<EditorContextValue | undefined>(undefined)

export function useEditorContext(): EditorContextValue {
  const context = use(EditorContext)
  if (!context) throw new Error('useEditorContext works only inside the editor.')
  return context
}

export const fieldId = (path: string) => `field${path}`

/** A field that holds one part of the draft as it is. */
export function useField(path: string) {
  const { edit, errors, isReadOnly } = useEditorContext()
  return {
    edit: (values: Partial<ProductDraft>) => edit((draft) => ({ ...draft, ...values }), path),
    props: { id: fieldId(path), error: errors[path], readOnly: isReadOnly },
  }
}

const MAX_NAMES = 5

/** Asks first when variants that somebody may miss would go with it. */
export function removeWithConfirm(
  { edit, getDraft, confirmRemoval }: EditorContextValue,
  label: string,
  change: (draft: ProductDraft) => ProductDraft,
): void {
  const before = getDraft()
  const removed = removedVariants(before, change(before))
  if (removed.length === 0) {
    edit(change)
    return
  }
  const names = removed.slice(0, MAX_NAMES).map((variant) => variantLabel(before.options, variant))
  const others = removed.length - names.length
  confirmRemoval({
    title: `Remove ${label}?`,
    about: `With it ${removed.length === 1 ? 'this variant goes' : `these ${removed.length} variants go`} when you save: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
    action: removed.length === 1 ? 'Remove the variant' : `Remove ${removed.length} variants`,
    onConfirm: () => edit(change),
  })
}
