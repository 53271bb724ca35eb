import { Button, Group, Stack, Text } from '@mantine/core'
import type { Role } from '../access/me.ts'
import { Dialog } from '../parts/dialog.tsx'

interface Props {
  role: Role
  onClose: () => void
  onConfirm: () => void
}

/** An arrow key on the list is enough to change a role, and one's own can't be taken back by oneself. */
export function OwnRoleDialog({ role, onClose, onConfirm }: Props) {
  return (
    <Dialog onClose={onClose} title={`Become ${role}?`}>
      <Stack gap="md">
        <Text size="sm">You are about to change your own role. You may not be able to change it back yourself.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={onConfirm}>
            Change my role
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
