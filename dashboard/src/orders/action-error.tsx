import { Alert, Button, Stack, Text } from '@mantine/core'
import { ApiError } from '../api.ts'
import { ErrorAlert, errorMessage } from '../ui/feedback.tsx'
import { withLabeledDetails } from '../ui/field-errors.ts'

interface Props {
  error: Error | null
  title: string
  /** Label for a path in the request: the item's title. */
  labelFor: (path: string) => string
  /** Refills the form with current data, which was refetched after the error. */
  onReload: () => void
}

/** Shows why an action failed and, after a conflict, offers to reload. */
export function ActionError({ error, title, labelFor, onReload }: Props) {
  const isConflict = error instanceof ApiError && (error.status === 409 || error.status === 412)
  if (!error || !isConflict)
    return <ErrorAlert error={withLabeledDetails(withStockMessage(error), labelFor)} title={title} />
  return (
    <Alert color="orange" role="alert" title={title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{`${errorMessage(error)} The order may have changed.`}</Text>
        <Button size="xs" variant="default" onClick={onReload}>
          Reload
        </Button>
      </Stack>
    </Alert>
  )
}

/** The server's message mentions a cart; there is none here. */
function withStockMessage(error: Error | null): Error | null {
  if (!(error instanceof ApiError) || error.code !== 'out_of_stock') return error
  const { status, code, details } = error
  return new ApiError(status, { code, message: 'Not enough stock. Nothing was changed.', details })
}
