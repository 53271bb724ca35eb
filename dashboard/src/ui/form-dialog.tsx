import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface Props {
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
export function FormDialog({ isReady = true, isDestructive = false, ...props }: Props) {
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
