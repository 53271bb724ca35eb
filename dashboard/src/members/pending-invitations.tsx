import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ErrorAlert, Loading, SuccessMessage } from '../ui/feedback.tsx'
import { Row, RowList } from '../ui/list.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { type Invitation, invitations, useRevokeInvitation } from './members.ts'

/** Mirrors the server. */
const MAX_LISTED_INVITATIONS = 200

export function PendingInvitations() {
  const list = invitations.useList()
  const [revoked, setRevoked] = useState<Invitation>()
  const pendingInvitations = list.data?.filter(({ status }) => status === 'pending') ?? []
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
      {list.isPending ? <Loading what="invitations" rows={1} /> : null}
      <ErrorAlert error={list.error} title="Couldn't load invitations" onRetry={() => void list.refetch()} />
      {list.data?.length === MAX_LISTED_INVITATIONS ? (
        <Text size="sm" c="dimmed">{`Only the latest ${MAX_LISTED_INVITATIONS} invitations are checked.`}</Text>
      ) : null}
      {list.isSuccess && pendingInvitations.length === 0 ? <Text c="dimmed">No pending invitations</Text> : null}
      {pendingInvitations.length > 0 ? (
        <RowList label="Pending invitations">
          {pendingInvitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onRevoked={() => setRevoked(invitation)} />
          ))}
        </RowList>
      ) : null}
    </Stack>
  )
}

function InvitationRow({ invitation, onRevoked }: { invitation: Invitation; onRevoked: () => void }) {
  const { id, email, role, invitedBy, expiresAt } = invitation
  const revoke = useRevokeInvitation(id, onRevoked)
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
          onClick={() => revoke.mutate(undefined)}
          aria-label={`Revoke invitation for ${email}`}
        >
          Revoke
        </Button>
      }
      below={<ErrorAlert error={revoke.error} title="Couldn't revoke the invitation" />}
    />
  )
}

interface MemberListItemProps {
  title: ReactNode
  about: string
  actions: ReactNode
  below?: ReactNode
}

export function MemberListItem({ title, about, actions, below }: MemberListItemProps) {
  return (
    <Row>
      <Group justify="space-between" gap="sm">
        <Stack gap={0} miw={0}>
          <Group gap="xs">{title}</Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {about}
          </Text>
        </Stack>
        <Group gap="xs">{actions}</Group>
      </Group>
      {below}
    </Row>
  )
}
