import { useState } from 'react'
import { isVersionConflict } from './field-errors.ts'
import type { SaveMutation } from './save-error.tsx'

interface FormDraft<Fields> {
  fields: Fields
  /** What was on screen when editing began. */
  base: Fields
}

/**
 * Local edits, separate from the server's data. Without edits, changes by others show at once; from the first edit on,
 * only the user's own action discards it.
 */
export function useFormDraft<Fields extends object>(saved: Fields) {
  const [draft, setDraft] = useState<FormDraft<Fields>>()
  const fields = draft?.fields ?? saved
  const isDirty = draft !== undefined && !isEqual(draft.fields, saved)
  return {
    fields,
    isDirty: isDirty,
    /** Someone else has saved a different version since editing began. */
    hasConflict: isDirty && !isEqual(draft.base, saved),
    edit: (changes: Partial<Fields>) =>
      setDraft((current) => ({ base: current?.base ?? saved, fields: { ...(current?.fields ?? saved), ...changes } })),
    discard: () => setDraft(undefined),
    /** The user has seen the other version and chooses to overwrite it. */
    keepMine: () => setDraft({ fields, base: saved }),
    /** Input typed during the request stays a draft. */
    markSaved: (sent: Fields, nowSaved: Fields) =>
      setDraft((current) =>
        current && current.fields !== sent ? { fields: current.fields, base: nowSaved } : undefined,
      ),
  }
}

const isEqual = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** Sends only what was edited, so that nothing else is rounded or overwritten. */
export function changedFields<Fields extends object>(edited: Fields, saved: Fields): Partial<Fields> {
  const changes: Partial<Fields> = {}
  for (const name in edited) {
    if (JSON.stringify(edited[name]) !== JSON.stringify(saved[name])) changes[name] = edited[name]
  }
  return changes
}

/** A draft with its mutation and the outcome of the last attempt. */
export function useSavedFormDraft<Fields extends object>(saved: Fields, mutation: SaveMutation) {
  const draft = useFormDraft(saved)
  const [message, setMessage] = useState('')
  return {
    ...draft,
    message: message,
    setMessage: setMessage,
    edit: (changes: Partial<Fields>) => {
      setMessage('')
      // A version conflict stays until it is resolved; other errors may concern what has just been edited.
      if (!isVersionConflict(mutation.error)) mutation.reset()
      draft.edit(changes)
    },
    markSaved: (sent: Fields, nowSaved: Fields, text = 'Changes saved') => {
      draft.markSaved(sent, nowSaved)
      setMessage(text)
    },
  }
}
