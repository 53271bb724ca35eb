import { StoredeskConnectionError, type StoredeskError } from './errors.ts'

/** Which failures may be tried again: `all` that pass by themselves, or only refusals, after which nothing was done. */
export type RetryPolicy = 'all' | 'refusals'

export interface RetryState {
  retryPolicy: RetryPolicy
  /** Retries already made. */
  retries: number
  /** What was waited before the last of them; 0 before the first. */
  lastWaitMs: number
}

const REJECTED_STATUSES = new Set([429, 503])
const TRANSIENT_STATUSES = new Set([408, 502, 504])
const DEFAULT_RETRY_AFTER_SECONDS = 1
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 8_000

/** A PATCH done twice may differ from one done once. Everything else repeats well; a POST because of its idempotency key. */
export const defaultRetryPolicy = (method: string): RetryPolicy => (method === 'PATCH' ? 'refusals' : 'all')

/** How long to wait before the next attempt; undefined when another would be unsafe or useless. */
export function waitBeforeRetry(
  error: StoredeskError | StoredeskConnectionError,
  state: RetryState,
  random: () => number,
): number | undefined {
  if (!isRetryable(error, state.retryPolicy)) return undefined
  const retryAfter = error instanceof StoredeskConnectionError ? undefined : error.retryAfter
  if (!(error instanceof StoredeskConnectionError) && error.status === 429) {
    // The server's word is exact, so no jitter. Twice the last wait at the least, and never before the server's time.
    return Math.max((retryAfter ?? DEFAULT_RETRY_AFTER_SECONDS) * 1000, state.lastWaitMs * 2)
  }
  // Full jitter: clients that failed together must not come back together.
  return (retryAfter ?? 0) * 1000 + random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** state.retries)
}

function isRetryable(error: StoredeskError | StoredeskConnectionError, retryPolicy: RetryPolicy): boolean {
  if (error instanceof StoredeskConnectionError) return retryPolicy === 'all'
  if (REJECTED_STATUSES.has(error.status)) return true
  return retryPolicy === 'all' && (TRANSIENT_STATUSES.has(error.status) || error.code === 'idempotency_key_in_use')
}
