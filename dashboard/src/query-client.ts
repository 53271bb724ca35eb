import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `ownRefusals`: a 401 is this page's own matter, such as a wrong password, and does not end the session. */
    queryMeta: { handlesUnauthorized?: boolean }
    mutationMeta: { handlesUnauthorized?: boolean }
  }
}

const STALE_MS = 10_000

/** `onSignedOut` is told whenever the server no longer knows who is asking. */
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
        // A refusal stays a refusal; only silence and faults of the server are worth a second try.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
