import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

export interface AuthPool {
  pool: pg.Pool
  /**
   * better-auth reports a database outage as an internal error of its own, without the cause. Calls through here throw
   * the database's error instead, which determines the response's status.
   */
  withDatabaseErrors<Result>(call: () => Promise<Result>): Promise<Result>
}

/** A small separate pool: better-auth expects the driver's own types. */
export function openAuthPool(connection: pg.ClientConfig, log: FastifyBaseLogger, maxConnections = 5): AuthPool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 3000,
    ...connection,
    max: maxConnections,
    statement_timeout: 15_000,
    query_timeout: 20_000,
  })
  /** Per call: a rejected call must not get the database error of a concurrent one. */
  const calls = new AsyncLocalStorage<{ failure?: unknown }>()
  const recordFailure = (error: unknown): never => {
    const call = calls.getStore()
    if (call) call.failure = error
    throw error
  }
  /** Tracks only promises; better-auth uses no callbacks. */
  const trackFailures = <Call>(call: Call): Call =>
    ((...args: unknown[]) => {
      const result = (call as (...args: unknown[]) => unknown)(...args)
      return result instanceof Promise ? result.catch(recordFailure) : result
    }) as Call

  const onError = (error: Error) => log.warn({ err: error }, 'lost a database connection')
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    client.query = trackFailures(client.query.bind(client) as typeof client.query)
  })
  pool.connect = trackFailures(pool.connect.bind(pool) as typeof pool.connect)
  return {
    pool,
    async withDatabaseErrors(call) {
      const current: { failure?: unknown } = {}
      try {
        return await calls.run(current, call)
      } catch (error) {
        throw isClientError(error) ? error : (current.failure ?? error)
      }
    },
  }
}

/** better-auth rejected the request itself. */
const isClientError = (error: unknown): boolean => Number((error as { statusCode?: number }).statusCode) < 500
