import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  size?: 'md' | 'lg'
  saving: { isPending: boolean }
  /** Whether what is filled in can be sent. */
  isReady?: boolean
  saveLabel: string
  /** Of what can't be undone. */
  isGrave?: boolean
  cancelLabel?: string
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: it is sent once, and is not closed while it is on its way. */
export function FormDialog({ isReady = true, isGrave = false, cancelLabel = 'Cancel', ...props }: Props) {
  const { title, size = 'md', saving, saveLabel, onSave, onClose, children } = props
  return (
    <Dialog size={size} locked={saving.isPending} onClose={() => onClose()} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !saving.isPending) onSave()
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()} disabled={saving.isPending}>
              {cancelLabel}
            </Button>
            <Button type="submit" {...(isGrave && { color: 'red' })} loading={saving.isPending} disabled={!isReady}>
              {saveLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
