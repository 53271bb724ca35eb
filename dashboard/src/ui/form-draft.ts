import { useState } from 'react'
import { isVersionConflict } from './field-errors.ts'
import type { SaveMutation } from './save-error.tsx'

interface FormDraft<Fields> {
  fields: Fields
  /** What was on the screen when the first letter was typed. */
  base: Fields
}

/**
 * What somebody is writing, apart from what the server has. While nothing is written, what others save shows at once; as soon as
 * something is, nothing but its writer's own deed takes it away.
 */
export function useFormDraft<Fields extends object>(saved: Fields) {
  const [draft, setDraft] = useState<FormDraft<Fields>>()
  const fields = draft?.fields ?? saved
  const isDirty = draft !== undefined && !isEqual(draft.fields, saved)
  return {
    fields,
    isDirty: isDirty,
    /** Somebody else has saved something else since this was begun. */
    hasConflict: isDirty && !isEqual(draft.base, saved),
    edit: (changes: Partial<Fields>) =>
      setDraft((current) => ({ base: current?.base ?? saved, fields: { ...(current?.fields ?? saved), ...changes } })),
    discard: () => setDraft(undefined),
    /** What the other has saved has been seen, and is to be replaced. */
    keepMine: () => setDraft({ fields, base: saved }),
    /** What was typed while the server was still answering stays a draft. */
    markSaved: (sent: Fields, nowSaved: Fields) =>
      setDraft((current) =>
        current && current.fields !== sent ? { fields: current.fields, base: nowSaved } : undefined,
      ),
  }
}

const isEqual = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** A draft with what saves it, and what has become of the last attempt. */
export function useSavedFormDraft<Fields extends object>(saved: Fields, mutation: SaveMutation) {
  const draft = useFormDraft(saved)
  const [message, setMessage] = useState('')
  return {
    ...draft,
    message: message,
    setMessage: setMessage,
    edit: (changes: Partial<Fields>) => {
      setMessage('')
      // A refusal for being late holds until it is decided; others were about what has just been changed.
      if (!isVersionConflict(mutation.error)) mutation.reset()
      draft.edit(changes)
    },
    markSaved: (sent: Fields, nowSaved: Fields, text = 'Saved.') => {
      draft.markSaved(sent, nowSaved)
      setMessage(text)
    },
  }
}
