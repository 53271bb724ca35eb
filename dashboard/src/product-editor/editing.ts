import { createContext, use } from 'react'
import { type Draft, labelOf } from './draft.ts'
import { missedIn } from './option-plan.ts'
import type { Faults } from './request.ts'

export interface Question {
  title: string
  about: string
  action: string
  onConfirm: () => void
}

export interface Editing {
  /** `mended`: the path of the field, whose fault is forgotten. */
  edit: (change: (draft: Draft) => Draft, mended?: string) => void
  /** As it is now, without being told of every change. */
  read: () => Draft
  ask: (question: Question) => void
  faults: Faults
  /** The shop's own. */
  currency: string
  /** For viewers: they see everything, also what is behind tabs and on other pages, but no button that changes it. */
  isReadOnly: boolean
}

/** It changes only with the faults, not with every letter: rows that were not changed are not drawn again. */
export const EditingContext = createContext<Editing | undefined>(undefined)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('useEditing works only inside the editor.')
  return editing
}

export const fieldId = (path: string) => `field${path}`

/** A field that holds one part of the draft as it is. */
export function useField(path: string) {
  const { edit, faults, isReadOnly } = useEditing()
  return {
    edit: (values: Partial<Draft>) => edit((draft) => ({ ...draft, ...values }), path),
    props: { id: fieldId(path), error: faults[path], readOnly: isReadOnly },
  }
}

const MOST_NAMED = 5

/** Asks first when variants that somebody may miss would go with it. */
export function removeWithCare({ edit, read, ask }: Editing, what: string, change: (draft: Draft) => Draft): void {
  const before = read()
  const missed = missedIn(before, change(before))
  if (missed.length === 0) {
    edit(change)
    return
  }
  const names = missed.slice(0, MOST_NAMED).map((variant) => labelOf(before.options, variant))
  const others = missed.length - names.length
  ask({
    title: `Remove ${what}?`,
    about: `With it ${missed.length === 1 ? 'this variant goes' : `these ${missed.length} variants go`} when you save: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
    action: missed.length === 1 ? 'Remove the variant' : `Remove ${missed.length} variants`,
    onConfirm: () => edit(change),
  })
}
