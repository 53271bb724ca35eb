import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Row, RowList } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { POLICY_KINDS, type Policy, type PolicyKind, policies } from './policies.ts'
import { POLICY_LABELS } from './policy-labels.ts'

/** Every kind has a row, published or not. */
export function PoliciesPage() {
  const { data, error, isPending, refetch } = policies.useList()
  return (
    <Page title="Policies" about="Legal texts that storefronts show to customers. Older versions are kept.">
      {isPending ? <Loading what="policies" /> : null}
      <ErrorAlert error={error} title="Couldn't load policies" onRetry={() => void refetch()} />
      {data ? (
        <RowList label="Policies">
          {POLICY_KINDS.map((kind) => (
            <PolicyRow key={kind} kind={kind} policy={data.find((policy) => policy.kind === kind)} />
          ))}
        </RowList>
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
    <Row>
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
              {'Updated '}
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
    </Row>
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
