import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

interface Props {
  name: string
  /** What comes of it. */
  consequence: string
  deleting: { isPending: boolean; error: Error | null }
  onDelete: () => void
  onClose: () => void
}

export function AskToDelete({ name, consequence, deleting, onDelete, onClose }: Props) {
  return (
    <Dialog locked={deleting.isPending} onClose={onClose} title={`Delete “${name}”?`}>
      <Stack gap="md">
        <Failure error={deleting.error} title="It was not deleted" />
        <Text size="sm">{consequence}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={deleting.isPending} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={deleting.isPending} onClick={onDelete}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
