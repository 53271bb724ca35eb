import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type Static, type TSchema, Type } from 'typebox'
import { backoffMs } from '../kit/backoff.ts'
import { assertRows } from './assert-rows.ts'
import { acquire, type DatabaseTimings, execute, type PoolTimings, timingsOf } from './execute.ts'
import { openPool, type PoolOptions, SESSION_SETTINGS } from './pool.ts'
import { COMMIT, type LazyTransaction, type QueryResult } from './prepared-query.ts'
import { type Execute, type ExecuteOne, readTogether } from './read-together.ts'
import { shareRoundTrips } from './share-round-trips.ts'
import { GENERIC_PLAN_SETTINGS, RESET_GENERIC_PLAN, type Statement, sql } from './sql.ts'

/** Database access. Inside a transaction it is that transaction, and nothing else can be reached. */
export interface Db {
  rows<Row extends TSchema>(row: Row, statement: Statement): Promise<Static<Row>[]>
  row<Row extends TSchema>(row: Row, statement: Statement): Promise<Static<Row> | undefined>
  /** For statements that always return exactly one row, such as `insert … returning`. */
  one<Row extends TSchema>(row: Row, statement: Statement): Promise<Static<Row>>
  /** For statements whose rows nobody reads; returns the number of affected rows. */
  run(statement: Statement): Promise<number>
  /**
   * Like `run`, but nobody needs the number: in a transaction it travels with the next statement, or the commit, which
   * then fails with it.
   */
  defer(statement: Statement): Promise<void>
  /** What `work` reads at the same time travels in one round trip. Statements that write travel alone. */
  together<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  transaction<Result>(work: (db: Db) => Promise<Result>, mode?: TransactionMode): Promise<Result>
  /**
   * Notifies every server when this transaction commits: this one before `transaction` resolves, so its awaiter sees
   * all handlers done; the others when they receive it (`db/listen.ts`).
   */
  notify(channel: Channel, payload: string): void
  /** True when this handle already holds a connection: its holder must not wait for work that may need another one. */
  isTransaction: boolean
}

/**
 * `repeatable read`: every statement sees the snapshot of the first one. `generic plan`: all its statements use generic
 * plans (`db/sql.ts`).
 */
export type TransactionMode = 'repeatable read' | 'generic plan'

/** Channels for notifications between servers. */
export type Channel = 'catalog_changed' | 'chat_changed' | 'events_sequenced' | 'ticket_changed'

export interface Database extends Db {
  pool: pg.Pool
  /** Half of all connections: for statements with a generic plan. */
  genericPlanPool: pg.Pool
  /** All of them, for `/metrics`. */
  pools: Record<string, pg.Pool>
  /** How long statements take, and wait for a connection. */
  timings: DatabaseTimings
  /** Called with notifications from this server's own transactions. */
  onNotify(channel: Channel, handler: (payload: string) => void): void
  close(): Promise<void>
}

export interface DatabaseOptions extends PoolOptions {
  maxConnections?: number
  /** Names its pools in `/metrics`. The primary has no name. */
  name?: string
  /** Of another database, to be measured with it. */
  timings?: DatabaseTimings
  /** Checks every row against its schema; tests turn it on, so a schema that contradicts its table fails there. */
  checkRows?: boolean
}

/** A deadlock or serialization failure guarantees that nothing was committed, so the work can be retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 3
const RETRY_DELAY = { firstMs: 10, longestMs: 100 }

export function openDatabase(options: DatabaseOptions): Database {
  const poolSize = Math.ceil((options.maxConnections ?? 20) / 2)
  const pool = openPool(options, poolSize, SESSION_SETTINGS)
  /** Known from the first connection that uses generic plans. */
  let isDistributed = false
  const genericPlanPool = openPool(
    options,
    poolSize,
    [...SESSION_SETTINGS, ...GENERIC_PLAN_SETTINGS],
    async (client) => {
      isDistributed = (await client.query(RESET_GENERIC_PLAN)).rowCount === 1
    },
  )
  const { name, timings = {}, checkRows = false } = options
  const [generalName, genericPlanName] = name ? [name, `${name}_generic_plan`] : ['general', 'generic_plan']
  const scope: Scope = { checkRows, timings: timingsOf(timings, generalName) }
  const genericPlanScope: Scope = { checkRows, timings: timingsOf(timings, genericPlanName) }
  const handlers: NotifyHandlers = new Map()
  const canShare = () => !isDistributed
  const executeWithGenericPlans = shareRoundTrips(executeIn(genericPlanPool, genericPlanScope.timings), canShare)
  const executeWithAnyPlans = shareRoundTrips(executeIn(pool, scope.timings), canShare)
  const executeInPool: Execute = (statements) => {
    // A batch is one round trip: worth more than the generic plans of some of its statements.
    const all = statements.every(({ usesGenericPlan }) => usesGenericPlan)
    return all ? executeWithGenericPlans(statements) : executeWithAnyPlans(statements)
  }

  const database: Database = {
    ...queryMethods(toExecuteOne(executeInPool), scope),
    defer: async (statement) => void (await toExecuteOne(executeInPool)(statement)),
    together: (work) => work(togetherDb(database, executeInPool, scope)),
    transaction: (work, mode) =>
      mode === 'generic plan'
        ? runTransaction(genericPlanPool, genericPlanScope, handlers, work, mode)
        : runTransaction(pool, scope, handlers, work, mode),
    notify: () => {
      throw new Error('Only a transaction may notify: the change must be committed first')
    },
    isTransaction: false,
    onNotify: (channel, handler) => void handlers.set(channel, [...(handlers.get(channel) ?? []), handler]),
    pool,
    genericPlanPool,
    pools: { [generalName]: pool, [genericPlanName]: genericPlanPool },
    timings,
    close: async () => void (await Promise.all([pool.end(), genericPlanPool.end()])),
  }
  return database
}

const executeIn =
  (pool: pg.Pool, timings: PoolTimings): Execute =>
  async (statements, waitingSinceMs) => {
    const client = await acquire(pool, timings, waitingSinceMs)
    let failure: Error | null = null
    try {
      const batch = await execute(client, timings, statements)
      failure = batch.failure
      return batch
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // As `pg.Pool` does: a connection on which a statement failed is not used again.
      client.release(failure ?? undefined)
    }
  }

type NotifyHandlers = Map<Channel, ((payload: string) => void)[]>

/** What all handles of a pool share. */
interface Scope {
  checkRows: boolean
  timings: PoolTimings
}

const togetherDb = (db: Db, execute: Execute, scope: Scope): Db => {
  const handle: Db = {
    ...db,
    ...queryMethods(readTogether(execute, toExecuteOne(execute), db.isTransaction), scope),
    together: (work) => work(handle),
  }
  return handle
}

/** The driver's stack does not show who asked. */
function withOwnStack(error: Error): Error {
  Error.captureStackTrace(error, withOwnStack)
  return error
}

const toExecuteOne =
  (execute: Execute): ExecuteOne =>
  async (statement) => {
    const { results, failure } = await execute([statement])
    if (failure) throw withOwnStack(failure)
    return results[0] as QueryResult
  }

function queryMethods(execute: ExecuteOne, { checkRows }: Scope): Pick<Db, 'rows' | 'row' | 'one' | 'run'> {
  async function rows<Row extends TSchema>(schema: Row, statement: Statement): Promise<Static<Row>[]> {
    const { rows } = await execute(statement)
    if (checkRows) assertRows(schema, rows, statement)
    return rows as Static<Row>[]
  }
  return {
    rows,
    row: async (schema, statement) => (await rows(schema, statement))[0],
    one: async (schema, statement) => {
      const [row] = await rows(schema, statement)
      if (row === undefined) throw new Error(`A statement that must return a row returned none: ${statement.text}`)
      return row
    },
    run: async (statement) => (await execute(statement)).rowCount,
  }
}

async function runTransaction<Result>(
  pool: pg.Pool,
  scope: Scope,
  handlers: NotifyHandlers,
  work: (db: Db) => Promise<Result>,
  mode: TransactionMode | undefined,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const client = await acquire(pool, scope.timings)
    const state: TransactionState = { hasBegun: false, deferred: [], isOver: false, notifications: new Map() }
    let rollbackError: Error | undefined
    try {
      if (mode === 'repeatable read') await begin(client, state, 'begin isolation level repeatable read')
      const result = await work(transactionDb(client, scope, state, 1))
      state.isOver = true
      await commit(client, scope.timings, state)
      for (const { channel, payload } of state.notifications.values()) {
        for (const handler of handlers.get(channel) ?? []) handler(payload)
      }
      return result
    } catch (error) {
      state.isOver = true
      // A connection that can't even roll back must not go to the next request.
      if (state.hasBegun) {
        await client.query('rollback').catch((failure: Error) => {
          rollbackError = failure
        })
      }
      if (attempt < MAX_ATTEMPTS && RETRYABLE_CODES.has(errorCode(error))) continue
      throw error
    } finally {
      client.release(rollbackError)
    }
    // Without a pause, the loser can take its first lock again before the winner wakes up.
    await delay(backoffMs(attempt, RETRY_DELAY))
  }
}

interface PendingNotification {
  channel: Channel
  payload: string
}

interface TransactionState extends LazyTransaction {
  isOver: boolean
  notifications: Map<string, PendingNotification>
}

/** Most begin with their first statement. */
async function begin(client: pg.PoolClient, state: TransactionState, statement: string): Promise<void> {
  state.hasBegun = true
  await client.query(statement)
}

const notifyStatement = ({ channel, payload }: PendingNotification) => sql`select pg_notify(${channel}, ${payload})`

/** Notifications travel with the commit, in one round trip. */
async function commit(client: pg.PoolClient, timings: PoolTimings, state: TransactionState): Promise<void> {
  const notifications = [...state.notifications.values()].map(notifyStatement)
  if (!state.hasBegun && state.deferred.length + notifications.length === 0) return
  const { results, failure } = await execute(client, timings, [...notifications, COMMIT], state)
  if (failure) throw withOwnStack(failure)
  // A transaction that a caught error has aborted answers COMMIT with ROLLBACK, and without an error.
  if (results.at(-1)?.command !== 'COMMIT') {
    throw new Error('The transaction was rolled back: an error inside it was caught and ignored')
  }
}

/** A nested transaction is a savepoint: it rolls back alone when it fails. */
function transactionDb(client: pg.PoolClient, scope: Scope, state: TransactionState, depth: number): Db {
  const savepoint = `nested_${depth}`
  /** Work that was not awaited must not write into the next transaction on this connection. */
  const activeClient = (): pg.PoolClient => {
    if (state.isOver) throw new Error('This transaction is over: something inside it was not awaited')
    return client
  }
  const executeHere: Execute = (statements) => execute(activeClient(), scope.timings, statements, state)
  /** Also sends what was deferred: a savepoint starts or ends after it. */
  const control = (text: string) => toExecuteOne(executeHere)({ name: text, text, values: [] })
  const handle: Db = {
    ...queryMethods(toExecuteOne(executeHere), scope),
    defer: async (statement) => {
      activeClient()
      state.deferred.push(statement)
    },
    together: (work) => work(togetherDb(handle, executeHere, scope)),
    isTransaction: true,
    notify: (channel, payload) => void state.notifications.set(`${channel} ${payload}`, { channel, payload }),
    transaction: async (work, mode) => {
      if (mode === 'repeatable read') throw new Error('A nested transaction has the isolation level of the outer one')
      await control(`savepoint ${savepoint}`)
      try {
        const result = await work(transactionDb(client, scope, state, depth + 1))
        await control(`release savepoint ${savepoint}`)
        return result
      } catch (error) {
        state.deferred = []
        await control(`rollback to savepoint ${savepoint}`)
        throw error
      }
    },
  }
  return handle
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export async function pingDatabase(db: Db): Promise<{ ok: boolean }> {
  await db.row(Type.Object({ one: Type.Integer() }), sql`select 1 as one`)
  return { ok: true }
}
