import { Stack } from '@mantine/core'
import { ApiError } from '../api.ts'
import { BackLink } from '../parts/back-link.tsx'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'

interface Props {
  error: Error | null
  onRetry: () => void
}

export function EditorOnItsWay({ error, onRetry }: Props) {
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Stack gap="lg" maw={1100} mx="auto">
      <BackLink to="Products" />
      {error ? (
        <Failure
          error={error}
          title={isGone ? 'There is no such product here' : "The product can't be shown"}
          {...(!isGone && { onRetry })}
        />
      ) : (
        <Loading what="the product" />
      )}
    </Stack>
  )
}
