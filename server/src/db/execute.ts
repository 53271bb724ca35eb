import type pg from 'pg'
import { type SpanOptions, type TraceSpan, tracer } from '../kit/tracing.ts'
import { type BatchResult, type LazyTransaction, queryPrepared } from './prepared-query.ts'
import type { Statement } from './sql.ts'

/** Called with every wait and every round trip, and the name of the pool; `http/service-metrics.ts` sets them. */
export interface DatabaseTimings {
  onWait?: (seconds: number, pool: string) => void
  onStatement?: (seconds: number, pool: string) => void
}

/** Those of one pool. */
export interface PoolTimings {
  onWait: (seconds: number) => void
  onStatement: (seconds: number) => void
}

export const timingsOf = (timings: DatabaseTimings, pool: string): PoolTimings => ({
  onWait: (seconds) => timings.onWait?.(seconds, pool),
  onStatement: (seconds) => timings.onStatement?.(seconds, pool),
})

/** A connection of the pool: when all are in use, this waits. */
export async function acquire(
  pool: pg.Pool,
  { onWait }: PoolTimings,
  startedMs = performance.now(),
): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } finally {
    onWait((performance.now() - startedMs) / 1000)
  }
}

/** In one round trip, with what the transaction has deferred. */
export async function execute(
  client: pg.PoolClient,
  { onStatement }: PoolTimings,
  statements: Statement[],
  transaction?: LazyTransaction,
): Promise<BatchResult> {
  const deferred = transaction?.deferred ?? []
  const begins = transaction?.hasBegun === false ? 1 : 0
  const spans = startSpans([...deferred, ...statements])
  const startedMs = performance.now()
  const { results, failure } = await queryPrepared(client, statements, transaction)
  onStatement((performance.now() - startedMs) / 1000)
  const completed = results.slice(begins)
  for (const [at, span] of spans.entries()) span?.end(at === completed.length ? failure : undefined)
  return { results: completed.slice(deferred.length), failure }
}

function startSpans(statements: Statement[]): (TraceSpan | undefined)[] {
  const activeTracer = tracer()
  return activeTracer ? statements.map((statement) => activeTracer.startChild(spanOf(statement))) : []
}

const spans = new Map<string, SpanOptions>()

/** Not the `update` of `for update of` and `on conflict … do update set`. */
const WRITE = /(?<!\b(?:for|key|do) )\b(insert into|update|delete from)\s+([a-z_][\w.]*)/i

/** The text has placeholders: no value leaves the process. */
function spanOf({ name, text }: Statement): SpanOptions {
  let span = spans.get(name)
  if (!span) {
    const plain = text.replaceAll(/\/\*.*?\*\//gs, ' ').trim()
    // Of a statement that writes in several places, the first one names it.
    const [, verb, written] = WRITE.exec(plain) ?? []
    const operation = verb?.split(' ')[0] ?? /^(?!with\b)\w+/i.exec(plain)?.[0] ?? 'select'
    const table = written ?? /\bfrom\s+([a-z_][\w.]*)/i.exec(plain)?.[1]
    span = {
      name: table ? `${operation} ${table}` : operation,
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.collection.name': table,
        'db.query.text': plain.replaceAll(/\s+/g, ' '),
      },
    }
    spans.set(name, span)
  }
  return span
}
