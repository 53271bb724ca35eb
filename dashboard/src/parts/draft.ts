import { useState } from 'react'

interface Draft<Fields> {
  fields: Fields
  /** What was on the screen when the first letter was typed. */
  base: Fields
}

/**
 * What somebody is writing, apart from what the server has. While nothing is written, what others save shows at once; as soon as
 * something is, nothing but its writer's own deed takes it away.
 */
export function useDraft<Fields extends object>(saved: Fields) {
  const [draft, setDraft] = useState<Draft<Fields>>()
  const fields = draft?.fields ?? saved
  const isEdited = draft !== undefined && !isSame(draft.fields, saved)
  return {
    fields,
    isEdited,
    /** Somebody else has saved something else since this was begun. */
    isOvertaken: isEdited && !isSame(draft.base, saved),
    edit: (changes: Partial<Fields>) =>
      setDraft((known) => ({ base: known?.base ?? saved, fields: { ...(known?.fields ?? saved), ...changes } })),
    discard: () => setDraft(undefined),
    /** What the other has saved has been seen, and is to be replaced. */
    keepMine: () => setDraft({ fields, base: saved }),
    /** What was typed while the server was still answering stays a draft. */
    settle: (sent: Fields, nowSaved: Fields) =>
      setDraft((known) => (known && known.fields !== sent ? { fields: known.fields, base: nowSaved } : undefined)),
  }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
