import { Alert, Box, Button, List, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '../api.ts'

interface ErrorAlertProps {
  error: Error | null
  /** Heading: what failed. */
  title?: string
  onRetry?: () => void
}

/** Shows the server's message, if there is one. */
export function ErrorAlert({ error, title, onRetry }: ErrorAlertProps) {
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

const ROWS = ['first', 'second', 'third']

export function Loading({ what, rows = ROWS.length }: { what: string; rows?: number }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{`Loading ${what}…`}</VisuallyHidden>
      {ROWS.slice(0, rows).map((row) => (
        <Skeleton key={row} height={48} />
      ))}
    </Stack>
  )
}

/** Announces its content. Always mounted, as screen readers require, but takes no space while empty. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <Box aria-live="polite" pos={children ? 'static' : 'absolute'}>
      {children}
    </Box>
  )
}

/** Replaces the submitted form and takes focus, so that screen readers announce it. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    // Keeps it clear of the header.
    <Alert ref={box} tabIndex={-1} color="green" role="status" style={{ scrollMarginTop: '6rem' }}>
      {children}
    </Alert>
  )
}

interface DismissibleMessageProps {
  /** Nothing is shown while it is empty. */
  message: string
  onDismiss: () => void
}

/** The outcome of an action that stays on the page. */
export function DismissibleMessage({ message, onDismiss }: DismissibleMessageProps) {
  return (
    <LiveRegion>
      {message ? (
        <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={onDismiss}>
          {message}
        </Alert>
      ) : null}
    </LiveRegion>
  )
}
