import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import type { Role } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
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
    <FormDialog
      title="Invite somebody"
      saving={invite}
      saveLabel="Invite"
      onSave={() => invite.mutate({ email: email.trim(), role })}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
