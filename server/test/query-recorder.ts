import type pg from 'pg'
import type { Database } from '../src/db/database.ts'

export interface RecordedQuery {
  text: string
  values: unknown[]
}

interface QueryRecorder {
  queries: () => RecordedQuery[]
  /**
   * The number of sequential waits: the longest chain of queries that each started after the previous one had ended.
   */
  roundTrips: () => number
  clear: () => void
}

interface TimedQuery extends RecordedQuery {
  beganMs: number
  endedMs: number
}

/** Of `db/prepared-query.ts`, or the driver's. */
interface OwnQuery extends Partial<RecordedQuery> {
  statements?: RecordedQuery[]
  callback?: (...result: unknown[]) => void
}

/** No test reads more. */
const MAX_RECORDED = 1000

/** Written every few seconds, not by the request: request counts and when keys were last used. */
const PERIODIC = /request_counts|last_used_ip = case/

/** Records every query from now on, on any connection, including `begin` and `commit`. */
export function recordQueries({ pool, genericPlanPool: poolOfOnce }: Database): QueryRecorder {
  let recorded: TimedQuery[] = []
  const patched = new WeakSet<object>()
  const patch = (client: pg.PoolClient) => {
    if (patched.has(client)) return
    patched.add(client)
    const runQuery = client.query.bind(client) as (...args: unknown[]) => unknown
    const query = (...args: unknown[]) => {
      const first = args[0] as string | OwnQuery
      const { text, values = [] } = typeof first === 'string' ? { text: first } : first
      if (!text || PERIODIC.test(text) || recorded.length >= MAX_RECORDED) return runQuery(...args)
      const entry = { text, values, beganMs: performance.now(), endedMs: Number.POSITIVE_INFINITY }
      recorded.push(entry)
      const entries = [entry]
      const last = args.at(-1)
      if (typeof last === 'function') {
        return runQuery(...args.slice(0, -1), (...result: unknown[]) => {
          markEnded(entries)
          last(...result)
        })
      }
      if (typeof first === 'string' || !first.callback) {
        const result = runQuery(...args) as Promise<unknown>
        const end = () => markEnded(entries)
        result.then(end, end)
        return result
      }
      const { callback } = first
      first.callback = (...result) => {
        markEnded(entries)
        callback(...result)
      }
      const result = runQuery(...args)
      // Sent in the same round trip.
      if (first.statements) {
        const sent = first.statements.map(({ text, values }) => ({ ...entry, text, values }))
        entries.push(...sent)
        recorded.splice(recorded.indexOf(entry), 1, ...sent)
      }
      return result
    }
    Object.assign(client, { query })
  }
  for (const one of [pool, poolOfOnce]) one.on('acquire', patch)
  return {
    queries: () => recorded,
    roundTrips: () => longestChain(recorded),
    clear: () => {
      recorded = []
    },
  }
}

function markEnded(entries: TimedQuery[]): void {
  for (const entry of entries) entry.endedMs = performance.now()
}

/** Greedy: the query that ends first leaves the most room for the others. */
function longestChain(recorded: readonly TimedQuery[]): number {
  let [count, endedMs] = [0, 0]
  for (const entry of recorded.toSorted((one, other) => one.endedMs - other.endedMs)) {
    if (entry.beganMs < endedMs) continue
    count += 1
    endedMs = entry.endedMs
  }
  return count
}
