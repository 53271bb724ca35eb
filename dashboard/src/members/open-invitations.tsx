import { Button, Stack, Text, Title } from '@mantine/core'
import { Failure } from '../parts/failure.tsx'
import { fullTime } from '../parts/when.tsx'
import { type Invitation, useInvitations, useRevokeInvitation } from './members.ts'
import { PeopleList, PeopleRow } from './people-list.tsx'

export function OpenInvitations() {
  const invitations = useInvitations()
  const open = invitations.data?.filter(({ state }) => state === 'open') ?? []
  return (
    <Stack gap="sm" component="section" aria-labelledby="invitations">
      <Title order={2} size="h4" id="invitations">
        Open invitations
      </Title>
      <Failure error={invitations.error} title="The invitations can't be shown" />
      {invitations.isSuccess && open.length === 0 ? <Text c="dimmed">None.</Text> : null}
      <PeopleList label="Open invitations">
        {open.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </PeopleList>
    </Stack>
  )
}

function InvitationRow({ invitation: { id, email, role, invitedBy, expiresAt } }: { invitation: Invitation }) {
  const revoke = useRevokeInvitation()
  const by = invitedBy ? ` by ${invitedBy}` : ''
  return (
    <PeopleRow
      title={<Text fw={600}>{email}</Text>}
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
      below={<Failure error={revoke.error} />}
    />
  )
}
