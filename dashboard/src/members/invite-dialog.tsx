import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { type CreatedInvitation, useCreateInvitation } from './members.ts'
import { RoleSelect } from './role-select.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useWorkspace()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const invite = useCreateInvitation()

  if (invite.data) return <InvitationCreatedDialog made={invite.data} onClose={onClose} />
  return (
    <FormDialog
      title="Invite member"
      mutation={invite}
      saveLabel="Invite"
      onSave={() => invite.mutate({ email: email.trim(), role })}
      onClose={onClose}
    >
      <ErrorAlert error={invite.error} title="Couldn't create the invitation" />
      <TextInput
        label="Email"
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

/**
 * The server returns a link only if it cannot send email. It is shown just here, so only the button closes the dialog.
 */
export function InvitationCreatedDialog({
  made: { invitation, link },
  onClose,
}: {
  made: CreatedInvitation
  onClose: () => void
}) {
  const { email, expiresAt } = invitation
  return (
    <Dialog locked={link !== undefined} onClose={onClose} title={link ? 'Share the invitation' : 'Invitation sent'}>
      <Stack gap="md">
        {link ? (
          <>
            <Alert color="yellow" role="status">
              {`This server doesn't send email, so share this link with ${email} yourself. Anyone with the link can join until ${formatDateTime(expiresAt)}. It isn't shown again.`}
            </Alert>
            <CopyField label="Invitation link" value={link} />
          </>
        ) : (
          <Alert color="green" role="status">
            {`Invitation emailed to ${email}. It can be accepted until ${formatDateTime(expiresAt)}.`}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus={link ? undefined : true}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
