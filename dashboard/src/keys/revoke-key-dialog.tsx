import { Alert, Text } from '@mantine/core'
import { AskFirst } from '../parts/ask-first.tsx'
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
    <AskFirst
      title={`Revoke “${of.label}”?`}
      refused="The key was not revoked"
      keepLabel="Keep the key"
      deedLabel="Revoke key"
      doing={revoke}
      onDo={() => revoke.mutate(of.id, { onSuccess: (key) => onRevoked(key) })}
      onClose={onClose}
    >
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
    </AskFirst>
  )
}
