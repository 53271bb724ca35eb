import { Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { LabelSelect } from '../ui/label-select.tsx'
import { ReorderButtons } from '../ui/reorder-buttons.tsx'
import { LINK_TARGETS, type LinkTarget, type NavigationRowFields, rowName } from './navigation-fields.ts'

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
  /** It leads to nothing that visitors can open. */
  isBroken: (row: NavigationRowFields) => boolean
  /** Nested links. */
  children: ReactNode
}

const TARGET_LABELS: Record<NavigationRowFields['to'], string> = {
  url: 'URL',
  collection: 'Collection',
  product: 'Product',
  none: 'No link',
}

const ADDRESS_EXAMPLES: Record<LinkTarget, string> = {
  url: '/pages/about',
  collection: 'summer',
  product: 'linen-shirt',
}

export function NavigationRow(props: Props) {
  const { row, index, count, path, isNested, onChange, onMove, onRemove, readOnly, errorAt, isBroken, children } = props
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
          <LabelSelect
            flex="0 1 8rem"
            aria-label={`Link type of ${name}`}
            labels={TARGET_LABELS}
            {...(isNested && { values: LINK_TARGETS })}
            value={row.to}
            onChange={(to) => onChange({ ...row, to })}
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
        {isBroken(row) ? (
          <Text size="xs" c="var(--mantine-color-error)">
            {`No active ${row.to} has this handle. Visitors don't see this link.`}
          </Text>
        ) : null}
        {children}
      </Stack>
    </Paper>
  )
}
