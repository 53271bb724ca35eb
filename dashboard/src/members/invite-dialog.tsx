import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Role, useWorkspace } from '../session.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { type CreatedInvitation, invitations } from './members.ts'
import { RoleSelect } from './role-select.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useWorkspace()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const invite = invitations.useCreate({ gcTime: 0 })

  if (invite.data) return <InvitationCreatedDialog created={invite.data} onClose={onClose} />
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
 * The server returns a URL only if it cannot send email. It is shown just here, so only the button closes the dialog.
 */
function InvitationCreatedDialog({
  created: { invitation, url },
  onClose,
}: {
  created: CreatedInvitation
  onClose: () => void
}) {
  const { email, expiresAt } = invitation
  return (
    <Dialog locked={url !== undefined} onClose={onClose} title={url ? 'Share the invitation' : 'Invitation sent'}>
      <Stack gap="md">
        {url ? (
          <>
            <Alert color="yellow" role="status">
              {`This server doesn't send email, so share this link with ${email} yourself. Anyone with the link can join until ${formatDateTime(expiresAt)}. It isn't shown again.`}
            </Alert>
            <CopyField label="Invitation link" value={url} />
          </>
        ) : (
          <Alert color="green" role="status">
            {`Invitation emailed to ${email}. It can be accepted until ${formatDateTime(expiresAt)}.`}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus={url ? undefined : true}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
