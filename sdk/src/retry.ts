import { StoredeskConnectionError, type StoredeskError } from './errors.ts'

/** Which failures are retried: `all` transient ones, or only `rejections`, where the server did nothing. */
export type RetryPolicy = 'all' | 'rejections'

export interface RetryState {
  retryPolicy: RetryPolicy
  /** Retries already made. */
  retries: number
  /** The wait before the last retry; 0 before the first. */
  lastWaitMs: number
}

const REJECTED_STATUSES = new Set([429, 503])
const TRANSIENT_STATUSES = new Set([408, 502, 504])
/** The second is the first one's name in agentic checkout. */
const IN_PROGRESS_CODES = new Set(['idempotency_key_in_use', 'idempotency_in_flight'])
const DEFAULT_RETRY_AFTER_SECONDS = 1
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 8_000

/**
 * A PATCH applied twice may differ from one applied once. All other methods are safe to repeat; POST thanks to its
 * idempotency key.
 */
export const defaultRetryPolicy = (method: string): RetryPolicy => (method === 'PATCH' ? 'rejections' : 'all')

/** Milliseconds to wait before the next attempt; undefined when a retry would be unsafe or useless. */
export function waitBeforeRetry(
  error: StoredeskError | StoredeskConnectionError,
  state: RetryState,
  random: () => number,
): number | undefined {
  if (!isRetryable(error, state.retryPolicy)) return undefined
  const retryAfter = error instanceof StoredeskConnectionError ? undefined : error.retryAfter
  if (!(error instanceof StoredeskConnectionError) && error.status === 429) {
    // The server's time is exact, so no jitter. Waits at least twice the last wait and never less than the server's
    // time.
    return Math.max((retryAfter ?? DEFAULT_RETRY_AFTER_SECONDS) * 1000, state.lastWaitMs * 2)
  }
  // Full jitter: clients that failed together must not come back together.
  return (retryAfter ?? 0) * 1000 + random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** state.retries)
}

function isRetryable(error: StoredeskError | StoredeskConnectionError, retryPolicy: RetryPolicy): boolean {
  if (error instanceof StoredeskConnectionError) return retryPolicy === 'all'
  if (REJECTED_STATUSES.has(error.status)) return true
  return retryPolicy === 'all' && (TRANSIENT_STATUSES.has(error.status) || IN_PROGRESS_CODES.has(error.code))
}
