import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { moveItem } from '../ui/move-item.ts'
import { SectionCard } from '../ui/section.tsx'
import { isBrokenLink, type NavigationRowFields, newRow, rowName } from './navigation-fields.ts'
import { NavigationRow } from './navigation-row.tsx'
import type { Theme } from './theme.ts'
import type { SectionProps } from './theme-fields.ts'

const MAX_ROWS = 20
const MAX_NESTED_ROWS = 30

export interface NavigationListProps {
  label: string
  rows: NavigationRowFields[]
  /** JSON pointer of the list in the request body; the server's errors refer to it. */
  path: string
  /** Nested lists cannot be nested further. */
  isNested?: boolean
  onChange: (rows: NavigationRowFields[]) => void
  readOnly: boolean
  errorAt: (path: string) => string | undefined
  isBroken: (row: NavigationRowFields) => boolean
}

export function NavigationList({
  label,
  rows,
  path,
  isNested = false,
  onChange,
  readOnly,
  errorAt,
  isBroken,
}: NavigationListProps) {
  const maxRows = isNested ? MAX_NESTED_ROWS : MAX_ROWS
  return (
    <Stack gap="xs" align="stretch">
      {rows.length === 0 && !isNested ? (
        <Text size="sm" c="dimmed">
          No links yet
        </Text>
      ) : null}
      {rows.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
          {rows.map((row, index) => (
            <NavigationRow
              key={row.key}
              row={row}
              index={index}
              count={rows.length}
              path={`${path}/${index}`}
              isNested={isNested}
              onChange={(changed) => onChange(rows.with(index, changed))}
              onMove={(to) => onChange(moveItem(rows, index, to))}
              onRemove={() => onChange(rows.toSpliced(index, 1))}
              readOnly={readOnly}
              errorAt={errorAt}
              isBroken={isBroken}
            >
              {isNested ? null : (
                <Stack pl={{ base: 'xs', sm: 'lg' }} gap={0}>
                  <NavigationList
                    label={rowName(row, index)}
                    rows={row.items}
                    path={`${path}/${index}/items`}
                    isNested
                    onChange={(items) => onChange(rows.with(index, { ...row, items }))}
                    readOnly={readOnly}
                    errorAt={errorAt}
                    isBroken={isBroken}
                  />
                </Stack>
              )}
            </NavigationRow>
          ))}
        </Stack>
      ) : null}
      {readOnly || rows.length >= maxRows ? null : (
        <Button
          size="xs"
          variant={isNested ? 'subtle' : 'default'}
          style={{ alignSelf: 'flex-start' }}
          aria-label={isNested ? `Add nested link under ${label}` : `Add link to ${label.toLowerCase()}`}
          onClick={() => onChange([...rows, newRow()])}
        >
          {isNested ? 'Add nested link' : 'Add link'}
        </Button>
      )}
    </Stack>
  )
}

const POSITION_LABELS = { header: 'Header', footer: 'Footer' } as const

export function NavigationSection({
  fields: { navigation },
  edit,
  readOnly,
  errorAt,
  theme,
}: SectionProps & { theme: Theme }) {
  return (
    <SectionCard title="Navigation" about="Links on every storefront page, with one nested level.">
      <SimpleGrid cols={1} spacing="lg">
        {(['header', 'footer'] as const).map((position) => (
          <Stack key={position} gap="xs">
            <Text fw={600} size="sm">
              {POSITION_LABELS[position]}
            </Text>
            <NavigationList
              label={POSITION_LABELS[position]}
              rows={navigation[position]}
              path={`/navigation/${position}`}
              onChange={(rows) => edit({ navigation: { ...navigation, [position]: rows } })}
              readOnly={readOnly}
              errorAt={errorAt}
              isBroken={(row) => isBrokenLink(row, theme)}
            />
          </Stack>
        ))}
      </SimpleGrid>
    </SectionCard>
  )
}
