import { connectRedis } from '../../server/src/http/limits/connect-redis.ts'
import type { Limiter } from '../../server/src/http/limits/limiter.ts'
import { openMemoryLimiter } from '../../server/src/http/limits/memory-limiter.ts'
import { keyQuota, visitorQuota } from '../../server/src/http/limits/quotas.ts'
import { openRedisLimiter } from '../../server/src/http/limits/redis-limiter.ts'

const MILLION = 1_000_000
const workspace = (index: number) => ({
  workspaceId: `0190b7a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
  environmentId: '',
  mode: 'live' as const,
})
const address = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** Measures the cost of one decision and the memory of a million counters. */
export async function measureDecisions(redisUrl: string | undefined): Promise<void> {
  const rows = [await measureMemory()]
  if (redisUrl) rows.push(await measureRedis(redisUrl))
  console.table(rows)
}

async function measureMemory() {
  const small = openMemoryLimiter({ clock: Date.now })
  await measureMicros(small, 200_000, 1)
  const µs = await measureMicros(small, MILLION, 1)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const large = openMemoryLimiter({ clock: Date.now, maxAddresses: MILLION })
  for (let index = 0; index < MILLION; index++) await large.decide(visitorQuota(address(index), 'checkout'), 1)
  globalThis.gc?.()
  const bytes = process.memoryUsage().heapUsed - before
  return {
    engine: 'memory',
    'µs per decision': µs.toFixed(2),
    'decisions/s': Math.round(1e6 / µs),
    'a million counters': `${Math.round(bytes / 1e6)} MB (${large.size()})`,
    'with the default bound of twice 100,000': `${Math.round((bytes / 1e6) * 0.2)} MB`,
  }
}

async function measureRedis(url: string) {
  const redis = connectRedis(url)
  const limiter = openRedisLimiter({ redis })
  for (let tries = 0; tries < 100 && redis.status !== 'ready'; tries++) await new Promise((r) => setTimeout(r, 50))
  await redis.flushall()
  await measureMicros(limiter, 5000, 1)
  const sequential = await measureMicros(limiter, 20_000, 1)
  const concurrent = await measureMicros(limiter, 200_000, 100)
  const used = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1])
  await redis.flushall()
  const before = await used()
  for (let index = 0; index < MILLION; index += 1000) {
    const batch = Array.from({ length: 1000 }, (_, n) => visitorQuota(address(index + n), 'checkout'))
    await Promise.all(batch.map((quota) => limiter.decide(quota, 1)))
  }
  const bytes = (await used()) - before
  redis.disconnect()
  return {
    engine: 'Redis',
    'µs per decision': `${sequential.toFixed(0)} sequential, ${concurrent.toFixed(1)} with 100 at once`,
    'decisions/s': Math.round(1e6 / concurrent),
    'a million counters': `${Math.round(bytes / 1e6)} MB in Redis`,
    'with the default bound of twice 100,000': 'no limit: windows expire on their own',
  }
}

/** Microseconds per decision. */
async function measureMicros(limiter: Limiter, count: number, concurrency: number): Promise<number> {
  const startedMs = performance.now()
  for (let index = 0; index < count; index += concurrency) {
    if (concurrency === 1) await limiter.decide(keyQuota(workspace(index % 1000), 'default'), 1)
    else
      await Promise.all(
        Array.from({ length: concurrency }, (_, n) =>
          limiter.decide(keyQuota(workspace((index + n) % 1000), 'default'), 1),
        ),
      )
  }
  return ((performance.now() - startedMs) * 1000) / count
}
