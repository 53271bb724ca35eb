import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Fact } from '../parts/fact.tsx'
import { Day } from '../parts/when.tsx'
import { KeyActions, type KeyListProps } from './key-actions.tsx'
import { BrowserWarning, Hint, LastUsed, ModeBadge, ScopeLabel, StateBadge } from './key-facts.tsx'

export function KeyCards({ keys, ...deeds }: KeyListProps) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="API keys of this workspace">
      {keys.map((key) => (
        <Paper key={key.id} component="li" withBorder p="md">
          <Stack gap="sm">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {key.label}
              </Text>
              <StateBadge of={key} />
            </Group>
            {key.state === 'active' ? <BrowserWarning of={key} /> : null}
            <Group gap="sm">
              <ModeBadge of={key} />
              <Hint of={key} />
            </Group>
            <SimpleGrid cols={2}>
              <Fact name="Scope">
                <ScopeLabel of={key} />
              </Fact>
              <Fact name="Created">
                <Day at={key.createdAt} />
              </Fact>
              <Fact name="Last used">
                <LastUsed of={key} />
              </Fact>
            </SimpleGrid>
            <KeyActions of={key} {...deeds} />
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
