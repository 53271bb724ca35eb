import { useEffect, useRef } from 'react'

export type Shortcuts = Record<string, (() => void) | undefined>

const INPUTS = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]'
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Letters belong to whoever is typing, and to an open dialog or menu. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(INPUTS) !== null
}

const isOverlayOpen = () => document.querySelector(OVERLAYS) !== null

/** `Shift+N` for a letter with Shift. */
const keyOf = ({ key, shiftKey }: KeyboardEvent): string => {
  if (shiftKey && /^\p{L}$/u.test(key)) return `Shift+${key.toUpperCase()}`
  return key.length === 1 ? key.toLowerCase() : key
}

/** Single letters, `Escape` and `Enter`; never with Ctrl, Alt or Meta, which belong to the browser. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || isOverlayOpen()) return
      // Enter and Space press the focused button.
      if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('button, a, summary')) return
      const action = current.current[keyOf(event)]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Shown in the help dialog, and in docs/inbox.md. */
export const SHORTCUT_HELP = [
  ['J', 'Next ticket'],
  ['K', 'Previous ticket'],
  ['Enter or O', 'Go to the conversation'],
  ['R', 'Write a reply'],
  ['N', 'Write a note; without an open ticket: create a ticket'],
  ['Shift + N', 'Create a ticket'],
  ['E', 'Resolve, or reopen'],
  ['S', 'Snooze'],
  ['A', 'Assign'],
  ['T', 'Edit tags'],
  ['P', 'Set the priority'],
  ['U', 'Set the status'],
  ['C', 'Customer actions: refund, resend, points…'],
  ['M', 'Merge into another ticket'],
  ['X', 'Select the ticket for a bulk change'],
  ['/', 'Search tickets; in the composer: insert a macro'],
  ['@', 'In a note: mention a colleague'],
  ['Ctrl or ⌘ + Enter', 'Send'],
  ['Ctrl or ⌘ + Shift + Enter', 'Send and resolve'],
  ['Esc', 'Leave the composer, or close the ticket'],
  ['Ctrl or ⌘ + K', 'Search everything'],
  ['G then O, P, U…', 'Go to orders, products, customers…'],
  ['?', 'Show this help'],
] as const
