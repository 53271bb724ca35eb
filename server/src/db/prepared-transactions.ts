import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Db } from './database.ts'
import { sql } from './sql.ts'

const POLL_MS = 10
const TIMEOUT_MS = 10_000

const CitusRow = Type.Object({ isDistributed: Type.Boolean() })

export const isDistributed = async (db: Db): Promise<boolean> =>
  (await db.one(CitusRow, sql`select exists (select from pg_extension where extname = 'citus') as is_distributed`))
    .isDistributed

const PreparedRow = Type.Object({ names: Type.Array(Type.String()) })

/** On the node of this environment: the table tells Citus which one that is. */
const listPrepared = async (db: Db, environmentId: string): Promise<string[]> => {
  const { names } = await db.one(
    PreparedRow,
    sql`
      select coalesce(array_agg(prepared.gid), '{}') as names
      from (select count(*) from order_counters where environment_id = ${environmentId}) as node
      cross join pg_prepared_xact() as prepared
      where prepared.dbid = (select oid from pg_database where datname = current_database())`,
  )
  return names
}

/**
 * A distributed database commits a change and its job on the coordinator first, where the job is: a worker may take it before
 * the change is visible on its own node, and would find nothing to do. Until then the transaction is prepared there, for a
 * moment, or after a crash until Citus has decided it. Throws if that takes long, so that the job is retried.
 */
export async function waitForPreparedTransactions(db: Db, environmentId: string): Promise<void> {
  let pending = await listPrepared(db, environmentId)
  for (const deadline = Date.now() + TIMEOUT_MS; pending.length > 0; ) {
    if (Date.now() > deadline) throw new Error('a transaction that may have enqueued this job is still in doubt')
    await sleep(POLL_MS)
    const current = new Set(await listPrepared(db, environmentId))
    pending = pending.filter((name) => current.has(name))
  }
}
