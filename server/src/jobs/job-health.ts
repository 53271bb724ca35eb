import { Type } from 'typebox'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { HealthCheck } from '../kit/health.ts'
import { withTimeout } from '../kit/with-timeout.ts'
import type { Worker } from './worker.ts'

const OldestJobRow = Type.Object({ seconds: Type.Number() })

/** How long the oldest runnable job has been waiting for a worker; 0 when none waits. */
export async function oldestOverdueSeconds(db: Db): Promise<number> {
  // In the order of graphile-worker's own index, so that a long backlog is not scanned: all jobs have the same
  // priority.
  const oldest = await db.row(
    OldestJobRow,
    sql`
      select extract(epoch from now() - run_at)::float8 as seconds
      from graphile_worker._private_jobs
      where is_available and run_at <= now()
      order by priority, run_at
      limit 1`,
  )
  return Math.max(0, Math.round((oldest?.seconds ?? 0) * 10) / 10)
}

/** Longer than any job waits in a healthy installation. */
const MAX_OVERDUE_SECONDS = 60
const METRICS_TIMEOUT_MS = 2000

/**
 * Late jobs degrade a server that serves requests, but do not take it out of the load balancer: that would only add an
 * outage. A process that only runs jobs is not ready while it can't run them.
 */
export async function checkJobs(db: Db, worker: Worker | undefined, needsRunner = false): Promise<HealthCheck> {
  const seconds = await oldestOverdueSeconds(db)
  const backlog = { oldestOverdueSeconds: seconds }
  if (worker && !worker.isRunning()) {
    return { ok: !needsRunner, degraded: true, message: 'the job runner is restarting', ...backlog }
  }
  if (seconds > MAX_OVERDUE_SECONDS) return { ok: true, degraded: true, message: 'jobs are overdue', ...backlog }
  return { ok: true, ...backlog }
}

const JobCounts = Type.Object({ waiting: Type.Integer(), dead: Type.Integer() })

/** Bounded, so that a long backlog does not make every scrape count it. */
const countJobs = (db: Db) =>
  db.one(
    JobCounts,
    sql`
      select
        (select count(*)::integer from (
          select from graphile_worker._private_jobs where is_available and run_at <= now() limit 100000
        ) as due) as waiting,
        (select count(*)::integer from graphile_worker._private_jobs
         where attempts >= max_attempts and locked_at is null) as dead`,
  )

const readJobStats = async (db: Db) => ({
  oldestOverdueSeconds: await oldestOverdueSeconds(db),
  ...(await countJobs(db)),
})

/** For `/metrics`. */
export const jobMetrics = (db: Db, worker: Worker | undefined) => ({
  stats: () => withTimeout(readJobStats(db), METRICS_TIMEOUT_MS),
  isRunning: () => worker?.isRunning(),
})
