import { Text } from '@mantine/core'
import { agoInWords } from '../parts/ago.ts'
import { Overtaken } from '../parts/overtaken.tsx'
import { partInWords } from './field-paths.ts'
import type { Conflict } from './use-editor.ts'

interface Props {
  conflict: Conflict
  onSettle: (conflict: Conflict, keepMine: boolean) => void
}

const listed = (names: string[]) => new Intl.ListFormat('en').format(names.map(partInWords))

/** Parts that only they have changed stay theirs, whatever is chosen. */
export function ConflictNotice({ conflict, onSettle }: Props) {
  const { latest, theyChanged, bothChanged } = conflict
  return (
    <Overtaken
      what="this product"
      onKeepMine={() => onSettle(conflict, true)}
      onTakeTheirs={() => onSettle(conflict, false)}
    >
      <Text size="sm">
        {`It was saved ${agoInWords(new Date(latest.updatedAt), new Date())}.${
          theyChanged.length > 0 ? ` They changed: ${listed(theyChanged)}.` : ''
        }`}
      </Text>
      {bothChanged.length > 0 ? (
        <Text size="sm" fw={600}>
          {`You both changed: ${listed(bothChanged)}. If you keep yours, theirs is replaced when you save.`}
        </Text>
      ) : null}
    </Overtaken>
  )
}
