import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { type Key, MODE_WORDS, useRevokeKey } from './keys.ts'
import { isStillInUse, lastUseInWords } from './last-use-words.ts'

interface Props {
  of: Key
  onClose: () => void
  onRevoked: (key: Key) => void
}

export function RevokeKeyDialog({ of, onClose, onRevoked }: Props) {
  const revoke = useRevokeKey()
  const now = new Date()
  const lastUse = lastUseInWords(of, now)
  return (
    <Dialog onClose={onClose} title={`Revoke “${of.label}”?`}>
      <Stack gap="md">
        <Failure error={revoke.error} title="The key was not revoked" />
        {isStillInUse(of, now) ? (
          <Alert color="red" title="This key is still in use">
            {`${lastUse} What uses it stops working at once.`}
          </Alert>
        ) : (
          <Text>{lastUse}</Text>
        )}
        <Text size="sm">
          {`${MODE_WORDS[of.mode]} key `}
          <Text span ff="monospace" size="sm">
            {of.hint}
          </Text>
          . Revoking is final: the key can't be made active again, and every request with it is refused from then on.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={revoke.isPending} data-autofocus>
            Keep the key
          </Button>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate(of.id, { onSuccess: (key) => onRevoked(key) })}
          >
            Revoke key
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
