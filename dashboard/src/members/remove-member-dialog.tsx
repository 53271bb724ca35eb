import { useDesk } from '../access/desk.ts'
import { AskFirst } from '../parts/ask-first.tsx'
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
    <AskFirst
      title={isMe ? `Leave ${workspace.name}?` : `Remove ${name}?`}
      refused={isMe ? 'You are still a member' : 'The member was not removed'}
      keepLabel="Cancel"
      deedLabel={isMe ? 'Leave' : 'Remove'}
      doing={remove}
      onDo={() => remove.mutate(userId)}
      onClose={onClose}
    >
      {`${who} access to ${workspace.name} at once, and open invitations ${whose} made end too. API keys ${whose} created go on working.`}
    </AskFirst>
  )
}
