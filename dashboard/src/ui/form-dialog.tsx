import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  size?: 'md' | 'lg'
  mutation: { isPending: boolean }
  /** Whether what is filled in can be sent. */
  isReady?: boolean
  saveLabel: string
  /** Of what can't be undone. */
  isDestructive?: boolean
  cancelLabel?: string
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: it is sent once, and is not closed while it is on its way. */
export function FormDialog({ isReady = true, isDestructive = false, cancelLabel = 'Cancel', ...props }: Props) {
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
              {cancelLabel}
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
