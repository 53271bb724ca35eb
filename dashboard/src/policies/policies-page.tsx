import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Ago } from '../parts/when.tsx'
import { POLICY_KINDS, type Policy, type PolicyKind, usePolicies } from './policies.ts'
import { POLICY_WORDS } from './policy-words.ts'

export function PoliciesPage() {
  const policies = usePolicies()
  return (
    <Page title="Policies" about="What customers can rely on. Storefronts show them; older versions are kept.">
      {policies.isPending ? <Loading what="the policies" /> : null}
      <Failure error={policies.error} title="The policies can't be shown" onRetry={() => void policies.refetch()} />
      {policies.data ? (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Policies of this shop">
          {POLICY_KINDS.map((kind) => (
            <PolicyRow key={kind} kind={kind} policy={policies.data.find((policy) => policy.kind === kind)} />
          ))}
        </Stack>
      ) : null}
    </Page>
  )
}

function PolicyRow({ kind, policy }: { kind: PolicyKind; policy: Policy | undefined }) {
  const { workspace } = useDesk()
  const { name, about } = POLICY_WORDS[kind]
  const offered = policy ? 'Edit' : 'Write'
  const deed = manages(workspace.role) ? offered : 'Open'
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <PolicyState of={policy} />
          </Group>
          <Text size="sm" c="dimmed">
            {policy && policy.title !== name ? `“${policy.title}”` : about}
          </Text>
        </Stack>
        <Group gap="md">
          {policy ? (
            <Text size="sm" c="dimmed">
              <Ago at={policy.updatedAt} />
            </Text>
          ) : null}
          <Button
            size="xs"
            variant="default"
            aria-label={`${deed}: ${name}`}
            renderRoot={(props) => <Link to="/storefront/policies/$kind" params={{ kind }} {...props} />}
          >
            {deed}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

export function PolicyState({ of }: { of: Policy | undefined }) {
  return of ? (
    <Badge miw="max-content" variant="dot" color="green" tt="none">
      {`Published, version ${of.version}`}
    </Badge>
  ) : (
    <Badge miw="max-content" variant="dot" color="gray.5" tt="none">
      Missing
    </Badge>
  )
}
