import { Type } from 'typebox'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

const Oldest = Type.Object({ seconds: Type.Number() })

/** How long the oldest job that could run has been waiting for a worker; 0 when none waits. */
export async function oldestOverdueSeconds(db: Db): Promise<number> {
  // In the order of graphile-worker's own index, so that a long backlog is not read: all jobs have the same priority.
  const oldest = await db.row(
    Oldest,
    sql`
      select extract(epoch from now() - run_at)::float8 as seconds
      from graphile_worker._private_jobs
      where is_available and run_at <= now()
      order by priority, run_at
      limit 1`,
  )
  return Math.max(0, Math.round((oldest?.seconds ?? 0) * 10) / 10)
}
