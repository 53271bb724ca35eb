import type { Ctx } from '../../ctx.ts'
import type { Limiter } from '../../http/limits/limiter.ts'
import { CLASSES, type LimitClass, type Quota, quotaOfAgent, quotaOfKey, TIERS } from '../../http/limits/table.ts'
import { listCounts } from './queries.ts'
import type { Limits } from './schemas.ts'
import { BUCKET_MS } from './usage.ts'

const DAY_MS = 86_400_000

export async function describeLimits(ctx: Ctx, limiter: Limiter, withHistory: boolean): Promise<Limits> {
  const names = Object.keys(CLASSES) as LimitClass[]
  const [classes, history] = await Promise.all([
    Promise.all(
      [...names.map((name) => quotaOfKey(ctx, name)), quotaOfAgent(ctx)].map((quota) => describeUse(limiter, quota)),
    ),
    withHistory ? describeHistory(ctx) : undefined,
  ])
  const storefront = Object.entries(TIERS).map(([tier, { counts, limit, windowMs }]) => ({
    name: `storefront-${tier}`,
    counts,
    limit,
    windowSeconds: windowMs / 1000,
  }))
  return { classes, storefront, ...(history && { history }) }
}

async function describeHistory(ctx: Ctx) {
  const since = new Date(Math.floor((ctx.now.getTime() - DAY_MS) / BUCKET_MS) * BUCKET_MS)
  const counts = await listCounts(ctx, since)
  const series = Object.entries(Object.groupBy(counts, ({ quota }) => quota)).map(([name, points = []]) => ({
    name,
    points: points.map(({ startsAt, accepted, refused }) => ({ startsAt, accepted, refused })),
  }))
  return { since: since.toISOString(), bucketSeconds: BUCKET_MS / 1000, series }
}

async function describeUse(limiter: Limiter, quota: Quota) {
  const { limit, remaining, resetMs } = await limiter.decide(quota, 0)
  return {
    name: quota.name,
    counts: quota.counts,
    limit,
    windowSeconds: quota.windowMs / 1000,
    used: limit - remaining,
    resetAt: new Date(resetMs).toISOString(),
  }
}
