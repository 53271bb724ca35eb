import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
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
 * From the sixth time on, PostgreSQL also tries a plan for all values, which needs all shards. Citus reports it too, but sees
 * to it that it is never used.
 */
const TIMES_WITH_OWN_PLAN = 5

function watch(client: pg.ClientBase, file: string): void {
  let current: MultiShardStatement = { text: '', route: null }
  const times = new Map<string, number>()
  const runQuery = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (...args: unknown[]) => {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    current = { text, route: currentRoute.getStore() ?? null }
    times.set(text, (times.get(text) ?? 0) + 1)
    return runQuery(...args)
  }
  Object.assign(client, { query })
  client.on('notice', ({ message }) => {
    if (!message?.startsWith('multi-task query') || (times.get(current.text) ?? 0) > TIMES_WITH_OWN_PLAN) return
    const line = JSON.stringify(current)
    if (recorded.has(line)) return
    recorded.add(line)
    appendFileSync(file, `${line}\n`)
  })
}
