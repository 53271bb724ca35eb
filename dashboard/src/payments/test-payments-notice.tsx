import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session/workspace.ts'
import { usePaymentConnection } from './payment-connection.ts'

/**
 * Stays until a live key is set: otherwise orders ship that nobody has paid for. Hidden in a sandbox, where that is
 * obvious.
 */
export function TestPaymentsNotice({ hasLink = false }: { hasLink?: boolean }) {
  const { mode } = useWorkspace()
  const { data } = usePaymentConnection()
  if (mode === 'test' || !data || data.takesRealMoney) return null
  const isSimulated = data.provider === 'simulator'
  return (
    <Alert color="orange" title="This shop takes no real money yet">
      {isSimulated
        ? 'Its payments are simulated: orders are paid for with test methods, and are marked. '
        : 'Stripe is connected with test keys: orders are paid for with test cards, and are marked. '}
      {hasLink ? (
        <Anchor component={Link} to="/settings/payments" size="sm" fw={600} underline="always">
          {isSimulated ? 'Connect Stripe' : 'Change the keys'}
        </Anchor>
      ) : null}
    </Alert>
  )
}
