import { Kbd, Table } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isTyping } from '../inbox/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'

/** After `G`. The letters are those of Medusa's and Shopify's dashboards, where they have one. */
const GO_TO = {
  h: { to: '/', label: 'Home' },
  o: { to: '/sales/orders', label: 'Orders' },
  p: { to: '/catalog/products', label: 'Products' },
  i: { to: '/catalog/inventory', label: 'Inventory' },
  u: { to: '/sales/customers', label: 'Customers' },
  d: { to: '/sales/discounts', label: 'Discounts' },
  t: { to: '/inbox', label: 'Inbox' },
  c: { to: '/chats', label: 'Chats' },
  r: { to: '/support/reports', label: 'Reports' },
  ',': { to: '/settings', label: 'Settings' },
} as const

/** How long `G` waits for its letter. */
const SEQUENCE_MS = 1_500

interface Options {
  onSearch: () => void
  onHelp: () => void
}

/** Letters are off while somebody types, and while a dialog or menu is open. */
export function useGlobalShortcuts({ onSearch, onHelp }: Options): void {
  const router = useRouter()
  const actions = useRef({ onSearch, onHelp })
  useEffect(() => {
    actions.current = { onSearch, onHelp }
  })
  useEffect(() => {
    let startedMs = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      const handle = (action: () => void) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        action()
      }
      if (event.isComposing) return
      const key = event.key.toLowerCase()
      if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && key === 'k') {
        return handle(actions.current.onSearch)
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isOverlayOpen()) return
      const isInSequence = performance.now() - startedMs < SEQUENCE_MS
      startedMs = key === 'g' && !isInSequence ? performance.now() : Number.NEGATIVE_INFINITY
      if (isInSequence && Object.hasOwn(GO_TO, key)) {
        return handle(() => router.history.push(GO_TO[key as keyof typeof GO_TO].to))
      }
      // The inbox has its own help and its own search.
      if (router.state.location.pathname === '/inbox') return
      if (event.key === '?') handle(actions.current.onHelp)
      else if (event.key === '/') handle(actions.current.onSearch)
    }
    // Before the shortcuts of a page: the letter after G is not one of them.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [router])
}

const isOverlayOpen = () => document.querySelector('[role="dialog"], [role="menu"]') !== null

const SHORTCUTS = [
  ['Ctrl or ⌘ + K, or /', 'Search and commands'],
  ['?', 'Show this help'],
  ['Esc', 'Close the dialog or menu on top'],
  ...Object.entries(GO_TO).map(([key, { label }]) => [`G then ${key.toUpperCase()}`, `Go to ${label}`] as const),
] as const

export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <Table aria-label="Keyboard shortcuts" verticalSpacing={4}>
      <Table.Tbody>
        {SHORTCUTS.map(([keys, action]) => (
          <Table.Tr key={keys}>
            <Table.Th scope="row" fw={400}>
              <Kbd>{keys}</Kbd>
            </Table.Th>
            <Table.Td>{action}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Dialog>
)
