import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canManage, useWorkspace } from '../session.ts'
import { useEndpointStates } from '../webhooks/webhooks.ts'

/** Whoever relies on an endpoint should not learn from missing data that it gets no events anymore. */
export function WebhookBanner() {
  const { workspace } = useWorkspace()
  const isManager = canManage(workspace.role)
  const { data = [] } = useEndpointStates(isManager)
  const [disabled, ...others] = data.filter(({ active, disabledReason }) => !active && disabledReason !== null)
  if (!disabled || !isManager) return null
  const { id, url, description, disabledReason } = disabled
  const name = `${description || url}${others.length > 0 ? ` and ${others.length} more` : ''}`
  const why = disabledReason === 'gone' && others.length === 0 ? 'responded that it is gone' : 'failed for days'
  return (
    <Alert color="red" mb="lg" maw={1100} mx="auto" role="status" style={{ overflowWrap: 'anywhere' }}>
      {others.length > 0
        ? `The webhook endpoints ${name} were disabled. `
        : `The webhook endpoint ${name} ${why} and was disabled. `}
      <Anchor
        inherit
        fw={700}
        underline="always"
        renderRoot={(props) => <Link to="/settings/webhooks/$id" params={{ id }} {...props} />}
      >
        View endpoint
      </Anchor>
    </Alert>
  )
}
