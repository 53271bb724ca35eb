import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { type Policy, useUnpublishPolicy } from './policies.ts'

interface Props {
  policy: Policy
  onClose: () => void
  onRemoved: () => void
}

export function RemovePolicyDialog({ policy: { kind, title, version }, onClose, onRemoved }: Props) {
  const remove = useUnpublishPolicy(kind)
  return (
    <Dialog locked={remove.isPending} onClose={onClose} title={`Take down “${title}”?`}>
      <Stack gap="md">
        <Failure error={remove.error} title="It was not taken down" />
        <Text size="sm">
          Visitors and storefronts see it no more, at once. Its versions are kept, and any of them can be published
          again.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            Leave it up
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(version, { onSuccess: onRemoved })}
          >
            Take down
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
