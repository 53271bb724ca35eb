import { Alert, Button, Group, Stack } from '@mantine/core'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { fullTime } from '../parts/when.tsx'
import type { MadeInvitation as Made } from './members.ts'

/** A link comes only from a server without mail; then it can be seen just here, so only the button closes the dialog. */
export function MadeInvitation({ made: { invitation, link }, onClose }: { made: Made; onClose: () => void }) {
  const { email, expiresAt } = invitation
  return (
    <Dialog locked={link !== undefined} onClose={onClose} title={link ? 'Pass on the invitation' : 'Invitation sent'}>
      <Stack gap="md">
        {link ? (
          <>
            <Alert color="yellow" role="status">
              {`This server sends no mail: give this link to ${email} yourself. Whoever has it can join until ${fullTime(expiresAt)}. It is not shown again.`}
            </Alert>
            <CopyField label="Invitation link" value={link} />
          </>
        ) : (
          <Alert color="green" role="status">
            {`The invitation was mailed to ${email}. It can be accepted until ${fullTime(expiresAt)}.`}
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
