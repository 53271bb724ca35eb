import { useMediaQuery } from '@mantine/hooks'
import type { KeyListProps } from './key-actions.tsx'
import { KeyCards } from './key-cards.tsx'
import { KeyTable } from './key-table.tsx'

export function KeyList(props: KeyListProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return isNarrow ? <KeyCards {...props} /> : <KeyTable {...props} />
}
