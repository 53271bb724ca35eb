import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { useDesk } from '../shell/desk.ts'
import { type Member, useRemoveMember } from './members.ts'

export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { workspace } = useDesk()
  const remove = useRemoveMember()
  return (
    <Dialog onClose={onClose} title={`Remove ${member.name}?`}>
      <Stack gap="md">
        <Failure error={remove.error} title="The member was not removed" />
        <Text size="sm">
          {`${member.email} loses access to ${workspace.name} at once, and open invitations they made end too. API keys they created go on working.`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(member.userId, { onSuccess: onClose })}
          >
            Remove
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
