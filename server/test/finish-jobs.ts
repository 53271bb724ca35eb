import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './open-server.ts'

/** How long no job may end before they count as stuck. However slow the machine is, one ends once in a while. */
const STUCK_MS = 120_000

/** Until no job is left, for as long as they become fewer or others. */
export async function finishJobs({ db }: Pick<TestServer, 'db'>): Promise<void> {
  let last = ''
  let changedMs = performance.now()
  for (;;) {
    const { rows } = await db.pool.query<{ count: number; state: string }>(
      `select count(*)::int as count, count(*) || ' ' || coalesce(sum(id), 0) || ' ' || coalesce(sum(attempts), 0) as state
       from graphile_worker._private_jobs`,
    )
    const [jobs] = rows
    if (!jobs || jobs.count === 0) return
    if (jobs.state !== last) changedMs = performance.now()
    last = jobs.state
    if (performance.now() - changedMs > STUCK_MS) throw new Error(`${jobs.count} jobs are stuck`)
    await sleep(50)
  }
}
