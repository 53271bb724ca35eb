import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import type { EventEmitter } from 'node:events'
import { appendFileSync } from 'node:fs'
import type pg from 'pg'
import type { Database } from '../src/db/database.ts'

/** A statement that Citus sent to more than one shard. */
export interface MultiShardStatement {
  text: string
  /** Of the request that executed it; null for jobs and tests. */
  route: string | null
}

/** Fastify tells when a handler starts. */
const currentRoute = new AsyncLocalStorage<string>()
let isListening = false
function listenToHandlers(): void {
  if (isListening) return
  isListening = true
  tracingChannel<string, { route: { method: string; url: string } }>('fastify.request.handler').start.bindStore(
    currentRoute,
    ({ route }) => `${route.method} ${route.url}`,
  )
}

const recorded = new Set<string>()

/** Appends each such statement to `file`, one JSON per line. `scripts/test-citus.ts` reads it. */
export function recordMultiShardStatements({ pools }: Database, file: string): void {
  listenToHandlers()
  for (const { options } of Object.values(pools)) {
    const { onConnect } = options
    options.onConnect = async (client) => {
      await onConnect?.(client)
      await client.query("set citus.multi_task_query_log_level = 'notice'")
      watch(client, file)
    }
  }
}

/**
 * The sixth time, PostgreSQL also tries a plan for all values, which needs all shards. Citus reports it too, but sees to
 * it that it is never used.
 */
const TIMES_WITH_OWN_PLAN = 5

/** What the driver has and its types do not; its public name for it is deprecated. */
interface DriverClient {
  /** `text` is of the statement that is being answered: a query of ours has several (`db/prepared-query.ts`). */
  _getActiveQuery(): { text?: string } | null
  connection: EventEmitter
}

/**
 * Statements travel together (decision 55): which one Citus reports is known when its notice arrives, not when they are
 * sent.
 */
function watch(client: pg.ClientBase, file: string): void {
  const driver = client as unknown as DriverClient
  const routes = new WeakMap<object, string>()
  const completed = new Map<string, number>()
  const failed = new Map<string, number>()
  const runQuery = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (...args: unknown[]) => {
    const [first] = args
    const route = currentRoute.getStore()
    if (typeof first === 'object' && first && route) routes.set(first, route)
    return runQuery(...args)
  }
  Object.assign(client, { query })

  // Before the driver handles the answer: then the query is at its next statement.
  const count = (counts: Map<string, number>) => () => {
    const text = driver._getActiveQuery()?.text
    if (text) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  driver.connection.prependListener('commandComplete', count(completed))
  driver.connection.prependListener('errorMessage', count(failed))

  /** A statement that failed was planned, or not. */
  const isSixthTime = (text: string) => {
    const times = completed.get(text) ?? 0
    return times <= TIMES_WITH_OWN_PLAN && times + (failed.get(text) ?? 0) >= TIMES_WITH_OWN_PLAN
  }
  client.on('notice', ({ message }) => {
    const current = driver._getActiveQuery()
    if (!current?.text || !message?.startsWith('multi-task query')) return
    const { text } = current
    if (isSixthTime(text)) return
    const statement: MultiShardStatement = { text, route: routes.get(current) ?? null }
    const line = JSON.stringify(statement)
    if (recorded.has(`${file} ${line}`)) return
    recorded.add(`${file} ${line}`)
    appendFileSync(file, `${line}\n`)
  })
}
