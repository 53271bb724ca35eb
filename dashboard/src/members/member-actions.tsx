import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Role, useWorkspace } from '../session.ts'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { type Member, members } from './members.ts'
import { RoleSelect } from './role-select.tsx'

type OpenDialog = { name: 'remove' } | { name: 'change-own-role'; role: Role }

export function MemberActions({ member, onMessage }: { member: Member; onMessage: (message: string) => void }) {
  const { me, workspace } = useWorkspace()
  const { userId, name } = member
  const [dialog, setDialog] = useState<OpenDialog>()
  const updateRole = members.useUpdate(userId, {
    onSuccess: ({ role }) => onMessage(`Role of ${name} changed to ${role}`),
  })
  const isMe = userId === me.user.id
  const close = () => setDialog(undefined)
  const setRole = (role: Role) => updateRole.mutate({ role })

  return (
    <>
      <RoleSelect
        label={`Role of ${name}`}
        hideLabel
        value={member.role}
        withOwner={workspace.role === 'owner'}
        disabled={updateRole.isPending}
        onChange={isMe ? (role) => setDialog({ name: 'change-own-role', role }) : setRole}
      />
      <Button
        size="xs"
        variant="outline"
        color="red"
        onClick={() => setDialog({ name: 'remove' })}
        aria-label={isMe ? 'Leave workspace' : `Remove ${name}`}
      >
        {isMe ? 'Leave' : 'Remove'}
      </Button>
      {updateRole.isError ? (
        <Box flex="1 1 100%">
          <ErrorAlert error={updateRole.error} title="Couldn't change the role" />
        </Box>
      ) : null}
      {dialog?.name === 'remove' ? (
        <RemoveMemberDialog
          member={member}
          isMe={isMe}
          onClose={close}
          onRemoved={() => {
            close()
            onMessage(`${name} removed`)
          }}
        />
      ) : null}
      {dialog?.name === 'change-own-role' ? (
        <ChangeOwnRoleDialog
          role={dialog.role}
          onClose={close}
          onConfirm={() => {
            close()
            setRole(dialog.role)
          }}
        />
      ) : null}
    </>
  )
}

interface ChangeOwnRoleDialogProps {
  role: Role
  onClose: () => void
  onConfirm: () => void
}

/** One arrow key in the select changes a role, and members cannot restore their own. */
function ChangeOwnRoleDialog({ role, onClose, onConfirm }: ChangeOwnRoleDialogProps) {
  return (
    <Dialog onClose={onClose} title={`Change your role to ${role}?`}>
      <Stack gap="md">
        <Text size="sm">You might not be able to change it back yourself.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={onConfirm}>
            Change role
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface RemoveMemberDialogProps {
  member: Member
  isMe: boolean
  onClose: () => void
  onRemoved: () => void
}

function RemoveMemberDialog({ member: { userId, name, email }, isMe, onClose, onRemoved }: RemoveMemberDialogProps) {
  const { workspace } = useWorkspace()
  const remove = members.useDelete(userId, { onSuccess: onRemoved })
  const subject = isMe ? 'You lose' : `${email} loses`
  const pronoun = isMe ? 'you' : 'they'
  return (
    <ConfirmDialog
      title={isMe ? `Leave ${workspace.name}?` : `Remove ${name}?`}
      errorTitle={isMe ? "Couldn't leave the workspace" : "Couldn't remove the member"}
      cancelLabel="Cancel"
      confirmLabel={isMe ? 'Leave' : 'Remove'}
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {`${subject} access to ${workspace.name} immediately, and pending invitations ${pronoun} created are revoked. API keys ${pronoun} created keep working.`}
    </ConfirmDialog>
  )
}
