import { Alert, Group, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Ago } from '../parts/when.tsx'
import { type PolicyKind, usePolicies } from './policies.ts'
import { PolicyState } from './policies-page.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { kindOf, POLICY_WORDS } from './policy-words.ts'

export function PolicyPage() {
  const { kind: asked } = useParams({ from: '/shell/storefront/policies/$kind' })
  const kind = kindOf(asked)
  if (kind) return <KnownPolicyPage key={kind} kind={kind} />
  return (
    <Page title="No such policy" back="Policies">
      {null}
    </Page>
  )
}

function KnownPolicyPage({ kind }: { kind: PolicyKind }) {
  const { workspace } = useDesk()
  const policies = usePolicies()
  const { name, about } = POLICY_WORDS[kind]
  const policy = policies.data?.find((one) => one.kind === kind)
  return (
    <Page title={name} about={about} back="Policies">
      {policies.isPending ? <Loading what="the policy" /> : null}
      <Failure error={policies.error} title="The policy can't be shown" onRetry={() => void policies.refetch()} />
      {policies.data ? (
        <>
          <Group gap="sm">
            <PolicyState of={policy} />
            {policy ? (
              <Text size="sm" c="dimmed">
                changed <Ago at={policy.updatedAt} />
              </Text>
            ) : null}
          </Group>
          {manages(workspace.role) ? null : (
            <Alert color="blue">{`Only owners and admins change policies. Your role here is ${workspace.role}.`}</Alert>
          )}
          <PolicyEditor kind={kind} policy={policy} />
        </>
      ) : null}
    </Page>
  )
}
