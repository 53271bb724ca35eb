import { Text } from '@mantine/core'
import { ConflictNotice } from '../ui/conflict-notice.tsx'
import { formatRelativeTime } from '../ui/time.tsx'
import { draftFieldLabel } from './field-paths.ts'
import type { Conflict } from './use-editor.ts'

interface Props {
  conflict: Conflict
  onResolve: (conflict: Conflict, keepMine: boolean) => void
}

const formatFieldList = (names: string[]) => new Intl.ListFormat('en').format(names.map(draftFieldLabel))

/** Fields only they changed keep their value, whatever the user chooses. */
export function ProductConflictNotice({ conflict, onResolve }: Props) {
  const { latest, theyChanged, bothChanged } = conflict
  return (
    <ConflictNotice
      what="this product"
      onKeepMine={() => onResolve(conflict, true)}
      onTakeTheirs={() => onResolve(conflict, false)}
    >
      <Text size="sm">
        {`Saved ${formatRelativeTime(new Date(latest.updatedAt), new Date())}.${
          theyChanged.length > 0 ? ` They changed: ${formatFieldList(theyChanged)}.` : ''
        }`}
      </Text>
      {bothChanged.length > 0 ? (
        <Text size="sm" fw={600}>
          {`You both changed: ${formatFieldList(bothChanged)}. If you keep your changes, theirs are replaced when you save.`}
        </Text>
      ) : null}
    </ConflictNotice>
  )
}
