import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `handlesUnauthorized`: the page handles a 401 itself, such as a wrong password; it does not end the session. */
    queryMeta: { handlesUnauthorized?: boolean }
    mutationMeta: { handlesUnauthorized?: boolean }
  }
}

const STALE_MS = 10_000

/** `onSignedOut` is called on every 401 that the page does not handle itself. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const handleError = (error: Error, meta: { handlesUnauthorized?: boolean } | undefined) => {
    if (error instanceof ApiError && error.status === 401 && !meta?.handlesUnauthorized) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => handleError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => handleError(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        networkMode: 'always',
        // Retry only network and server errors; a 4xx would fail again.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
