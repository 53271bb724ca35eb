import { Badge, Text } from '@mantine/core'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { MemberActions } from './member-actions.tsx'
import type { Member } from './members.ts'
import { PeopleRow } from './people-list.tsx'

interface Props {
  member: Member
  /** There must always be one, so the server refuses to change or remove them. */
  isLastOwner: boolean
  onNews: (words: string) => void
}

export function MemberRow({ member, isLastOwner, onNews }: Props) {
  const { me, workspace } = useDesk()
  const mayChange = manages(workspace.role) && (workspace.role === 'owner' || member.role !== 'owner')
  return (
    <PeopleRow
      title={
        <>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {member.name}
          </Text>
          {member.userId === me.user.id ? (
            <Badge variant="default" tt="none">
              You
            </Badge>
          ) : null}
          {member.twoFactorEnabled ? (
            <Badge variant="dot" color="green" tt="none">
              Second factor
            </Badge>
          ) : null}
        </>
      }
      about={member.email}
      actions={
        mayChange && !isLastOwner ? (
          <MemberActions member={member} onNews={onNews} />
        ) : (
          <Text size="sm">{isLastOwner ? 'owner, the only one' : member.role}</Text>
        )
      }
    />
  )
}
