import { Alert, Button, Group, Paper, SimpleGrid, Stack, Stepper, Text, Title } from '@mantine/core'
import { Live } from '../parts/live.tsx'
import { LastUsed } from './key-facts.tsx'
import type { Key } from './keys.ts'
import type { Rotation } from './rotation.ts'

interface Props {
  rotation: Rotation
  keys: Key[]
  onRevoke: (key: Key) => void
}

/** Create, deploy, revoke: shows by the use of both keys whether it is time for the last step. */
export function RotationPanel({ rotation, keys, onRevoke }: Props) {
  const activeKey = (id: string | undefined) => keys.find((key) => key.id === id && key.state === 'active')
  const oldKey = activeKey(rotation.current?.oldKeyId)
  const newKey = activeKey(rotation.current?.newKeyId)
  if (!oldKey || !newKey) return null
  const isDeployed = newKey.lastUsedAt !== null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="rotation">
      <Stack gap="md">
        <Title order={2} size="h4" id="rotation">
          {`Rotating “${oldKey.label}”`}
        </Title>
        <Stepper active={isDeployed ? 2 : 1} size="xs" wrap={false} allowNextStepsSelect={false}>
          <Stepper.Step label="Create" component="div" />
          <Stepper.Step label="Deploy" component="div" />
          <Stepper.Step label="Revoke" component="div" />
        </Stepper>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Side name="Old key, last used" of={oldKey} />
          <Side name="New key, last used" of={newKey} />
        </SimpleGrid>
        <Live>
          <Advice oldKey={oldKey} newKey={newKey} />
        </Live>
        <Group>
          <Button color="red" variant={isDeployed ? 'filled' : 'outline'} onClick={() => onRevoke(oldKey)}>
            Revoke the old key
          </Button>
          <Button variant="subtle" onClick={rotation.end}>
            Keep both
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Side({ name, of }: { name: string; of: Key }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {of.hint}
      </Text>
      <LastUsed of={of} />
    </div>
  )
}

function Advice({ oldKey, newKey }: { oldKey: Key; newKey: Key }) {
  if (!newKey.lastUsedAt) {
    return (
      <Alert color="blue">
        The new key was not used yet. Put it where the old one is in use and deploy; this page notices its first use.
      </Alert>
    )
  }
  if (oldKey.lastUsedAt && oldKey.lastUsedAt > newKey.lastUsedAt) {
    return (
      <Alert color="yellow">
        The new key is in use, but the old one was used after it: something has not been deployed yet.
      </Alert>
    )
  }
  return <Alert color="green">The new key has taken over. When nothing uses the old one any more, revoke it.</Alert>
}
