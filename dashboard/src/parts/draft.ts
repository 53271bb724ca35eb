import { useState } from 'react'

interface Draft<Fields> {
  fields: Fields
  /** The version that was on the screen when the first letter was typed. */
  version: number
}

/**
 * What somebody is writing, apart from what the server has. While nothing is written, what others save shows at once; as soon as
 * something is, nothing but its writer's own deed takes it away.
 */
export function useDraft<Fields extends object>(saved: Fields, version: number) {
  const [draft, setDraft] = useState<Draft<Fields>>()
  const fields = draft?.fields ?? saved
  return {
    fields,
    isEdited: draft !== undefined && !isSame(draft.fields, saved),
    /** For `If-Match`. */
    version: draft?.version ?? version,
    /** Somebody else has saved since this was begun. */
    isOvertaken: draft !== undefined && draft.version !== version && !isSame(draft.fields, saved),
    edit: (changes: Partial<Fields>) =>
      setDraft((known) => ({
        version: known?.version ?? version,
        fields: { ...(known?.fields ?? saved), ...changes },
      })),
    discard: () => setDraft(undefined),
    /** The other's version has been seen, and is to be replaced. */
    keepMine: () => setDraft({ fields, version }),
    /** What was typed while the server was still answering stays a draft. */
    settle: (sent: Fields, newVersion: number) =>
      setDraft((known) => (known && known.fields !== sent ? { fields: known.fields, version: newVersion } : undefined)),
  }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
