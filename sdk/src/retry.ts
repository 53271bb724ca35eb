import { StoredeskConnectionError, type StoredeskError } from './errors.ts'

/** Which failures may be tried again: `all` that pass by themselves, or only refusals, after which nothing was done. */
export type Repeatable = 'all' | 'refusals'

export interface Past {
  repeatable: Repeatable
  /** Retries already made. */
  retries: number
  /** What was waited before the last of them; 0 before the first. */
  lastWaitMs: number
}

const REFUSALS = new Set([429, 503])
const PASSING = new Set([408, 502, 504])
const DEFAULT_RETRY_AFTER_SECONDS = 1
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 8_000

/** A PATCH done twice may differ from one done once. Everything else repeats well; a POST because of its idempotency key. */
export const repeatableOf = (method: string): Repeatable => (method === 'PATCH' ? 'refusals' : 'all')

/** How long to wait before the next attempt; undefined when another would be unsafe or useless. */
export function waitBeforeRetry(
  error: StoredeskError | StoredeskConnectionError,
  past: Past,
  random: () => number,
): number | undefined {
  if (!mayRepeat(error, past.repeatable)) return undefined
  const asked = error instanceof StoredeskConnectionError ? undefined : error.retryAfter
  if (!(error instanceof StoredeskConnectionError) && error.status === 429) {
    // The server's word is exact, so no jitter. Twice the last wait at the least, and never before the server's time.
    return Math.max((asked ?? DEFAULT_RETRY_AFTER_SECONDS) * 1000, past.lastWaitMs * 2)
  }
  // Full jitter: clients that failed together must not come back together.
  return (asked ?? 0) * 1000 + random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** past.retries)
}

function mayRepeat(error: StoredeskError | StoredeskConnectionError, repeatable: Repeatable): boolean {
  if (error instanceof StoredeskConnectionError) return repeatable === 'all'
  if (REFUSALS.has(error.status)) return true
  return repeatable === 'all' && (PASSING.has(error.status) || error.code === 'idempotency_key_in_use')
}
