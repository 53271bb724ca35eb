import { useMediaQuery } from '@mantine/hooks'
import { KeyCards } from './key-cards.tsx'
import { KeyTable } from './key-table.tsx'
import type { Key } from './keys.ts'

export interface KeyListProps {
  keys: Key[]
  /** Absent for those who may only look. */
  onRotate?: (key: Key) => void
  onRevoke?: (key: Key) => void
}

export function KeyList(props: KeyListProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return isNarrow ? <KeyCards {...props} /> : <KeyTable {...props} />
}
