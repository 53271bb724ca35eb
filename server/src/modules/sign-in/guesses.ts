import { AppError, tooManyRequests } from '../../kit/errors.ts'

const LIMIT = 5
const WINDOW_MS = 15 * 60_000
/** Some 10 MB at the most. The oldest is forgotten first; who would push out an entry needs thousands of addresses. */
const MAX_WINDOWS = 50_000

interface Window {
  count: number
  endsMs: number
  told: boolean
}

export interface Guesses {
  /** Does the work unless one of the names has had five refusals; `onLockOut` is told when that begins. */
  attempt<Result>(names: string[], work: () => Promise<Result>, onLockOut?: () => Promise<void>): Promise<Result>
  /** For what is limited however it ends. */
  spend(names: string[]): Promise<void>
  forget(name: string): void
}

export function countGuesses(clock: () => Date): Guesses {
  const windows = new Map<string, Window>()

  function windowOf(name: string, nowMs: number): Window {
    const known = windows.get(name)
    if (known && known.endsMs > nowMs) return known
    windows.delete(name)
    const [oldest] = windows.keys()
    if (windows.size >= MAX_WINDOWS && oldest !== undefined) windows.delete(oldest)
    const fresh = { count: 0, endsMs: nowMs + WINDOW_MS, told: false }
    windows.set(name, fresh)
    return fresh
  }

  /** Counts before it is known how it ends: of any number of attempts at the same moment five get through. */
  async function begin(names: string[], onLockOut?: () => Promise<void>): Promise<Window[]> {
    const nowMs = clock().getTime()
    const open = names.map((name) => windowOf(name, nowMs))
    const full = open.filter(({ count }) => count >= LIMIT)
    if (full.length === 0) {
      for (const window of open) window.count += 1
      return open
    }
    const isNews = full.some(({ told }) => !told)
    for (const window of full) window.told = true
    if (isNews) await onLockOut?.()
    throw tooManyRequests((Math.max(...full.map(({ endsMs }) => endsMs)) - nowMs) / 1000)
  }

  return {
    async attempt(names, work, onLockOut) {
      const open = await begin(names, onLockOut)
      const takeBack = () => {
        for (const window of open) window.count -= 1
      }
      try {
        const result = await work()
        takeBack()
        return result
      } catch (error) {
        // A fault of ours says nothing about who has asked.
        if (!(error instanceof AppError) || error.status >= 500) takeBack()
        throw error
      }
    },
    spend: async (names) => void (await begin(names)),
    forget: (name) => void windows.delete(name),
  }
}
