import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { GoodNews } from '../parts/good-news.tsx'
import { Loading } from '../parts/loading.tsx'
import { fullTime } from '../parts/when.tsx'
import { type Invitation, useInvitations, useRevokeInvitation } from './members.ts'
import { PeopleList, PeopleRow } from './people-list.tsx'

export function OpenInvitations() {
  const invitations = useInvitations()
  const [takenBack, setTakenBack] = useState<Invitation>()
  const open = invitations.data?.filter(({ state }) => state === 'open') ?? []
  return (
    <Stack gap="sm" component="section" aria-labelledby="invitations">
      <Title order={2} size="h4" id="invitations">
        Open invitations
      </Title>
      {takenBack ? (
        <GoodNews
          key={takenBack.id}
        >{`The invitation of ${takenBack.email} is taken back: its link no longer works.`}</GoodNews>
      ) : null}
      {invitations.isPending ? <Loading what="the invitations" rows={1} /> : null}
      <Failure
        error={invitations.error}
        title="The invitations can't be shown"
        onRetry={() => void invitations.refetch()}
      />
      {invitations.isSuccess && open.length === 0 ? <Text c="dimmed">Nobody is invited just now.</Text> : null}
      {open.length > 0 ? (
        <PeopleList label="Open invitations">
          {open.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onTakenBack={() => setTakenBack(invitation)} />
          ))}
        </PeopleList>
      ) : null}
    </Stack>
  )
}

function InvitationRow({ invitation, onTakenBack }: { invitation: Invitation; onTakenBack: () => void }) {
  const { id, email, role, invitedBy, expiresAt } = invitation
  const revoke = useRevokeInvitation(onTakenBack)
  const by = invitedBy ? ` by ${invitedBy}` : ''
  return (
    <PeopleRow
      title={
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      }
      about={`Invited as ${role}${by}; good until ${fullTime(expiresAt)}`}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={revoke.isPending}
          onClick={() => revoke.mutate(id)}
          aria-label={`Take back the invitation of ${email}`}
        >
          Take back
        </Button>
      }
      below={<Failure error={revoke.error} title="The invitation was not taken back" />}
    />
  )
}
