import { Alert, Anchor, List } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Draft } from './draft.ts'
import { fieldInWords } from './field-paths.ts'
import type { Faults } from './request.ts'

interface Props {
  faults: Faults
  draft: Draft
  onGo: (path: string) => void
}

const MOST_SHOWN = 10

/** Takes the focus, so that it is heard; each line leads to its field. */
export function FaultsNotice({ faults, draft, onGo }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const all = Object.entries(faults)
  const others = all.length - MOST_SHOWN
  return (
    <Alert ref={box} tabIndex={-1} color="red" role="alert" title="Not saved yet: please mend this first">
      <List size="sm">
        {all.slice(0, MOST_SHOWN).map(([path, message]) => (
          <List.Item key={path}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              underline="always"
              onClick={() => onGo(path)}
            >
              {fieldInWords(path, draft)}
            </Anchor>
            {`: ${message}`}
          </List.Item>
        ))}
        {others > 0 ? <List.Item>{`and ${others} more`}</List.Item> : null}
      </List>
    </Alert>
  )
}
