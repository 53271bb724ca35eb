import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { ApiError } from '../api.ts'

interface Props {
  error: Error | null
  /** Heading: what failed. */
  title?: string
  onRetry?: () => void
}

/** Shows the server's message, if there is one. */
export function ErrorAlert({ error, title, onRetry }: Props) {
  if (!error) return null
  const details = error instanceof ApiError ? error.details : []
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  return (
    <Alert color="red" role="alert" title={title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorMessage(error)}</Text>
        {details.length > 0 ? (
          <List size="sm">
            {details.map(({ path, message }) => (
              <List.Item key={path + message}>{`${path.replace(/^\//, '')} ${message}`}</List.Item>
            ))}
          </List>
        ) : null}
        {requestId ? <Text size="xs">{`Request ID: ${requestId}`}</Text> : null}
        {onRetry ? (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

export function errorMessage(error: Error): string {
  if (error instanceof ApiError) return error.message
  return "Couldn't reach the server. Check your connection and try again."
}
