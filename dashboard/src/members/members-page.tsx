import { Alert, Badge, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { canManage } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberActions } from './member-actions.tsx'
import { MemberList, MemberListItem } from './member-list.tsx'
import { type Member, useMembers } from './members.ts'
import { OpenInvitations } from './open-invitations.tsx'

export function MembersPage() {
  const { workspace } = useWorkspace()
  const members = useMembers()
  const [isInviting, setIsInviting] = useState(false)
  const [message, setMessage] = useState('')
  const canManageMembers = canManage(workspace.role)
  const owners = members.data?.filter(({ role }) => role === 'owner') ?? []
  return (
    <Page
      title="Members"
      about="People who have access to this workspace, in both environments."
      actions={canManageMembers ? <Button onClick={() => setIsInviting(true)}>Invite member</Button> : null}
    >
      {canManageMembers ? null : (
        <Alert color="blue">{`Only owners and admins can change members. Your role is ${workspace.role}.`}</Alert>
      )}
      <LiveRegion>
        {message ? (
          <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={() => setMessage('')}>
            {message}
          </Alert>
        ) : null}
      </LiveRegion>
      {members.isPending ? <Loading what="members" /> : null}
      <ErrorAlert error={members.error} title="Couldn't load members" onRetry={() => void members.refetch()} />
      <Stack gap="xl">
        {members.data ? (
          <MemberList label="Members">
            {members.data.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                isLastOwner={member.role === 'owner' && owners.length === 1}
                onMessage={setMessage}
              />
            ))}
          </MemberList>
        ) : null}
        {canManageMembers ? <OpenInvitations /> : null}
      </Stack>
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
    </Page>
  )
}

interface MemberRowProps {
  member: Member
  /** A workspace needs an owner, so the server rejects changing or removing the last one. */
  isLastOwner: boolean
  onMessage: (message: string) => void
}

export function MemberRow({ member, isLastOwner, onMessage }: MemberRowProps) {
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
          <Text size="sm">{isLastOwner ? 'only owner' : member.role}</Text>
        )
      }
    />
  )
}
