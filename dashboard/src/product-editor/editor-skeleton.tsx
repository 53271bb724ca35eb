import { Stack } from '@mantine/core'
import { ApiError } from '../api.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { BackLink } from '../ui/page.tsx'

interface Props {
  error: Error | null
  onRetry: () => void
}

export function EditorSkeleton({ error, onRetry }: Props) {
  const isNotFound = error instanceof ApiError && error.status === 404
  return (
    <Stack gap="lg" maw={1100} mx="auto">
      <BackLink to="Products" />
      {error ? (
        <ErrorAlert
          error={error}
          title={isNotFound ? 'This product does not exist' : "Couldn't load the product"}
          {...(!isNotFound && { onRetry })}
        />
      ) : (
        <Loading what="the product" />
      )}
    </Stack>
  )
}
