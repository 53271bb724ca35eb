import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { SuccessMessage } from '../ui/success-message.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { MemberList, MemberListItem } from './member-list.tsx'
import { type Invitation, useInvitations, useRevokeInvitation } from './members.ts'

export function OpenInvitations() {
  const invitations = useInvitations()
  const [revoked, setRevoked] = useState<Invitation>()
  const openInvitations = invitations.data?.filter(({ state }) => state === 'open') ?? []
  return (
    <Stack gap="sm" component="section" aria-labelledby="invitations">
      <Title order={2} size="h4" id="invitations">
        Pending invitations
      </Title>
      {revoked ? (
        <SuccessMessage
          key={revoked.id}
        >{`Invitation for ${revoked.email} revoked. Its link no longer works.`}</SuccessMessage>
      ) : null}
      {invitations.isPending ? <Loading what="invitations" rows={1} /> : null}
      <ErrorAlert
        error={invitations.error}
        title="Couldn't load invitations"
        onRetry={() => void invitations.refetch()}
      />
      {invitations.isSuccess && openInvitations.length === 0 ? <Text c="dimmed">No pending invitations</Text> : null}
      {openInvitations.length > 0 ? (
        <MemberList label="Pending invitations">
          {openInvitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onRevoked={() => setRevoked(invitation)} />
          ))}
        </MemberList>
      ) : null}
    </Stack>
  )
}

function InvitationRow({ invitation, onRevoked }: { invitation: Invitation; onRevoked: () => void }) {
  const { id, email, role, invitedBy, expiresAt } = invitation
  const revoke = useRevokeInvitation(onRevoked)
  const by = invitedBy ? ` by ${invitedBy}` : ''
  return (
    <MemberListItem
      title={
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      }
      about={`Invited as ${role}${by}, expires ${formatDateTime(expiresAt)}`}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={revoke.isPending}
          onClick={() => revoke.mutate(id)}
          aria-label={`Revoke invitation for ${email}`}
        >
          Revoke
        </Button>
      }
      below={<ErrorAlert error={revoke.error} title="Couldn't revoke the invitation" />}
    />
  )
}
