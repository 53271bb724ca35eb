import { Alert, Button, Stack, Text } from '@mantine/core'
import { ApiError } from '../api.ts'
import { ErrorAlert, errorMessage } from '../ui/error-alert.tsx'
import { withReadableDetails } from '../ui/field-errors.ts'

interface Props {
  error: Error | null
  title: string
  /** What stands at a place of the request, in words: the title of a thing. */
  labelFor: (path: string) => string
  /** Fills the form anew, with what is true now: it was read again when the deed was refused. */
  onReload: () => void
}

/** Why something was not done; where somebody else was faster, with a way on. */
export function ActionError({ error, title, labelFor, onReload }: Props) {
  const isConflict = error instanceof ApiError && (error.status === 409 || error.status === 412)
  if (!error || !isConflict)
    return <ErrorAlert error={withReadableDetails(withStockMessage(error), labelFor)} title={title} />
  return (
    <Alert color="orange" role="alert" title={title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{`${errorMessage(error)} Somebody may have changed the order meanwhile.`}</Text>
        <Button size="xs" variant="default" onClick={onReload}>
          Show it as it is now
        </Button>
      </Stack>
    </Alert>
  )
}

/** The server speaks of a cart, and here is none. */
function withStockMessage(error: Error | null): Error | null {
  if (!(error instanceof ApiError) || error.code !== 'out_of_stock') return error
  const { status, code, details } = error
  return new ApiError(status, { code, message: 'There is not enough in stock, so nothing was taken.', details })
}
