import { Paper, Table, Text, VisuallyHidden } from '@mantine/core'
import { Day } from '../parts/when.tsx'
import { KeyActions, type KeyListProps } from './key-actions.tsx'
import { BrowserWarning, Hint, LastUsed, ModeBadge, ScopeLabel, StateBadge } from './key-facts.tsx'

export function KeyTable({ keys, ...deeds }: KeyListProps) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="sm" aria-label="API keys of this workspace">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Label</Table.Th>
            <Table.Th scope="col">Environment</Table.Th>
            <Table.Th scope="col">Scope</Table.Th>
            <Table.Th scope="col">Key</Table.Th>
            <Table.Th scope="col">Created</Table.Th>
            <Table.Th scope="col">Last used</Table.Th>
            <Table.Th scope="col">State</Table.Th>
            {deeds.onRevoke ? (
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
                {key.state === 'active' ? <BrowserWarning of={key} /> : null}
              </Table.Td>
              <Table.Td>
                <ModeBadge of={key} />
              </Table.Td>
              <Table.Td>
                <ScopeLabel of={key} />
              </Table.Td>
              <Table.Td>
                <Hint of={key} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <Day at={key.createdAt} />
                {key.createdBy ? (
                  <Text size="xs" c="dimmed" maw={120} truncate title={key.createdBy}>
                    {`by ${key.createdBy}`}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>
                <LastUsed of={key} />
              </Table.Td>
              <Table.Td>
                <StateBadge of={key} />
              </Table.Td>
              {deeds.onRevoke ? (
                <Table.Td>
                  <KeyActions of={key} {...deeds} />
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
