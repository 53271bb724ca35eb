import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '../../kit/backoff.ts'
import type { DatabaseState } from '../../kit/health.ts'

export interface SupervisionOptions {
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Called once, when PostgreSQL could not be restarted. */
  onFailure: (error: Error) => void
  /** Maximum number of consecutive failures. */
  maxFailures?: number
  firstPauseMs?: number
}

interface Postmaster {
  pid: number
  dataDir: string
  isAlive: (pid: number) => Promise<boolean>
  launch: () => Promise<number>
}

export interface Supervision {
  state(): DatabaseState
  /** Returns the current pid. Resolves when no start is in progress. */
  stop(): Promise<number>
}

const WATCH_INTERVAL_MS = 500
const MAX_PAUSE_MS = 15_000
/** A process that ran this long did not die of its start. */
const STABLE_AFTER_MS = 60_000
/** PostgreSQL needs this much to recover: one segment of its log and some space for the replay. */
const MIN_FREE_BYTES = 64 * 1024 * 1024

/**
 * Restarts PostgreSQL when its process has ended. On a full disk it retries forever, since restarting the server would
 * not help; for any other reason, up to `maxFailures` times.
 */
export function supervise(postmaster: Postmaster, options: SupervisionOptions): Supervision {
  const { dataDir, isAlive, launch } = postmaster
  const { log, onFailure, maxFailures = 8, firstPauseMs = 500 } = options
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
  let { pid } = postmaster
  let state: DatabaseState = 'running'
  let startedMs = performance.now()
  let failures = 0
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (await isAlive(pid)) await pause(WATCH_INTERVAL_MS)
      else if (!(await restart())) return
    }
  }

  /** False when it gives up. */
  async function restart(): Promise<boolean> {
    state = 'restarting'
    if (performance.now() - startedMs > STABLE_AFTER_MS) failures = 0
    log.error({ pid }, 'PostgreSQL exited; restarting it')
    let failure = new Error('PostgreSQL keeps exiting soon after it starts. See postgres.log.')
    while (!stopping.signal.aborted) {
      if (failures >= maxFailures) {
        const isFull = await isDiskFull(dataDir, failure)
        if (stopping.signal.aborted) return false
        if (!isFull) {
          state = 'failed'
          onFailure(failure)
          return false
        }
        failures = maxFailures - 1
      }
      await pause(failures === 0 ? 0 : backoffMs(failures - 1, { firstMs: firstPauseMs, longestMs: MAX_PAUSE_MS }))
      if (stopping.signal.aborted) return false
      // Counted before the start: a process that dies right after each start must not loop forever.
      failures += 1
      try {
        pid = await launch()
        startedMs = performance.now()
        state = 'running'
        log.warn({ pid }, 'PostgreSQL is running again')
        return true
      } catch (error) {
        failure = error as Error
        const isFull = await isDiskFull(dataDir, error)
        log.error(
          { err: error, failures },
          isFull ? 'no disk space left for PostgreSQL: free some' : 'PostgreSQL did not start',
        )
      }
    }
    return false
  }

  return {
    state: () => state,
    async stop() {
      stopping.abort()
      await watching
      return pid
    },
  }
}

/** PostgreSQL may have been unable to log the reason, as its log is on the same disk. */
async function isDiskFull(dataDir: string, error: unknown): Promise<boolean> {
  if (/No space left on device|ENOSPC|EDQUOT|Disk quota exceeded/.test(String(error))) return true
  const space = await statfs(dataDir).catch(() => undefined)
  return space !== undefined && space.bavail * space.bsize < MIN_FREE_BYTES
}
