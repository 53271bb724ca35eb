import { Alert, Badge, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { canManage, ROLE_LABELS, useWorkspace } from '../session.ts'
import { DismissibleMessage } from '../ui/feedback.tsx'
import { ListPage, RowList } from '../ui/list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberActions } from './member-actions.tsx'
import { type Member, members } from './members.ts'
import { MemberListItem, PendingInvitations } from './pending-invitations.tsx'

export function MembersPage() {
  const { workspace } = useWorkspace()
  const list = members.useList()
  const [isInviting, setIsInviting] = useState(false)
  const [message, setMessage] = useState('')
  const canManageMembers = canManage(workspace.role)
  return (
    <ListPage
      title="Members"
      about="People who have access to this workspace, in both environments."
      what="members"
      list={list}
      action={canManageMembers ? <Button onClick={() => setIsInviting(true)}>Invite member</Button> : null}
      empty={{ title: 'No members', text: 'Invite people to work on this shop with you.' }}
      above={
        <>
          {canManageMembers ? null : (
            <Alert color="blue">{`Only owners and admins can change members. Your role is ${workspace.role}.`}</Alert>
          )}
          <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
        </>
      }
      below={isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
    >
      {(all) => (
        <Stack gap="xl">
          <RowList label="Members">
            {all.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                isLastOwner={member.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1}
                onMessage={setMessage}
              />
            ))}
          </RowList>
          {canManageMembers ? <PendingInvitations /> : null}
        </Stack>
      )}
    </ListPage>
  )
}

interface MemberRowProps {
  member: Member
  /** A workspace needs an owner, so the server rejects changing or removing the last one. */
  isLastOwner: boolean
  onMessage: (message: string) => void
}

function MemberRow({ member, isLastOwner, onMessage }: MemberRowProps) {
  const { me, workspace } = useWorkspace()
  const canEdit = canManage(workspace.role) && (workspace.role === 'owner' || member.role !== 'owner')
  return (
    <MemberListItem
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
              Two-factor
            </Badge>
          ) : null}
        </>
      }
      about={member.email}
      actions={
        canEdit && !isLastOwner ? (
          <MemberActions member={member} onMessage={onMessage} />
        ) : (
          <Text size="sm">{ROLE_LABELS[member.role]}</Text>
        )
      }
    />
  )
}
