import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { ErrorAlert } from './error-alert.tsx'

interface Props {
  title: string
  /** What comes of it. */
  children: ReactNode
  /** What is to be said over the reason, where it was refused. */
  errorTitle: string
  cancelLabel: string
  confirmLabel: string
  mutation: { isPending: boolean; error: Error | null }
  onConfirm: () => void
  onClose: () => void
}

/** Before what can't be undone: whoever presses Enter at once keeps what there is. */
export function ConfirmDialog({
  title,
  children,
  errorTitle,
  cancelLabel,
  confirmLabel,
  mutation,
  onConfirm,
  onClose,
}: Props) {
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
