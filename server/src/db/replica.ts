import type pg from 'pg'
import { Type } from 'typebox'
import { Nullable } from '../kit/schema.ts'
import { type Database, type DatabaseOptions, type Db, openDatabase } from './database.ts'
import { sql } from './sql.ts'

export interface Replica {
  /** For reads that may be a second old. While the replica can't serve them, the primary does. */
  db: Db
  pools: Database['pools']
  close(): Promise<void>
}

interface ReplicaOptions extends DatabaseOptions {
  primary: Db
  primaryConnection: pg.ClientConfig
  /** Called when the replica is no longer used, and when it has been used again for a while. */
  onChange: (isInUse: boolean, reason?: unknown) => void
  maxAgeMs?: number
}

/** What the primary had written at least by this time, as a position in its log. */
interface LogPosition {
  position: number
  takenAtMs: number
}

const MAX_AGE_MS = 1000
/** Short enough that a replica that is half a second behind stays in use. */
const CHECK_INTERVAL_MS = 250
/** A replica that is now current and now not is reported once; it serves reads whenever it is current. */
const SETTLED_MS = 2000
const PrimaryState = Type.Object({ position: Type.Integer() })
const ReplicaState = Type.Object({ isStandby: Type.Boolean(), replayed: Nullable(Type.Integer()) })

/**
 * A streaming replica of the primary. It serves a read only if it is known to have replayed everything that was
 * committed a second before the read: what the primary had written at some check within the last second. So whatever
 * delays a check or the replica, a read is never older.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { primary, primaryConnection, onChange, maxAgeMs = MAX_AGE_MS, ...databaseOptions } = options
  const replica = openDatabase({ ...databaseOptions, name: 'replica' })
  // A connection of its own to each: a busy pool must not make a current replica look old. A slower check is useless.
  const checkOptions = { ...databaseOptions, maxConnections: 2, queryTimeoutMs: maxAgeMs, timings: {} }
  const checked = {
    primary: openDatabase({ ...checkOptions, connection: primaryConnection }),
    replica: openDatabase(checkOptions),
  }
  let positions: LogPosition[] = []
  /** Everything that was committed before is on the replica. */
  let currentAsOfMs = Number.NEGATIVE_INFINITY
  let isInUse: boolean | undefined
  let lostAtMs = Number.NEGATIVE_INFINITY
  let isChecking = false
  let isClosed = false

  const isCurrent = () => performance.now() - currentAsOfMs <= maxAgeMs
  function report(reason: unknown): void {
    const next = isCurrent()
    if (!next) lostAtMs = performance.now()
    const isSettled = performance.now() - lostAtMs >= SETTLED_MS
    if (next === isInUse || isClosed || (next && !isSettled)) return
    isInUse = next
    onChange(next, next ? undefined : reason)
  }
  function abandon(reason: unknown): void {
    currentAsOfMs = Number.NEGATIVE_INFINITY
    report(reason)
  }

  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    const takenAtMs = performance.now()
    try {
      const { position } = await readPosition(checked.primary)
      positions = [...positions.filter((one) => takenAtMs - one.takenAtMs <= maxAgeMs), { position, takenAtMs }]
      const { isStandby, replayed } = await readProgress(checked.replica)
      if (!isStandby) throw new Error('the replica is not a standby: it replays nothing')
      const reached = positions.findLast(({ position }) => replayed !== null && position <= replayed)
      currentAsOfMs = reached?.takenAtMs ?? Number.NEGATIVE_INFINITY
      report(new Error('the replica lags behind'))
    } catch (error) {
      abandon(error)
    }
    isChecking = false
  }

  const onPrimaryIfUnavailable = async <Result>(read: (db: Db) => Promise<Result>): Promise<Result> => {
    if (!isCurrent()) return read(primary)
    try {
      return await read(replica)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      abandon(error)
      return read(primary)
    }
  }

  await check()
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS)
  timer.unref()
  return {
    db: {
      rows: (row, statement) => onPrimaryIfUnavailable((db) => db.rows(row, statement)),
      row: (row, statement) => onPrimaryIfUnavailable((db) => db.row(row, statement)),
      one: (row, statement) => onPrimaryIfUnavailable((db) => db.one(row, statement)),
      // Whatever may write goes to the primary.
      run: primary.run,
      defer: primary.defer,
      together: primary.together,
      transaction: primary.transaction,
      notify: primary.notify,
      isTransaction: false,
    },
    pools: replica.pools,
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all([replica, checked.primary, checked.replica].map((database) => database.close()))
    },
  }
}

/** What has been committed has been written before, unless the primary runs with `synchronous_commit = off`. */
const readPosition = (db: Db) => db.one(PrimaryState, sql`select (pg_current_wal_lsn() - '0/0')::bigint as position`)

/** A replica that was promoted continues with data of its own. */
const readProgress = (db: Db) =>
  db.one(
    ReplicaState,
    sql`select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0')::bigint as replayed`,
  )

/** No connection, a shutdown, too many connections, or a conflict with what the replica has to replay. */
function isUnavailable(error: unknown): boolean {
  const { severity, code = '' } = error as { severity?: string; code?: string }
  // Only an error of the database itself has a severity; the others are of the connection.
  return severity === undefined || /^(08|57P|53300|40001|40P01|25006)/.test(code)
}
