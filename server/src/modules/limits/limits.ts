import type { Ctx } from '../../ctx.ts'
import type { Limiter } from '../../http/limits/limiter.ts'
import {
  agentQuota,
  KEY_LIMITS,
  type KeyLimit,
  keyQuota,
  type Quota,
  STOREFRONT_TIERS,
} from '../../http/limits/quotas.ts'
import { getRateLimitFactor } from '../workspaces/workspaces.ts'
import { listRequestCounts } from './queries.ts'
import type { Limits } from './schemas.ts'
import { BUCKET_MS } from './usage.ts'

const DAY_MS = 86_400_000

export async function getLimits(ctx: Ctx, limiter: Limiter, withHistory: boolean): Promise<Limits> {
  const names = Object.keys(KEY_LIMITS) as KeyLimit[]
  const factor = await getRateLimitFactor(ctx)
  const [limits, history] = await Promise.all([
    Promise.all(
      [...names.map((name) => keyQuota(ctx, name, factor)), agentQuota(ctx, factor)].map((quota) =>
        getUsage(limiter, quota),
      ),
    ),
    withHistory ? getHistory(ctx) : undefined,
  ])
  const storefront = Object.entries(STOREFRONT_TIERS).map(([tier, { description, limit, windowMs }]) => ({
    name: `storefront-${tier}`,
    description,
    limit,
    windowSeconds: windowMs / 1000,
  }))
  return { limits, storefront, ...(history && { history }) }
}

async function getHistory(ctx: Ctx) {
  const since = new Date(Math.floor((ctx.now.getTime() - DAY_MS) / BUCKET_MS) * BUCKET_MS)
  const counts = await listRequestCounts(ctx, since)
  const series = Object.entries(Object.groupBy(counts, ({ quota }) => quota)).map(([name, points = []]) => ({
    name,
    points: points.map(({ startsAt, accepted, rejected }) => ({ startsAt, accepted, rejected })),
  }))
  return { since: since.toISOString(), bucketSeconds: BUCKET_MS / 1000, series }
}

async function getUsage(limiter: Limiter, quota: Quota) {
  const { limit, remaining, resetMs } = await limiter.decide(quota, 0)
  return {
    name: quota.name,
    description: quota.description,
    limit,
    windowSeconds: quota.windowMs / 1000,
    used: limit - remaining,
    resetAt: new Date(resetMs).toISOString(),
  }
}
