import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../access/me.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { useDesk } from '../shell/desk.ts'
import { MadeInvitation } from './made-invitation.tsx'
import { useInvite } from './members.ts'
import { RoleSelect } from './role-select.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useDesk()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const invite = useInvite()

  if (invite.data) return <MadeInvitation made={invite.data} onClose={onClose} />
  return (
    <Dialog locked={invite.isPending} onClose={onClose} title="Invite somebody">
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
            maxLength={254}
            required
            withAsterisk={false}
            data-autofocus
          />
          <RoleSelect label="Role" value={role} withOwner={workspace.role === 'owner'} onChange={setRole} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={invite.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Invite
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
