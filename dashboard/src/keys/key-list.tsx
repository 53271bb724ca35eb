import { Button, Group, Paper, SimpleGrid, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { LabeledValue } from '../ui/labeled-value.tsx'
import { DateLabel } from '../ui/time.tsx'
import { BrowserUseWarning, KeyHint, KeyModeBadge, KeyScopeLabel, KeyStateBadge, LastUse } from './key-display.tsx'
import type { ApiKey } from './keys.ts'

export function KeyList(props: KeyListProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return isNarrow ? <KeyCards {...props} /> : <KeyTable {...props} />
}

export function KeyCards({ keys, ...actions }: KeyListProps) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="API keys">
      {keys.map((key) => (
        <Paper key={key.id} component="li" withBorder p="md">
          <Stack gap="sm">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {key.label}
              </Text>
              <KeyStateBadge of={key} />
            </Group>
            {key.state === 'active' ? <BrowserUseWarning of={key} /> : null}
            <Group gap="sm">
              <KeyModeBadge of={key} />
              <KeyHint of={key} />
            </Group>
            <SimpleGrid cols={2}>
              <LabeledValue name="Scope">
                <KeyScopeLabel of={key} />
              </LabeledValue>
              <LabeledValue name="Created">
                <DateLabel at={key.createdAt} />
              </LabeledValue>
              <LabeledValue name="Last used">
                <LastUse of={key} />
              </LabeledValue>
            </SimpleGrid>
            <KeyActions of={key} {...actions} />
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}

export function KeyTable({ keys, ...actions }: KeyListProps) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="sm" aria-label="API keys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Label</Table.Th>
            <Table.Th scope="col">Environment</Table.Th>
            <Table.Th scope="col">Scope</Table.Th>
            <Table.Th scope="col">Key</Table.Th>
            <Table.Th scope="col">Created</Table.Th>
            <Table.Th scope="col">Last used</Table.Th>
            <Table.Th scope="col">Status</Table.Th>
            {actions.onRevoke ? (
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td maw={220}>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {key.label}
                </Text>
                {key.state === 'active' ? <BrowserUseWarning of={key} /> : null}
              </Table.Td>
              <Table.Td>
                <KeyModeBadge of={key} />
              </Table.Td>
              <Table.Td>
                <KeyScopeLabel of={key} />
              </Table.Td>
              <Table.Td>
                <KeyHint of={key} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <DateLabel at={key.createdAt} />
                {key.createdBy ? (
                  <Text size="xs" c="dimmed" maw={120} truncate title={key.createdBy}>
                    {`by ${key.createdBy}`}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>
                <LastUse of={key} />
              </Table.Td>
              <Table.Td>
                <KeyStateBadge of={key} />
              </Table.Td>
              {actions.onRevoke ? (
                <Table.Td>
                  <KeyActions of={key} {...actions} />
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

export interface KeyListProps {
  keys: ApiKey[]
  /** Absent for viewers. */
  onRotate?: (key: ApiKey) => void
  onRevoke?: (key: ApiKey) => void
}

export function KeyActions({ of, onRotate, onRevoke }: Omit<KeyListProps, 'keys'> & { of: ApiKey }) {
  if (of.state === 'revoked' || !onRotate || !onRevoke) return null
  // Labels are not unique: both keys of a rotation share one.
  const name = `${of.label}, ${of.hint}`
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button size="xs" variant="default" onClick={() => onRotate(of)} aria-label={`Rotate ${name}`}>
        Rotate
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={() => onRevoke(of)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Group>
  )
}
