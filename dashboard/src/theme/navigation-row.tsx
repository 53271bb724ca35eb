import { Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReorderButtons } from '../ui/reorder-buttons.tsx'
import { type LinkTarget, type NavigationRowFields, rowName } from './navigation-fields.ts'

interface Props {
  row: NavigationRowFields
  index: number
  count: number
  path: string
  isNested: boolean
  onChange: (row: NavigationRowFields) => void
  onMove: (to: number) => void
  onRemove: () => void
  readOnly: boolean
  errorAt: (path: string) => string | undefined
  /** Nested links. */
  children: ReactNode
}

const TARGET_OPTIONS: { value: NavigationRowFields['to']; label: string }[] = [
  { value: 'url', label: 'URL' },
  { value: 'collection', label: 'Collection' },
  { value: 'product', label: 'Product' },
]
const NO_TARGET_OPTION = { value: 'none', label: 'No link' } as const

const ADDRESS_EXAMPLES: Record<LinkTarget, string> = {
  url: '/pages/about',
  collection: 'summer',
  product: 'linen-shirt',
}

export function NavigationRow(props: Props) {
  const { row, index, count, path, isNested, onChange, onMove, onRemove, readOnly, errorAt, children } = props
  const name = rowName(row, index)
  const error = errorAt(path)
  return (
    <Paper component="li" withBorder p="xs" {...(isNested && { bg: 'transparent' })}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-start">
          <TextInput
            flex="2 1 8rem"
            aria-label={`Label of ${name}`}
            placeholder="Label"
            value={row.label}
            onChange={(event) => onChange({ ...row, label: event.currentTarget.value })}
            maxLength={60}
            readOnly={readOnly}
            error={errorAt(`${path}/label`)}
          />
          <NativeSelect
            flex="0 1 8rem"
            aria-label={`Link type of ${name}`}
            data={isNested ? TARGET_OPTIONS : [...TARGET_OPTIONS, NO_TARGET_OPTION]}
            value={row.to}
            onChange={(event) => onChange({ ...row, to: event.currentTarget.value as NavigationRowFields['to'] })}
            disabled={readOnly}
          />
          {row.to === 'none' ? null : (
            <TextInput
              flex="3 1 9rem"
              aria-label={row.to === 'url' ? `URL of ${name}` : `Handle of the ${row.to} of ${name}`}
              placeholder={ADDRESS_EXAMPLES[row.to]}
              value={row.address}
              onChange={(event) => onChange({ ...row, address: event.currentTarget.value })}
              readOnly={readOnly}
              error={errorAt(`${path}/${row.to}`)}
            />
          )}
          {readOnly ? null : (
            <ReorderButtons name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
          )}
        </Group>
        {error ? (
          <Text size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        ) : null}
        {children}
      </Stack>
    </Paper>
  )
}
