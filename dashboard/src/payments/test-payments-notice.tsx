import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session.ts'
import { usePaymentConnection } from './payment-connection.ts'

/**
 * Stays until a live key is set: otherwise orders ship that nobody has paid for. Hidden in a sandbox, where that is
 * obvious.
 */
export function TestPaymentsNotice({ hasLink = false }: { hasLink?: boolean }) {
  const { mode } = useWorkspace()
  const { data } = usePaymentConnection()
  if (mode === 'test' || !data || data.livePayments) return null
  const isSimulated = data.provider === 'simulator'
  return (
    <Alert color="orange" title="This shop doesn't accept real payments yet">
      {isSimulated
        ? 'Payments are simulated. Orders paid this way are marked as test payments. '
        : 'Stripe is connected with test keys. Orders paid this way are marked as test payments. '}
      {hasLink ? (
        <Anchor component={Link} to="/settings/payments" size="sm" fw={600} underline="always">
          {isSimulated ? 'Connect Stripe' : 'Update keys'}
        </Anchor>
      ) : null}
    </Alert>
  )
}
