import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import type { Role } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { type Member, useChangeRole } from './members.ts'
import { OwnRoleDialog } from './own-role-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { RoleSelect } from './role-select.tsx'

type Asked = { deed: 'remove' } | { deed: 'change-own-role'; role: Role }

export function MemberActions({ member, onNews }: { member: Member; onNews: (words: string) => void }) {
  const { me, workspace } = useDesk()
  const { userId, name } = member
  const [asked, setAsked] = useState<Asked>()
  const changeRole = useChangeRole((role) => onNews(`${name} has the role ${role} now.`))
  const isMe = userId === me.user.id
  const close = () => setAsked(undefined)
  const change = (role: Role) => changeRole.mutate({ userId, role })

  return (
    <>
      <RoleSelect
        label={`Role of ${name}`}
        hideLabel
        value={member.role}
        withOwner={workspace.role === 'owner'}
        disabled={changeRole.isPending}
        onChange={isMe ? (role) => setAsked({ deed: 'change-own-role', role }) : change}
      />
      <Button
        size="xs"
        variant="outline"
        color="red"
        onClick={() => setAsked({ deed: 'remove' })}
        aria-label={isMe ? 'Leave this workspace' : `Remove ${name}`}
      >
        {isMe ? 'Leave' : 'Remove'}
      </Button>
      {changeRole.isError ? (
        <Box flex="1 1 100%">
          <Failure error={changeRole.error} title="The role was not changed" />
        </Box>
      ) : null}
      {asked?.deed === 'remove' ? (
        <RemoveMemberDialog
          member={member}
          isMe={isMe}
          onClose={close}
          onRemoved={() => {
            close()
            onNews(`${name} was removed.`)
          }}
        />
      ) : null}
      {asked?.deed === 'change-own-role' ? (
        <OwnRoleDialog
          role={asked.role}
          onClose={close}
          onConfirm={() => {
            close()
            change(asked.role)
          }}
        />
      ) : null}
    </>
  )
}
