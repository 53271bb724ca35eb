import { Alert, Group, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type PolicyKind, policies } from './policies.ts'
import { PolicyStatusBadge } from './policies-page.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { POLICY_LABELS, parsePolicyKind } from './policy-labels.ts'

export function PolicyPage() {
  const { kind: kindParam } = useParams({ from: '/shell/storefront/policies/$kind' })
  const kind = parsePolicyKind(kindParam)
  if (kind) return <PolicyDetails key={kind} kind={kind} />
  return (
    <Page title="Policy not found" back="Policies">
      {null}
    </Page>
  )
}

function PolicyDetails({ kind }: { kind: PolicyKind }) {
  const { workspace } = useWorkspace()
  const list = policies.useList()
  const { name, about } = POLICY_LABELS[kind]
  const policy = list.data?.find((candidate) => candidate.kind === kind)
  return (
    <Page title={name} about={about} back="Policies">
      {list.isPending ? <Loading what="policy" /> : null}
      <ErrorAlert error={list.error} title="Couldn't load the policy" onRetry={() => void list.refetch()} />
      {list.data ? (
        <>
          <Group gap="sm">
            <PolicyStatusBadge of={policy} />
            {policy ? (
              <Text size="sm" c="dimmed">
                Last changed <RelativeTime at={policy.updatedAt} />
              </Text>
            ) : null}
          </Group>
          {canManage(workspace.role) ? null : (
            <Alert color="blue">{`Only owners and admins can change policies. Your role is ${workspace.role}.`}</Alert>
          )}
          <PolicyEditor kind={kind} policy={policy} />
        </>
      ) : null}
    </Page>
  )
}
