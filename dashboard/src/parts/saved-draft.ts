import { useState } from 'react'
import { useDraft } from './draft.ts'
import type { Saving } from './draft-refusal.tsx'
import { isOvertaken } from './faults.ts'

/** A draft with what saves it, and what has become of the last attempt. */
export function useSavedDraft<Fields extends object>(saved: Fields, saving: Saving) {
  const draft = useDraft(saved)
  const [news, setNews] = useState('')
  return {
    ...draft,
    news,
    tell: setNews,
    edit: (changes: Partial<Fields>) => {
      setNews('')
      // A refusal for being late holds until it is decided; others were about what has just been changed.
      if (!isOvertaken(saving.error)) saving.reset()
      draft.edit(changes)
    },
    settle: (sent: Fields, nowSaved: Fields, words = 'Saved.') => {
      draft.settle(sent, nowSaved)
      setNews(words)
    },
  }
}
