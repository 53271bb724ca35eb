import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

export interface AuthPool {
  pool: pg.Pool
  /**
   * better-auth reports a database that is down as an internal error of its own, without the cause. Whoever calls it through
   * here gets the database's error instead, from which the response gets its status.
   */
  explain<Result>(call: () => Promise<Result>): Promise<Result>
}

/** A small pool of its own: better-auth expects the driver's own types. */
export function openAuthPool(connection: pg.ClientConfig, log: FastifyBaseLogger): AuthPool {
  const pool = new pg.Pool({
    ...connection,
    max: 5,
    connectionTimeoutMillis: 3000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
  })
  let failure: { error: unknown; atMs: number } | undefined
  const fail = (error: unknown): never => {
    failure = { error, atMs: performance.now() }
    throw error
  }
  /** Results of the promise form are watched; better-auth uses no other. */
  const watch = <Call>(call: Call): Call =>
    ((...args: unknown[]) => {
      const result = (call as (...args: unknown[]) => unknown)(...args)
      return result instanceof Promise ? result.catch(fail) : result
    }) as Call

  const onError = (error: Error) => log.warn({ err: error }, 'lost a database connection')
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    client.query = watch(client.query.bind(client) as typeof client.query)
  })
  pool.connect = watch(pool.connect.bind(pool) as typeof pool.connect)
  return {
    pool,
    async explain(call) {
      const begunMs = performance.now()
      try {
        return await call()
      } catch (error) {
        if (failure && failure.atMs >= begunMs) throw failure.error
        throw error
      }
    },
  }
}
