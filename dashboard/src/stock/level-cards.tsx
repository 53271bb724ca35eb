import { Group, Paper, Stack, Text } from '@mantine/core'
import { Fact } from '../parts/fact.tsx'
import { AdjustButton, Available, keyOf, type LevelListProps, LevelName } from './level-facts.tsx'

export function LevelCards({ levels, onAdjust }: LevelListProps) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Stock">
      {levels.map((level) => (
        <Paper key={keyOf(level)} component="li" withBorder px="md" py="sm">
          <Stack gap="xs">
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <div>
                <LevelName of={level} />
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {[level.sku, level.locationName].filter(Boolean).join(' · ')}
                </Text>
              </div>
              {onAdjust ? <AdjustButton of={level} onAdjust={onAdjust} /> : null}
            </Group>
            <Group gap="lg">
              <Fact name="On hand">{level.onHand}</Fact>
              <Fact name="Reserved">{level.reserved}</Fact>
              <Fact name="Available">
                <Available of={level} justify="flex-start" />
              </Fact>
              <Fact name="Incoming">{level.incoming}</Fact>
            </Group>
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
