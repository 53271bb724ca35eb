import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { ErrorAlert } from './feedback.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  /** Escape does not close the dialog and there is no close button; only its content does. */
  locked?: boolean
  size?: 'md' | 'lg'
  /** Above other dialogs. */
  zIndex?: number
  children: ReactNode
}

/** Open while rendered. A click outside never closes it: input would be lost. */
export function Dialog({ title, onClose, locked = false, size = 'md', zIndex, children }: DialogProps) {
  useFocusReturn()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      {...(zIndex !== undefined && { zIndex })}
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

interface FormDialogProps {
  title: string
  size?: 'md' | 'lg'
  mutation: { isPending: boolean }
  /** True if the form can be submitted. */
  isReady?: boolean
  saveLabel: string
  /** Set for irreversible actions. */
  isDestructive?: boolean
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog that is submitted once and cannot be closed during the request. */
export function FormDialog({ isReady = true, isDestructive = false, ...props }: FormDialogProps) {
  const { title, size = 'md', mutation, saveLabel, onSave, onClose, children } = props
  return (
    <Dialog size={size} locked={mutation.isPending} onClose={() => onClose()} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !mutation.isPending) onSave()
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()} disabled={mutation.isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(isDestructive && { color: 'red' })}
              loading={mutation.isPending}
              disabled={!isReady}
            >
              {saveLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface ConfirmDialogProps {
  title: string
  /** What the action causes. */
  children: ReactNode
  /** Heading above the error message. */
  errorTitle: string
  cancelLabel: string
  confirmLabel: string
  mutation: { isPending: boolean; error: Error | null }
  onConfirm: () => void
  onClose: () => void
}

/** For irreversible actions: pressing Enter right away cancels. */
export function ConfirmDialog({
  title,
  children,
  errorTitle,
  cancelLabel,
  confirmLabel,
  mutation,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog locked={mutation.isPending} onClose={() => onClose()} title={title}>
      <Stack gap="md">
        <ErrorAlert error={mutation.error} title={errorTitle} />
        {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} disabled={mutation.isPending} data-autofocus>
            {cancelLabel}
          </Button>
          <Button color="red" loading={mutation.isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface ConfirmDeleteProps {
  name: string
  /** What the deletion causes. */
  consequence: string
  mutation: { isPending: boolean; error: Error | null }
  onDelete: () => void
  onClose: () => void
}

export function ConfirmDelete({ name, consequence, mutation, onDelete, onClose }: ConfirmDeleteProps) {
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      errorTitle={`Couldn't delete “${name}”`}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      mutation={mutation}
      onConfirm={onDelete}
      onClose={onClose}
    >
      {consequence}
    </ConfirmDialog>
  )
}
