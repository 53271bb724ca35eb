import { onTestFinished, vi } from 'vitest'

/**
 * From here on, timeouts of this process take as long as usual until the test makes them pass with
 * `vi.advanceTimersByTime`. So they can be long enough for any machine, and still cost no time.
 */
export function controlTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}
