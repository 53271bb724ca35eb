import { Button, Stack, Text } from '@mantine/core'
import { moved } from '../parts/moved.ts'
import { NavigationRow } from './navigation-row.tsx'
import { nameOf, newRow, type Row } from './navigation-rows.ts'

const MAX_ROWS = 20
const MAX_ITEMS = 30

export interface ListProps {
  label: string
  rows: Row[]
  /** Where the list stands in what is sent: the server names its faults by it. */
  path: string
  /** Beneath another: goes no deeper. */
  isBeneath?: boolean
  onChange: (rows: Row[]) => void
  readOnly: boolean
  faultOf: (path: string) => string | undefined
}

export function NavigationList({ label, rows, path, isBeneath = false, onChange, readOnly, faultOf }: ListProps) {
  const most = isBeneath ? MAX_ITEMS : MAX_ROWS
  return (
    <Stack gap="xs" align="stretch">
      {rows.length === 0 && !isBeneath ? (
        <Text size="sm" c="dimmed">
          No links yet.
        </Text>
      ) : null}
      {rows.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
          {rows.map((row, place) => (
            <NavigationRow
              key={row.key}
              row={row}
              place={place}
              count={rows.length}
              path={`${path}/${place}`}
              isBeneath={isBeneath}
              onChange={(changed) => onChange(rows.with(place, changed))}
              onMove={(to) => onChange(moved(rows, place, to))}
              onRemove={() => onChange(rows.toSpliced(place, 1))}
              readOnly={readOnly}
              faultOf={faultOf}
            >
              {isBeneath ? null : (
                <Stack pl={{ base: 'xs', sm: 'lg' }} gap={0}>
                  <NavigationList
                    label={nameOf(row, place)}
                    rows={row.items}
                    path={`${path}/${place}/items`}
                    isBeneath
                    onChange={(items) => onChange(rows.with(place, { ...row, items }))}
                    readOnly={readOnly}
                    faultOf={faultOf}
                  />
                </Stack>
              )}
            </NavigationRow>
          ))}
        </Stack>
      ) : null}
      {readOnly || rows.length >= most ? null : (
        <Button
          size="xs"
          variant={isBeneath ? 'subtle' : 'default'}
          style={{ alignSelf: 'flex-start' }}
          aria-label={isBeneath ? `Add a link beneath ${label}` : `Add a link ${label.toLowerCase()}`}
          onClick={() => onChange([...rows, newRow()])}
        >
          {isBeneath ? 'Add beneath' : 'Add a link'}
        </Button>
      )}
    </Stack>
  )
}
