import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

interface Props {
  title: string
  /** What comes of it. */
  children: ReactNode
  /** What is to be said over the reason, where it was refused. */
  refused: string
  keepLabel: string
  deedLabel: string
  doing: { isPending: boolean; error: Error | null }
  onDo: () => void
  onClose: () => void
}

/** Before what can't be undone: whoever presses Enter at once keeps what there is. */
export function AskFirst({ title, children, refused, keepLabel, deedLabel, doing, onDo, onClose }: Props) {
  return (
    <Dialog locked={doing.isPending} onClose={() => onClose()} title={title}>
      <Stack gap="md">
        <Failure error={doing.error} title={refused} />
        {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} disabled={doing.isPending} data-autofocus>
            {keepLabel}
          </Button>
          <Button color="red" loading={doing.isPending} onClick={onDo}>
            {deedLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
