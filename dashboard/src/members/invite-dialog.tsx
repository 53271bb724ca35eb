import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../access/me.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { fullTime } from '../parts/when.tsx'
import { useDesk } from '../shell/desk.ts'
import { type MadeInvitation, useInvite } from './members.ts'
import { RoleSelect } from './role-select.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useDesk()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const invite = useInvite()

  if (invite.data) return <MadeLink made={invite.data} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title="Invite somebody">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          invite.mutate({ email: email.trim(), role })
        }}
      >
        <Stack gap="md">
          <Failure error={invite.error} title="The invitation was not made" />
          <TextInput
            label="E-mail"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="off"
            required
            withAsterisk={false}
            data-autofocus
          />
          <RoleSelect label="Role" value={role} withOwner={workspace.role === 'owner'} onChange={setRole} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Make the link
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function MadeLink({ made: { invitation, link }, onClose }: { made: MadeInvitation; onClose: () => void }) {
  return (
    <Dialog locked onClose={onClose} title={`Invitation for ${invitation.email}`}>
      <Stack gap="md">
        <Alert color="yellow" role="status">
          {`Whoever has this link can join until ${fullTime(invitation.expiresAt)}. It is mailed as well, and not shown here again.`}
        </Alert>
        <CopyField label="Invitation link" value={link} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
