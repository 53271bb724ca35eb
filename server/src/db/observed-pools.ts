import type pg from 'pg'
import type { DatabaseTimings } from './execute.ts'

/** Pools that belong to a library, for `/metrics`. Reached with `perServer(newObservedPools)`. */
export interface ObservedPools {
  pools: Record<string, pg.Pool>
  timings: DatabaseTimings
}

export const newObservedPools = (): ObservedPools => ({ pools: {}, timings: {} })

/** A `Database` measures its own pools; here, the methods that the library calls are measured. */
export function observePool({ pools, timings }: ObservedPools, name: string, pool: pg.Pool): void {
  pools[name] = pool
  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    const observe = stopwatch((seconds) => timings.onWait?.(seconds, name))
    if (!callback) return connect().finally(observe)
    return connect((error, client, release) => {
      observe()
      callback(error, client, release)
    })
  }) as typeof pool.connect
  pool.on('connect', (client) => observeStatements(client, (seconds) => timings.onStatement?.(seconds, name)))
}

function observeStatements(client: pg.PoolClient, onStatement: (seconds: number) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const observe = stopwatch(onStatement)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (...results: unknown[]) => {
        observe()
        callback(...results)
      })
    }
    const result = query(...args)
    return result instanceof Promise ? result.finally(observe) : result
  }) as typeof client.query
}

function stopwatch(onEnd: (seconds: number) => void): () => void {
  const startedMs = performance.now()
  return () => onEnd((performance.now() - startedMs) / 1000)
}
