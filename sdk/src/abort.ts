/** The maximum timer delay, about 24 days; a longer one would fire immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Aborts `controller` when `signal` aborts; returns a function that removes the link. Replaces `AbortSignal.any`, which
 * Node 20.0 and Safari 17.3 lack. A caller's signal may outlive thousands of calls and must not accumulate listeners.
 */
export function linkAbort(signal: AbortSignal | undefined, controller: AbortController): () => void {
  if (signal === undefined) return () => {}
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return () => signal.removeEventListener('abort', abort)
}

export function sleep(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      Math.min(waitMs, MAX_TIMER_MS),
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}
