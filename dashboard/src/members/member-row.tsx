import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { useDesk } from '../shell/desk.ts'
import { type Member, useChangeRole } from './members.ts'
import { PeopleRow } from './people-list.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { RoleSelect } from './role-select.tsx'

export function MemberRow({ member }: { member: Member }) {
  const { me, workspace } = useDesk()
  const changeRole = useChangeRole()
  const [isRemoving, setIsRemoving] = useState(false)
  const isOwner = workspace.role === 'owner'
  const mayChange = manages(workspace.role) && (isOwner || member.role !== 'owner')
  const { userId } = member

  return (
    <>
      <PeopleRow
        title={
          <>
            <Text fw={600}>{member.name}</Text>
            {userId === me.user.id ? (
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
          mayChange ? (
            <>
              <RoleSelect
                label={`Role of ${member.name}`}
                hideLabel
                value={member.role}
                withOwner={isOwner}
                disabled={changeRole.isPending}
                onChange={(role) => changeRole.mutate({ userId, role })}
              />
              <Button
                size="xs"
                variant="outline"
                color="red"
                onClick={() => setIsRemoving(true)}
                aria-label={`Remove ${member.name}`}
              >
                Remove
              </Button>
            </>
          ) : (
            <Text size="sm">{member.role}</Text>
          )
        }
        below={<Failure error={changeRole.error} title="The role was not changed" />}
      />
      {isRemoving ? <RemoveMemberDialog member={member} onClose={() => setIsRemoving(false)} /> : null}
    </>
  )
}
