import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  title: string
  onClose: () => void
  /** Neither Escape nor a cross closes it: only what stands inside. */
  locked?: boolean
  size?: 'md' | 'lg'
  children: ReactNode
}

/** Open for as long as it is rendered. A click beside it never closes it: what was typed would be lost. */
export function Dialog({ title, onClose, locked = false, size = 'md', children }: Props) {
  useFocusReturn()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeOnEscape={!locked}
      withCloseButton={!locked}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}

/** Back to what opened the dialog, or to the page's content when that is gone, as the button of a revoked key is. */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const target = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main')
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
