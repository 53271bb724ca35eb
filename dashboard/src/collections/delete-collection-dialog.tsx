import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { type Collection, useDeleteCollection } from './collections.ts'

export function DeleteCollectionDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { id, title, handle } = collection
  const navigate = useNavigate()
  const remove = useDeleteCollection(id, () => navigate({ to: '/catalogue/collections', ignoreBlocker: true }))
  return (
    <Dialog locked={remove.isPending} onClose={onClose} title={`Delete “${title}”?`}>
      <Stack gap="md">
        <Failure error={remove.error} title="It was not deleted" />
        <Text size="sm">
          {`Its products stay in the catalogue. Links that lead to the collection “${handle}” lead nowhere from then on.`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
