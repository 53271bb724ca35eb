import { Button, Group } from '@mantine/core'
import type { Key } from './keys.ts'

export interface KeyListProps {
  keys: Key[]
  /** Absent for those who may only look. */
  onRotate?: (key: Key) => void
  onRevoke?: (key: Key) => void
}

export function KeyActions({ of, onRotate, onRevoke }: Omit<KeyListProps, 'keys'> & { of: Key }) {
  if (of.state === 'revoked' || !onRotate || !onRevoke) return null
  // Keys may bear the same label, as the two of a rotation do.
  const name = `${of.label}, ${of.hint}`
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button size="xs" variant="default" onClick={() => onRotate(of)} aria-label={`Rotate ${name}`}>
        Rotate
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={() => onRevoke(of)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Group>
  )
}
