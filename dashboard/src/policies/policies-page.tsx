import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canManage } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { POLICY_KINDS, type Policy, type PolicyKind, usePolicies } from './policies.ts'
import { POLICY_LABELS } from './policy-labels.ts'

export function PoliciesPage() {
  const policies = usePolicies()
  return (
    <Page title="Policies" about="Legal texts that storefronts show to customers. Older versions are kept.">
      {policies.isPending ? <Loading what="policies" /> : null}
      <ErrorAlert error={policies.error} title="Couldn't load policies" onRetry={() => void policies.refetch()} />
      {policies.data ? (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Policies">
          {POLICY_KINDS.map((kind) => (
            <PolicyRow key={kind} kind={kind} policy={policies.data.find((policy) => policy.kind === kind)} />
          ))}
        </Stack>
      ) : null}
    </Page>
  )
}

function PolicyRow({ kind, policy }: { kind: PolicyKind; policy: Policy | undefined }) {
  const { workspace } = useWorkspace()
  const { name, about } = POLICY_LABELS[kind]
  const editAction = policy ? 'Edit' : 'Create'
  const action = canManage(workspace.role) ? editAction : 'View'
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <PolicyStatusBadge of={policy} />
          </Group>
          <Text size="sm" c="dimmed">
            {policy && policy.title !== name ? `“${policy.title}”` : about}
          </Text>
        </Stack>
        <Group gap="md">
          {policy ? (
            <Text size="sm" c="dimmed">
              <RelativeTime at={policy.updatedAt} />
            </Text>
          ) : null}
          <Button
            size="xs"
            variant="default"
            aria-label={`${action}: ${name}`}
            renderRoot={(props) => <Link to="/storefront/policies/$kind" params={{ kind }} {...props} />}
          >
            {action}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

export function PolicyStatusBadge({ of }: { of: Policy | undefined }) {
  return of ? (
    <Badge miw="max-content" variant="dot" color="green" tt="none">
      {`Published, version ${of.version}`}
    </Badge>
  ) : (
    <Badge miw="max-content" variant="dot" color="gray.5" tt="none">
      Not published
    </Badge>
  )
}
