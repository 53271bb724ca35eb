import pg from 'pg'
import { typeParsers } from './type-parsers.ts'

export interface PoolOptions {
  connection: pg.ClientConfig
  /** How long a request waits for a connection before it is rejected (503). */
  connectTimeoutMs?: number
  /** How long a database that does not respond at all is waited for. */
  queryTimeoutMs?: number
  onError?: (error: Error) => void
}

/** No statement outlives its request: the longest handler has 15 s (`http/server/server.ts`). */
export const SESSION_SETTINGS = [
  'timezone=UTC',
  'statement_timeout=15s',
  'lock_timeout=5s',
  'idle_in_transaction_session_timeout=20s',
  // Counting a large catalog stays in memory.
  'work_mem=16MB',
]

export function openPool(
  { connection, connectTimeoutMs = 3000, queryTimeoutMs = 20_000, onError }: PoolOptions,
  max: number,
  settings: string[],
  /** Awaited before the first statement of each connection. */
  onConnect?: (client: pg.ClientBase) => Promise<void>,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types: typeParsers,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    // The database's own timeouts fire first.
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    ...(onConnect && { onConnect }),
    // Ours come last and win: rows are read as UTC.
    options: [connection.options, ...settings.map((setting) => `-c ${setting}`)].join(' ').trim(),
  })
  const reportError = (error: Error) => onError?.(error)
  pool.on('error', reportError)
  pool.on('connect', (client) => client.on('error', reportError))
  return pool
}
