import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { useDesk } from '../shell/desk.ts'
import { type Member, useRemoveMember } from './members.ts'

interface Props {
  member: Member
  isMe: boolean
  onClose: () => void
  onRemoved: () => void
}

export function RemoveMemberDialog({ member: { userId, name, email }, isMe, onClose, onRemoved }: Props) {
  const { workspace } = useDesk()
  const remove = useRemoveMember(onRemoved)
  const who = isMe ? 'You lose' : `${email} loses`
  const whose = isMe ? 'you' : 'they'
  return (
    <Dialog locked={remove.isPending} onClose={onClose} title={isMe ? `Leave ${workspace.name}?` : `Remove ${name}?`}>
      <Stack gap="md">
        <Failure error={remove.error} title={isMe ? 'You are still a member' : 'The member was not removed'} />
        <Text size="sm">
          {`${who} access to ${workspace.name} at once, and open invitations ${whose} made end too. API keys ${whose} created go on working.`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(userId)}>
            {isMe ? 'Leave' : 'Remove'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
