import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { agoInWords } from '../parts/ago.ts'
import { partInWords } from './field-paths.ts'
import type { Conflict } from './use-editor.ts'

interface Props {
  conflict: Conflict
  onSettle: (conflict: Conflict, keepMine: boolean) => void
}

const listed = (names: string[]) => new Intl.ListFormat('en').format(names.map(partInWords))

/** Nothing is lost until somebody chooses: what was typed still stands in the fields below. */
export function ConflictNotice({ conflict, onSettle }: Props) {
  const { latest, theyChanged, bothChanged } = conflict
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} tabIndex={-1} color="orange" role="alert" title="Somebody else was faster">
      <Stack gap="sm">
        <Text size="sm">
          {`This product was saved ${agoInWords(new Date(latest.updatedAt), new Date())} by somebody else, after you had opened it. ${
            theyChanged.length > 0 ? `They changed: ${listed(theyChanged)}.` : ''
          } Your changes are not saved, and still in the fields below.`}
        </Text>
        {bothChanged.length > 0 ? (
          <Text size="sm" fw={600}>
            {`You both changed: ${listed(bothChanged)}. If you keep yours, theirs is replaced when you save.`}
          </Text>
        ) : null}
        <Group gap="sm">
          <Button size="xs" onClick={() => onSettle(conflict, true)}>
            Reload, and keep what I changed
          </Button>
          <Button size="xs" variant="default" onClick={() => onSettle(conflict, false)}>
            Reload, and drop my changes
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
