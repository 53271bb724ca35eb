import { useSyncExternalStore } from 'react'

/**
 * The API asks visitors who send many requests to wait (429). The SDK waits and tries again by itself; meanwhile the
 * shop says why nothing happens.
 */
let busyUntilMs = 0
const listeners = new Set<() => void>()

function setBusyUntil(timeMs: number): void {
  busyUntilMs = timeMs
  for (const listener of listeners) listener()
}

/** `fetch` that notices when the API asks to wait. */
export const watchedFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status === 429) {
    const waitMs = (Number(response.headers.get('retry-after')) || 1) * 1000
    setBusyUntil(Date.now() + waitMs)
    setTimeout(() => setBusyUntil(0), waitMs)
  }
  return response
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When requests go on; 0 if nothing waits. */
export const useBusyUntil = (): number =>
  useSyncExternalStore(
    subscribe,
    () => busyUntilMs,
    () => 0,
  )
