import type { Ctx } from '../../ctx.ts'
import type { Limiter } from '../../http/limits/limiter.ts'
import { CLASSES, type LimitClass, quotaOfKey, TIERS } from '../../http/limits/table.ts'
import { listCounts } from './queries.ts'
import type { Limits } from './schemas.ts'
import { BUCKET_MS } from './usage.ts'

const DAY_MS = 86_400_000

export async function describeLimits(ctx: Ctx, limiter: Limiter): Promise<Limits> {
  const since = new Date(Math.floor((ctx.now.getTime() - DAY_MS) / BUCKET_MS) * BUCKET_MS)
  const [classes, counts] = await Promise.all([
    Promise.all(Object.keys(CLASSES).map((name) => describeClass(ctx, limiter, name as LimitClass))),
    listCounts(ctx, since),
  ])
  const names = [...new Set(counts.map(({ quota }) => quota))]
  const pointsOf = (name: string) =>
    counts
      .filter(({ quota }) => quota === name)
      .map(({ startsAt, accepted, refused }) => ({ startsAt, accepted, refused }))
  return {
    classes,
    storefront: Object.entries(TIERS).map(([tier, { counts, limit, windowMs }]) => ({
      name: `storefront-${tier}`,
      counts,
      limit,
      windowSeconds: windowMs / 1000,
    })),
    history: {
      since: since.toISOString(),
      bucketSeconds: BUCKET_MS / 1000,
      series: names.map((name) => ({ name, points: pointsOf(name) })),
    },
  }
}

async function describeClass(ctx: Ctx, limiter: Limiter, name: LimitClass) {
  const quota = quotaOfKey(ctx, name)
  const { limit, remaining, resetMs } = await limiter.decide(quota, 0)
  return {
    name,
    counts: quota.counts,
    limit,
    windowSeconds: quota.windowMs / 1000,
    used: limit - remaining,
    resetAt: new Date(resetMs).toISOString(),
  }
}
