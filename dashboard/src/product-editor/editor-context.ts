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
  /** `fixedPath`: path of the field whose error is cleared. */
  edit: (change: (draft: ProductDraft) => ProductDraft, fixedPath?: string) => void
  /** Returns the current draft without subscribing to changes. */
  getDraft: () => ProductDraft
  confirmRemoval: (removal: PendingRemoval) => void
  errors: FieldErrors
  /** The shop's currency. */
  currency: string
  /** Viewers see everything, including other tabs and pages, but no controls that change it. */
  isReadOnly: boolean
}

/** Changes only with the errors, not on every keystroke, so unchanged rows do not rerender. */
export const EditorContext = createContext<EditorContextValue | undefined>(undefined)

export function useEditorContext(): EditorContextValue {
  const context = use(EditorContext)
  if (!context) throw new Error('useEditorContext must be used inside the editor.')
  return context
}

export const fieldId = (path: string) => `field${path}`

/** Binds an input to one top-level field of the draft. */
export function useField(path: string) {
  const { edit, errors, isReadOnly } = useEditorContext()
  return {
    edit: (values: Partial<ProductDraft>) => edit((draft) => ({ ...draft, ...values }), path),
    props: { id: fieldId(path), error: errors[path], readOnly: isReadOnly },
  }
}

const MAX_NAMES = 5

/** Asks for confirmation if the change removes variants that someone may miss. */
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
    about: `${removed.length === 1 ? '1 variant is' : `${removed.length} variants are`} deleted when you save: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
    action: removed.length === 1 ? 'Remove variant' : `Remove ${removed.length} variants`,
    onConfirm: () => edit(change),
  })
}
