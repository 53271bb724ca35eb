import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  title: string
  isOpen: boolean
  onClose: () => void
  side: 'left' | 'right'
  children: ReactNode
}

/** A panel from the side. The browser keeps the focus inside, closes it with Escape, and returns the focus. */
export function Drawer({ title, isOpen, onClose, side, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (isOpen && !element?.open) element?.showModal()
    if (!isOpen && element?.open) element.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={dialog}
      className={`drawer drawer-${side}`}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        // A click beside the panel lands on the dialog itself.
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="drawer-panel">
        <div className="drawer-head">
          <h2>{title}</h2>
          <button type="button" className="icon-button" aria-label={`Close ${title.toLowerCase()}`} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {isOpen ? children : null}
      </div>
    </dialog>
  )
}
