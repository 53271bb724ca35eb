import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  title: string
  onClose: () => void
  /** Escape does not close the dialog and there is no close button; only its content does. */
  locked?: boolean
  size?: 'md' | 'lg'
  children: ReactNode
}

/** Open while rendered. A click outside never closes it: input would be lost. */
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

/** Returns focus to the opener, or to the page content if the opener is gone, such as a revoked key's button. */
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
