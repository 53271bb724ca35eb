import pg from 'pg'
import type { Static, TSchema } from 'typebox'
import { assertRows } from './assert-rows.ts'
import { PLANNED_ONCE_SETTINGS } from './planning.ts'
import type { Statement } from './sql.ts'
import { typeParsers } from './type-parsers.ts'

/** What a function may ask of the database. Inside a transaction it is that transaction, and nothing else can be reached. */
export interface Db {
  rows<Row extends TSchema>(row: Row, statement: Statement): Promise<Static<Row>[]>
  row<Row extends TSchema>(row: Row, statement: Statement): Promise<Static<Row> | undefined>
  /** For statements that always give exactly one row, such as `insert … returning`. */
  one<Row extends TSchema>(row: Row, statement: Statement): Promise<Static<Row>>
  /** For statements whose rows nobody reads; answers how many rows were touched. */
  run(statement: Statement): Promise<number>
  transaction<Result>(work: (db: Db) => Promise<Result>, manner?: Manner): Promise<Result>
  /**
   * Tells every server when this transaction is committed: this one before `transaction` gives its result, so that whoever
   * waits for it finds everything told; the others as soon as they hear of it (`db/listen.ts`).
   */
  announce(channel: Channel, payload: string): void
  /** Whether this holds a connection already: who does must not wait for somebody who may need one. */
  isTransaction: boolean
}

/**
 * `repeatable read`: every statement sees the database as the first one did, whatever others do meanwhile. `planned once`: all
 * its statements are such (`db/planning.ts`).
 */
export type Manner = 'repeatable read' | 'planned once'

/** What servers tell each other. */
export type Channel = 'catalog_changed'

export interface Database extends Db {
  pool: pg.Pool
  /** Half of all connections: for what is planned once. */
  poolOfOnce: pg.Pool
  /** Called with what is announced by this server's own transactions. */
  onAnnounced(channel: Channel, handler: (payload: string) => void): void
  close(): Promise<void>
}

export interface DatabaseOptions {
  connection: pg.ClientConfig
  maxConnections?: number
  /** How long a request waits for a connection before it is refused (503). */
  connectTimeoutMs?: number
  /** Holds every row against its schema; tests switch it on, so a schema that lies about its table fails there. */
  checkRows?: boolean
  onError?: (error: Error) => void
}

/** No statement outlives the caller's patience: the longest handler has 15 s (`http/server.ts`). */
export const SESSION_SETTINGS = [
  'timezone=UTC',
  'statement_timeout=15s',
  'lock_timeout=5s',
  'idle_in_transaction_session_timeout=20s',
  // Counting a large catalogue stays in memory.
  'work_mem=16MB',
]

/** A deadlock or a lost race is the database's word that nothing happened: the same work may simply be done again. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 3

export function openDatabase(options: DatabaseOptions): Database {
  const half = Math.ceil((options.maxConnections ?? 20) / 2)
  const pool = openPool(options, half, SESSION_SETTINGS)
  const poolOfOnce = openPool(options, half, [...SESSION_SETTINGS, ...PLANNED_ONCE_SETTINGS])
  const poolFor = (isPlannedOnce: boolean | undefined) => (isPlannedOnce ? poolOfOnce : pool)
  const checkRows = options.checkRows ?? false
  const ears: Ears = new Map()

  return {
    ...handle(({ isPlannedOnce }) => poolFor(isPlannedOnce), checkRows),
    transaction: (work, manner) => outermost(poolFor(manner === 'planned once'), checkRows, ears, work, manner),
    announce: () => {
      throw new Error('Only a transaction announces: what is told must have come true')
    },
    isTransaction: false,
    onAnnounced: (channel, handler) => void ears.set(channel, [...(ears.get(channel) ?? []), handler]),
    pool,
    poolOfOnce,
    close: async () => void (await Promise.all([pool.end(), poolOfOnce.end()])),
  }
}

function openPool(
  { connection, connectTimeoutMs = 3000, onError }: DatabaseOptions,
  max: number,
  settings: string[],
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types: typeParsers,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    // The server's own limits come first; these are for one that says nothing at all.
    query_timeout: 20_000,
    keepAlive: true,
    // Ours come last and win: rows are read as UTC.
    options: [connection.options, ...settings.map((setting) => `-c ${setting}`)].join(' ').trim(),
  })
  const hear = (error: Error) => onError?.(error)
  pool.on('error', hear)
  pool.on('connect', (client) => client.on('error', hear))
  return pool
}

type Ears = Map<Channel, ((payload: string) => void)[]>

function handle(
  connectionFor: (statement: Statement) => Pick<pg.Pool, 'query'>,
  checkRows: boolean,
): Omit<Db, 'transaction' | 'announce' | 'isTransaction'> {
  async function rows<Row extends TSchema>(schema: Row, statement: Statement): Promise<Static<Row>[]> {
    const result = await connectionFor(statement).query<unknown[]>({ ...statement, rowMode: 'array' })
    const named = withNames(statement, result)
    if (checkRows) assertRows(schema, named, statement)
    return named as Static<Row>[]
  }
  return {
    rows,
    row: async (schema, statement) => (await rows(schema, statement))[0],
    one: async (schema, statement) => {
      const [row] = await rows(schema, statement)
      if (row === undefined) throw new Error(`A statement that must give a row gave none: ${statement.text}`)
      return row
    },
    run: async (statement) => (await connectionFor(statement).query(statement)).rowCount ?? 0,
  }
}

async function outermost<Result>(
  pool: pg.Pool,
  checkRows: boolean,
  ears: Ears,
  work: (db: Db) => Promise<Result>,
  manner: Manner | undefined,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    const life: Life = { over: false, announced: new Map() }
    let broken: Error | undefined
    try {
      await client.query(manner === 'repeatable read' ? 'begin isolation level repeatable read' : 'begin')
      const result = await work(inside(client, checkRows, life, 1))
      life.over = true
      await commit(client, [...life.announced.values()])
      for (const { channel, payload } of life.announced.values()) {
        for (const hear of ears.get(channel) ?? []) hear(payload)
      }
      return result
    } catch (error) {
      life.over = true
      // A connection that can't even roll back is not given to the next request.
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      if (attempt < MAX_ATTEMPTS && RETRYABLE.has(codeOf(error))) continue
      throw error
    } finally {
      client.release(broken)
    }
  }
}

interface Announcement {
  channel: Channel
  payload: string
}

interface Life {
  over: boolean
  announced: Map<string, Announcement>
}

/** What is announced goes with the commit, in one round trip. */
async function commit(client: pg.PoolClient, announced: Announcement[]): Promise<void> {
  const notices = announced.map(
    ({ channel, payload }) => `select pg_notify(${pg.escapeLiteral(channel)}, ${pg.escapeLiteral(payload)});`,
  )
  const results = [await client.query([...notices, 'commit'].join(' '))].flat()
  // A transaction that a caught error has spoilt answers COMMIT with ROLLBACK, and without an error.
  if (results.at(-1)?.command !== 'COMMIT') {
    throw new Error('The transaction was undone: an error inside it was caught and ignored')
  }
}

/** A transaction inside a transaction is a savepoint: what it did is undone alone when it fails. */
function inside(client: pg.PoolClient, checkRows: boolean, life: Life, depth: number): Db {
  const savepoint = `nested_${depth}`
  /** Work that somebody forgot to await must not write into the transaction that has the connection next. */
  const alive = (): pg.PoolClient => {
    if (life.over) throw new Error('This transaction is over: something inside it was not awaited')
    return client
  }
  return {
    ...handle(alive, checkRows),
    isTransaction: true,
    announce: (channel, payload) => void life.announced.set(`${channel} ${payload}`, { channel, payload }),
    transaction: async (work, manner) => {
      if (manner === 'repeatable read') throw new Error('A transaction inside another one sees what that one sees')
      await alive().query(`savepoint ${savepoint}`)
      try {
        const result = await work(inside(client, checkRows, life, depth + 1))
        await alive().query(`release savepoint ${savepoint}`)
        return result
      } catch (error) {
        await alive().query(`rollback to savepoint ${savepoint}`)
        throw error
      }
    },
  }
}

const namesOf = new Map<string, string[]>()

/** Columns are snake_case and the wire is camelCase: the names are turned once per statement, not once per row. */
function withNames(statement: Statement, result: pg.QueryArrayResult<unknown[]>): Record<string, unknown>[] {
  let names = namesOf.get(statement.name)
  if (!names) {
    names = result.fields.map((field) => field.name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()))
    namesOf.set(statement.name, names)
  }
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index]
    return row
  })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
