import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { type Product, useLatestProduct, useSaveProduct } from '../products/products.ts'
import { type Draft, draftOf } from './draft.ts'
import type { Editing, Question } from './editing.ts'
import { faultsOf } from './field-paths.ts'
import { adopt, changedBetween, keepTyping, rebase } from './rebase.ts'
import { changesIn, type Faults, type Request, requestOf } from './request.ts'

/** Somebody else has saved since this was read. */
export interface Conflict {
  latest: Product
  theyChanged: (keyof Draft)[]
  bothChanged: (keyof Draft)[]
}

interface Start {
  /** As it was read; none for a new one. */
  product: Product | undefined
  /** The draft of that, without any change. */
  untouched: Draft
  draft: Draft
  currency: string
  isReadOnly: boolean
  onCreated: (product: Product) => void
}

const NONE: Faults = {}

export function useEditor({ product, untouched, draft: first, currency, isReadOnly, onCreated }: Start) {
  const [base, setBase] = useState({ product, draft: untouched })
  const [draft, setDraft] = useState(first)
  const [faults, setFaults] = useState<Faults>(NONE)
  const [conflict, setConflict] = useState<Conflict>()
  const [question, setQuestion] = useState<Question>()
  const [isSaved, setIsSaved] = useState(false)
  const [tries, setTries] = useState(0)
  const now = useRef(first)
  const saving = useSaveProduct()
  const readLatest = useLatestProduct()

  const put = useCallback((next: Draft) => {
    now.current = next
    setDraft(next)
  }, [])
  const edit = useCallback<Editing['edit']>(
    (change, mended) => {
      put(change(now.current))
      setIsSaved(false)
      if (mended === undefined) return
      setFaults((known) => {
        if (!(mended in known)) return known
        const { [mended]: _, ...others } = known
        return others
      })
    },
    [put],
  )
  const read = useCallback(() => now.current, [])
  const editing = useMemo<Editing>(
    () => ({ edit, read, ask: setQuestion, faults, currency, isReadOnly }),
    [edit, read, faults, currency, isReadOnly],
  )

  const changesOf = (body: Request['body']) =>
    base.product ? changesIn(requestOf(base.draft, currency).body, body) : body

  const save = async () => {
    const sent = now.current
    const { body, faults: unreadable } = requestOf(sent, currency)
    const changes = changesOf(body)
    setFaults(unreadable)
    setTries(tries + 1)
    saving.reset()
    if (Object.keys(unreadable).length > 0) return
    if (Object.keys(changes).length === 0) {
      put(base.draft)
      return
    }
    try {
      const saved = await saving.mutateAsync({ ...(base.product && { known: base.product }), body: changes })
      if (!base.product) {
        onCreated(saved)
        return
      }
      const next = adopt(draftOf(saved, currency), sent)
      setBase({ product: saved, draft: next })
      put(keepTyping(next, sent, now.current))
      setIsSaved(true)
    } catch (error) {
      if (!(error instanceof ApiError)) return
      setFaults(faultsOf(error.details, sent))
      if (error.status === 412 && base.product) await seeConflict(base.product, changes)
    }
  }

  const seeConflict = async (before: Product, changes: object) => {
    // When even that fails, the refusal of the save is shown as it came.
    const latest = await readLatest(before.id).catch(() => undefined)
    if (!latest) return
    const theyChanged = changedBetween(before, latest)
    setConflict({ latest, theyChanged, bothChanged: theyChanged.filter((name) => name in changes) })
  }

  /** Theirs becomes the ground on which is built; with what was typed here on top, or without. */
  const settle = ({ latest }: Conflict, keepMine: boolean) => {
    const theirs = draftOf(latest, currency)
    const mine = now.current
    setBase({ product: latest, draft: theirs })
    put(keepMine ? rebase(mine, changesOf(requestOf(mine, currency).body), theirs) : theirs)
    setConflict(undefined)
    setFaults(NONE)
    saving.reset()
  }

  const discard = () => {
    if (conflict) {
      settle(conflict, false)
      return
    }
    put(base.draft)
    setFaults(NONE)
    saving.reset()
  }

  return {
    product: base.product,
    draft,
    isChanged: draft !== base.draft,
    isSaving: saving.isPending,
    error: conflict ? null : saving.error,
    isSaved,
    tries,
    editing,
    conflict,
    question,
    closeQuestion: () => setQuestion(undefined),
    save,
    settle,
    discard,
  }
}
