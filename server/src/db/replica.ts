import { Type } from 'typebox'
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
  /** Called when the replica is no longer used, and when it is used again. */
  onChange: (isInUse: boolean, reason?: unknown) => void
  checkIntervalMs?: number
}

const CHECK_INTERVAL_MS = 1000
const PrimaryPosition = Type.Object({ position: Type.String() })
const ReplicaState = Type.Object({ hasReached: Type.Boolean() })

/**
 * A streaming replica of the primary. It is used while it has replayed everything that the primary had written at the
 * check before the last one, so reads are about two seconds old at most. One that fails or lags behind is skipped until
 * a check succeeds.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { primary, onChange, checkIntervalMs = CHECK_INTERVAL_MS, ...databaseOptions } = options
  const replica = openDatabase(databaseOptions)
  let isInUse: boolean | undefined
  let isChecking = false
  let previousPosition: string | undefined
  const use = (next: boolean, reason?: unknown) => {
    if (next !== isInUse) onChange(next, reason)
    isInUse = next
  }

  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      const { position } = await readPosition(primary)
      const { hasReached } = await hasReplayed(replica, previousPosition ?? position)
      previousPosition = position
      use(hasReached, hasReached ? undefined : new Error('the replica lags behind'))
    } catch (error) {
      use(false, error)
    }
    isChecking = false
  }

  const onPrimaryIfUnavailable = async <Result>(read: (db: Db) => Promise<Result>): Promise<Result> => {
    if (!isInUse) return read(primary)
    try {
      return await read(replica)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      use(false, error)
      return read(primary)
    }
  }

  await check()
  const timer = setInterval(() => void check(), checkIntervalMs)
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
    pools: { replica: replica.pool, replica_generic_plan: replica.genericPlanPool },
    async close() {
      clearInterval(timer)
      await replica.close()
    },
  }
}

const readPosition = (db: Db) => db.one(PrimaryPosition, sql`select pg_current_wal_lsn()::text as position`)

/** A database that replays nothing, such as a logical replica, has no position: it counts as up to date. */
const hasReplayed = (db: Db, position: string) =>
  db.one(
    ReplicaState,
    sql`
      select not pg_is_in_recovery() or coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as has_reached`,
  )

/** No connection, a shutdown, too many connections, or a conflict with what the replica has to replay. */
function isUnavailable(error: unknown): boolean {
  const { severity, code = '' } = error as { severity?: string; code?: string }
  // Only an error of the database itself has a severity; the others are of the connection.
  return severity === undefined || /^(08|57P|53300|40001|25006)/.test(code)
}
