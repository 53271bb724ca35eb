import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { ErrorAlert } from './error-alert.tsx'

interface Props {
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
