import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { useMembers } from './members.ts'
import { OpenInvitations } from './open-invitations.tsx'
import { PeopleList } from './people-list.tsx'

export function MembersPage() {
  const { workspace } = useDesk()
  const members = useMembers()
  const [isInviting, setIsInviting] = useState(false)
  const [news, setNews] = useState('')
  const mayManage = manages(workspace.role)
  const owners = members.data?.filter(({ role }) => role === 'owner') ?? []
  return (
    <Page
      title="Members"
      about="Who may work in this workspace, in both environments."
      actions={mayManage ? <Button onClick={() => setIsInviting(true)}>Invite</Button> : null}
    >
      {mayManage ? null : (
        <Alert color="blue">{`Only owners and admins change members. Your role here is ${workspace.role}.`}</Alert>
      )}
      <Live>
        {news ? (
          <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={() => setNews('')}>
            {news}
          </Alert>
        ) : null}
      </Live>
      {members.isPending ? <Loading what="the members" /> : null}
      <Failure error={members.error} title="The members can't be shown" onRetry={() => void members.refetch()} />
      <Stack gap="xl">
        {members.data ? (
          <PeopleList label="Members">
            {members.data.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                isLastOwner={member.role === 'owner' && owners.length === 1}
                onNews={setNews}
              />
            ))}
          </PeopleList>
        ) : null}
        {mayManage ? <OpenInvitations /> : null}
      </Stack>
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
    </Page>
  )
}
