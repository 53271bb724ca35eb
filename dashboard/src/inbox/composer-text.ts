import type { DraftMode } from './inbox.ts'

interface ComposerText {
  ticketId: string
  mode: DraftMode
  text: string
}

type Listener = (text: ComposerText) => void

const listeners = new Set<Listener>()

/** Puts text into the composer of an open ticket, such as a reply that was taken back. */
export const requestComposerText = (text: ComposerText): void => {
  for (const listener of listeners) listener(text)
}

export const onComposerText = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
