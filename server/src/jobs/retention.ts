import { Type } from 'typebox'
import type { SystemCtx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { countPruned, newActivity } from '../kit/activity.ts'
import { DEFAULT_RETENTION, type Retention } from '../kit/retention.ts'
import type { Schedule } from './job.ts'

export interface RetentionRule {
  /** In the log and in metrics. */
  name: string
  /** A setting, or a number of days that is part of the API. */
  keep: keyof Retention | { days: number }
  /** Once a day at night, for what looks at each environment. Others run every hour. */
  isDaily?: boolean
  /** Deletes up to about `limit` rows, by an index; returns how many. It is called again until there are fewer. */
  prune: (ctx: SystemCtx, before: Date, limit: number) => Promise<number>
}

const DAY_MS = 86_400_000
const NIGHT_HOUR = 3
/** Some milliseconds of locks per statement. */
const BATCH_SIZE = 1000

/** The one job that deletes what is older than its retention. A rule that fails does not stop the others. */
export const pruneSchedule = (rules: RetentionRule[], retention: Retention): Schedule => ({
  name: 'retention.prune',
  cron: '17 * * * *',
  run: async (ctx) => {
    const errors: unknown[] = []
    for (const rule of rules) {
      if (rule.isDaily && ctx.now.getUTCHours() !== NIGHT_HOUR) continue
      await applyRetention(ctx, rule, retention).catch((error: unknown) => errors.push(error))
    }
    if (errors.length > 0) throw new AggregateError(errors, 'some old data could not be deleted')
  },
})

/** When the worker stops, the next run continues. */
export async function applyRetention(
  ctx: SystemCtx,
  { name, keep, prune }: RetentionRule,
  retention: Retention = DEFAULT_RETENTION,
): Promise<number> {
  const days = typeof keep === 'string' ? retention[keep] : keep.days
  if (days === undefined) return 0
  const before = new Date(ctx.now.getTime() - days * DAY_MS)
  const startedAt = performance.now()
  const total = await inBatches(ctx, async (limit) => {
    const count = await prune(ctx, before, limit)
    countPruned(ctx.perServer(newActivity), name, count)
    return count
  })
  if (total > 0) {
    ctx.log.info({ data: name, rows: total, ms: Math.round(performance.now() - startedAt) }, 'deleted old data')
  }
  return total
}

/**
 * Repeats what changes up to `limit` rows until there are fewer, so that no statement holds many locks or runs into the
 * time limit. Stops between two batches when the worker stops.
 */
export async function inBatches(
  ctx: SystemCtx,
  work: (limit: number) => Promise<number>,
  limit = BATCH_SIZE,
): Promise<number> {
  let total = 0
  for (let count = limit; count >= limit && !ctx.signal.aborted; total += count) count = await work(limit)
  return total
}

const EnvironmentRow = Type.Object({ id: Type.String() })

/** For tables without an index over all environments: one environment per statement. */
export async function pruneEachEnvironment(
  ctx: SystemCtx,
  limit: number,
  prune: (environmentId: string) => Promise<number>,
): Promise<number> {
  let total = 0
  for (const { id } of await ctx.db.rows(EnvironmentRow, sql`select id from environments order by id`)) {
    total += await inBatches(ctx, () => prune(id), limit)
  }
  return total
}
