import { Alert, Button, Group, Paper, SimpleGrid, Stack, Stepper, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { LiveRegion } from '../ui/feedback.tsx'
import { LastUse } from './key-list.tsx'
import type { ApiKey } from './keys.ts'

interface RotationPanelProps {
  rotation: KeyRotation
  keys: ApiKey[]
  onRevoke: (key: ApiKey) => void
}

/** Create, deploy, revoke: the usage of both keys shows when it is safe to revoke the old one. */
export function KeyRotationPanel({ rotation, keys, onRevoke }: RotationPanelProps) {
  const activeKey = (id: string | undefined) => keys.find((key) => key.id === id && key.status === 'active')
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
          <RotationKey name="Old key last used" of={oldKey} />
          <RotationKey name="New key last used" of={newKey} />
        </SimpleGrid>
        <LiveRegion>
          <RotationAdvice oldKey={oldKey} newKey={newKey} />
        </LiveRegion>
        <Group>
          <Button color="red" variant={isDeployed ? 'filled' : 'outline'} onClick={() => onRevoke(oldKey)}>
            Revoke old key
          </Button>
          <Button variant="subtle" onClick={rotation.end}>
            Keep both
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function RotationKey({ name, of }: { name: string; of: ApiKey }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {of.hint}
      </Text>
      <LastUse of={of} />
    </div>
  )
}

function RotationAdvice({ oldKey, newKey }: { oldKey: ApiKey; newKey: ApiKey }) {
  if (!newKey.lastUsedAt) {
    return (
      <Alert color="blue">
        The new key hasn't been used yet. Replace the old key with it and deploy. This page updates when the new key is
        first used.
      </Alert>
    )
  }
  if (oldKey.lastUsedAt && oldKey.lastUsedAt > newKey.lastUsedAt) {
    return (
      <Alert color="yellow">
        The new key is in use, but the old key was used more recently. Deploy the new key everywhere before you revoke
        the old one.
      </Alert>
    )
  }
  return <Alert color="green">The new key is in use. Revoke the old key when nothing uses it anymore.</Alert>
}

interface KeyPair {
  oldKeyId: string
  newKeyId: string
}

export interface KeyRotation {
  current: KeyPair | undefined
  start: (pair: KeyPair) => void
  end: () => void
}

/** Deploying may take days, so the rotation is stored in the browser: ids only, never a secret. */
export function useKeyRotation(workspaceId: string): KeyRotation {
  const [current, save, clear] = useLocalStorage<KeyPair | undefined>({
    key: `storedesk.rotation.${workspaceId}`,
    getInitialValueInEffect: false,
    deserialize: (stored) => (stored ? parseKeyPair(stored) : undefined),
  })
  return { current, start: save, end: clear }
}

function parseKeyPair(stored: string): KeyPair | undefined {
  try {
    const { oldKeyId, newKeyId }: Partial<KeyPair> = JSON.parse(stored)
    return oldKeyId && newKeyId ? { oldKeyId, newKeyId } : undefined
  } catch {
    return undefined
  }
}
