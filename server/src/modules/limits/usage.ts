import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import { addRequestCounts, type RequestCount } from './queries.ts'

export const BUCKET_MS = 15 * 60_000
const FLUSH_MS = 5000

export interface UsageCounter {
  record(environmentId: string, quota: string, allowed: boolean): void
  stop(): Promise<void>
}

/** Counted in memory and written in one batch every few seconds, never by the request itself. */
export function openUsageCounter(db: Db, log: FastifyBaseLogger, clock: () => Date): UsageCounter {
  let counts = new Map<string, RequestCount>()
  /** The last one incremented: usually the next one, too. */
  let recent: RequestCount | undefined

  async function flush(): Promise<void> {
    if (counts.size === 0) return
    const batch = [...counts.values()]
    counts = new Map()
    recent = undefined
    try {
      await addRequestCounts(db, batch)
    } catch (error) {
      log.warn({ err: error }, 'could not save request counts')
      for (const count of batch) add(count)
    }
  }

  function add({ environmentId, quota, startsAt, accepted, rejected }: RequestCount): void {
    const name = `${environmentId} ${quota} ${startsAt.getTime()}`
    const existing = counts.get(name) ?? { environmentId, quota, startsAt, accepted: 0, rejected: 0 }
    counts.set(name, existing)
    existing.accepted += accepted
    existing.rejected += rejected
    recent = existing
  }

  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()
  return {
    record(environmentId, quota, allowed) {
      const startsMs = Math.floor(clock().getTime() / BUCKET_MS) * BUCKET_MS
      if (recent?.environmentId === environmentId && recent.quota === quota && recent.startsAt.getTime() === startsMs) {
        recent[allowed ? 'accepted' : 'rejected'] += 1
        return
      }
      const startsAt = new Date(startsMs)
      add({ environmentId, quota, startsAt, accepted: allowed ? 1 : 0, rejected: allowed ? 0 : 1 })
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
