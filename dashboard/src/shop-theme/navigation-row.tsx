import { Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { OrderButtons } from '../parts/order-buttons.tsx'
import { nameOf, type Row, type Target } from './navigation-rows.ts'

interface Props {
  row: Row
  place: number
  count: number
  path: string
  isBeneath: boolean
  onChange: (row: Row) => void
  onMove: (to: number) => void
  onRemove: () => void
  readOnly: boolean
  faultOf: (path: string) => string | undefined
  /** The links beneath it. */
  children: ReactNode
}

const TARGETS: { value: Row['to']; label: string }[] = [
  { value: 'url', label: 'Address' },
  { value: 'collection', label: 'Collection' },
  { value: 'product', label: 'Product' },
]
const NOWHERE = { value: 'none', label: 'Nowhere' } as const

const EXAMPLES: Record<Target, string> = { url: '/pages/about', collection: 'summer', product: 'linen-shirt' }

export function NavigationRow(props: Props) {
  const { row, place, count, path, isBeneath, onChange, onMove, onRemove, readOnly, faultOf, children } = props
  const name = nameOf(row, place)
  const fault = faultOf(path)
  return (
    <Paper component="li" withBorder p="xs" {...(isBeneath && { bg: 'transparent' })}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-start">
          <TextInput
            flex="2 1 8rem"
            aria-label={`Words of ${name}`}
            placeholder="Words"
            value={row.label}
            onChange={(event) => onChange({ ...row, label: event.currentTarget.value })}
            maxLength={60}
            readOnly={readOnly}
            error={faultOf(`${path}/label`)}
          />
          <NativeSelect
            flex="0 1 8rem"
            aria-label={`Where ${name} leads`}
            data={isBeneath ? TARGETS : [...TARGETS, NOWHERE]}
            value={row.to}
            onChange={(event) => onChange({ ...row, to: event.currentTarget.value as Row['to'] })}
            disabled={readOnly}
          />
          {row.to === 'none' ? null : (
            <TextInput
              flex="3 1 9rem"
              aria-label={row.to === 'url' ? `Address of ${name}` : `Handle of the ${row.to} of ${name}`}
              placeholder={EXAMPLES[row.to]}
              value={row.address}
              onChange={(event) => onChange({ ...row, address: event.currentTarget.value })}
              readOnly={readOnly}
              error={faultOf(`${path}/${row.to}`)}
            />
          )}
          {readOnly ? null : (
            <OrderButtons name={name} place={place} count={count} onMove={onMove} onRemove={onRemove} />
          )}
        </Group>
        {fault ? (
          <Text size="xs" c="var(--mantine-color-error)">
            {fault}
          </Text>
        ) : null}
        {children}
      </Stack>
    </Paper>
  )
}
