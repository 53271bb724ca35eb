import { Redis } from 'ioredis'
import { afterAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest'
import { openCluster, openRedis, type RedisServer } from '../../../test/redis.ts'
import { connectRedis, disconnectRedis } from './connect-redis.ts'
import { openFallbackLimiter } from './fallback-limiter.ts'
import type { LimitDecision, Limiter } from './limiter.ts'
import { openMemoryLimiter } from './memory-limiter.ts'
import {
  agentQuota,
  anonymousQuota,
  KEY_LIMITS,
  type KeyLimit,
  keyQuota,
  rateLimitOf,
  STOREFRONT_TIERS,
  visitorQuota,
} from './quotas.ts'
import { openRedisLimiter } from './redis-limiter.ts'

interface LimiterSetup {
  limiter: Limiter
  passMs(ms: number): void
}

const START_MS = Date.parse('2030-01-01T00:00:00.400Z')

/** Counts are exact however long a busy machine takes. */
const PATIENCE_MS = 120_000

type OpenLimiter = (context: TestContext) => Promise<LimiterSetup>

const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closers.map((close) => close()))
})
const onEnd = (close: () => Promise<void>) => void closers.push(close)

function manualClock() {
  let nowMs = START_MS
  const passMs = (ms: number) => {
    nowMs += ms
  }
  return { clock: () => nowMs, passMs }
}

/** Started once for all tests here, and flushed before each. */
function openRedisSetup(start: (context: TestContext) => Promise<{ url: string; nodes: RedisServer[] }>): OpenLimiter {
  let started: ReturnType<typeof start> | undefined
  return async (context) => {
    started ??= start(context)
    const { url, nodes } = await started
    await Promise.all(nodes.map(({ client }) => client.flushall()))
    const redis = connectRedis(url, { socketTimeout: PATIENCE_MS })
    onTestFinished(() => disconnectRedis(redis))
    const { clock, passMs } = manualClock()
    const limiter = openRedisLimiter({ redis, clock, timeoutMs: PATIENCE_MS })
    await expect.poll(() => limiter.probe().then(() => 'there')).toBe('there')
    return { limiter, passMs }
  }
}

const engines: Record<string, OpenLimiter> = {
  memory: async () => {
    const { clock, passMs } = manualClock()
    return { limiter: openMemoryLimiter({ clock }), passMs }
  },
  Redis: openRedisSetup(async (context) => {
    const redis = await openRedis(context, { onEnd })
    return { url: redis.url, nodes: [redis] }
  }),
  'Redis Cluster': openRedisSetup((context) => openCluster(context, onEnd)),
}

const shop = {
  workspaceId: '0190b7a0-0000-7000-8000-000000000001',
  environmentId: '0190b7a0-0000-7000-8000-000000000001',
  mode: 'live',
} as const
const sandbox = { ...shop, environmentId: '0190b7a0-0000-7000-8000-000000000002', mode: 'test' } as const

const times = <Result>(count: number, work: () => Result | Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work))
const allowedOnly = (decisions: LimitDecision[]) => decisions.filter(({ allowed }) => allowed)

describe.each(Object.entries(engines))('the limiter in %s', (_name, open) => {
  it('D2 C3 counts each class up to its limit, and half of it in the sandbox, on separate counters', async (context) => {
    const { limiter } = await open(context)
    for (const name of Object.keys(KEY_LIMITS) as KeyLimit[]) {
      for (const environment of [shop, sandbox]) {
        const { limit, windowMs } = rateLimitOf(environment.mode, name)
        const decisions = await times(limit + 10, () => limiter.decide(keyQuota(environment, name), 1))
        expect([name, allowedOnly(decisions).length]).toEqual([name, limit])
        expect(new Set(decisions.map(({ resetMs }) => resetMs))).toEqual(new Set([START_MS + windowMs]))
      }
    }
  })

  it('D2 counts workspaces separately', async (context) => {
    const { limiter } = await open(context)
    const other = { ...shop, workspaceId: '0190b7a0-0000-7000-8000-000000000009' }
    await times(70, () => limiter.decide(keyQuota(shop, 'chat'), 1))
    expect(await limiter.decide(keyQuota(other, 'chat'), 1)).toMatchObject({ allowed: true, remaining: 59 })
  })

  it('B8 C3 counts agent keys separately from all others', async (context) => {
    const { limiter } = await open(context)
    for (const [environment, limit] of [
      [shop, 100],
      [sandbox, 50],
    ] as const) {
      const decisions = await times(limit + 10, () => limiter.decide(agentQuota(environment), 1))
      expect(allowedOnly(decisions)).toHaveLength(limit)
      const others = await limiter.decide(keyQuota(environment, 'default'), 1)
      expect(others).toMatchObject({ allowed: true, remaining: limit - 1 })
    }
  })

  it('D3 D4 D7 counts visitors and strangers separately, each by address and tier, IPv6 by its /64', async (context) => {
    const { limiter } = await open(context)
    for (const quotaOf of [visitorQuota, anonymousQuota]) {
      for (const [tier, { limit }] of Object.entries(STOREFRONT_TIERS) as [
        keyof typeof STOREFRONT_TIERS,
        { limit: number },
      ][]) {
        const decisions = await times(limit + 3, () => limiter.decide(quotaOf('2001:db8:1:2::7', tier), 1))
        expect(allowedOnly(decisions)).toHaveLength(limit)
        expect((await limiter.decide(quotaOf('2001:db8:1:2:ffff::9', tier), 1)).allowed).toBe(false)
        expect((await limiter.decide(quotaOf('2001:db8:1:3::7', tier), 1)).allowed).toBe(true)
        expect((await limiter.decide(quotaOf('192.0.2.1', tier), 1)).allowed).toBe(true)
      }
    }
  })

  it('D5 lets exactly 60 of 1,000 concurrent requests pass; Remaining falls by one from 59 to 0 and never rises', async (context) => {
    const { limiter } = await open(context)
    const decisions = await times(1000, () => limiter.decide(keyQuota(shop, 'chat'), 1))
    const remaining = allowedOnly(decisions).map((decision) => decision.remaining)
    expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: 60 }, (_, index) => 59 - index))
    expect(decisions.filter(({ allowed }) => !allowed).every((decision) => decision.remaining === 0)).toBe(true)
  })

  it('D5 opens a window with the first request it counts; rejections neither count nor extend it', async (context) => {
    const { limiter, passMs } = await open(context)
    const quota = keyQuota(shop, 'chat')
    await limiter.decide(quota, 1)
    passMs(30_000)
    await times(100, () => limiter.decide(quota, 1))
    passMs(29_999)
    expect(await limiter.decide(quota, 1)).toMatchObject({ allowed: false, remaining: 0, resetMs: START_MS + 60_000 })
    passMs(1)
    expect(await limiter.decide(quota, 1)).toMatchObject({ allowed: true, remaining: 59, resetMs: START_MS + 120_000 })
    passMs(1_000_000)
    expect(await limiter.decide(quota, 1)).toMatchObject({ remaining: 59, resetMs: START_MS + 1_120_000 })
  })

  it('D6 reads without counting or opening a window', async (context) => {
    const { limiter, passMs } = await open(context)
    const quota = keyQuota(shop, 'catalog-list')
    const unused = { allowed: true, remaining: 120 }
    expect(await limiter.decide(quota, 0)).toMatchObject({ ...unused, resetMs: START_MS + 60_000 })
    passMs(1000)
    expect(await limiter.decide(quota, 0)).toMatchObject({ ...unused, resetMs: START_MS + 61_000 })
    await times(150, () => limiter.decide(quota, 1))
    expect(await limiter.decide(quota, 0)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('D5 neither resets a counter nor extends a window when the clock is set back', async (context) => {
    const { limiter, passMs } = await open(context)
    await times(60, () => limiter.decide(keyQuota(shop, 'chat'), 1))
    passMs(-86_400_000)
    const resetMs = START_MS - 86_400_000 + 60_000
    expect(await limiter.decide(keyQuota(shop, 'chat'), 1)).toMatchObject({ allowed: false, remaining: 0, resetMs })
  })

  it('D5 D8 counts sixty groups in one turn, wherever their counters are', async (context) => {
    const { limiter } = await open(context)
    const quotas = Array.from({ length: 60 }, (_, index) => visitorQuota(`192.0.2.${index}`, 'checkout'))
    const rounds = await Promise.all([...quotas, ...quotas].map((quota) => limiter.decide(quota, 1)))
    const remaining = rounds.map((decision) => decision.remaining).sort((a, b) => b - a)
    expect(remaining).toEqual([...Array(60).fill(4), ...Array(60).fill(3)])
  })
})

describe('openMemoryLimiter', () => {
  it('D5 D8 keeps a limited address limited despite a million others, and holds no more counters than its maximum', async () => {
    const limiter = openMemoryLimiter({ clock: () => START_MS })
    const victim = anonymousQuota('192.0.2.1', 'read')
    await times(120, () => limiter.decide(victim, 1))
    await times(60, () => limiter.decide(keyQuota(shop, 'chat'), 1))
    for (let index = 0; index < 1_000_000; index++) {
      const ip = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
      await limiter.decide(anonymousQuota(ip, 'read'), 1)
    }
    expect((await limiter.decide(victim, 1)).allowed).toBe(false)
    expect((await limiter.decide(keyQuota(shop, 'chat'), 1)).allowed).toBe(false)
    expect(limiter.size()).toBeLessThanOrEqual(100_000 + 4096 + 1)
    // New addresses share counters with their neighbors, so others are hardly affected; visitors have their own room.
    const others = Array.from({ length: 10 }, (_, index) => anonymousQuota(`${index + 100}.51.100.7`, 'read'))
    const decisions = await Promise.all(others.map((quota) => limiter.decide(quota, 1)))
    expect(decisions.filter(({ allowed }) => allowed).length).toBeGreaterThanOrEqual(8)
    expect(await limiter.decide(visitorQuota('10.9.9.9', 'read'), 1)).toMatchObject({ remaining: 119 })
  })

  it('D5 removes ended windows', async () => {
    let nowMs = START_MS
    const limiter = openMemoryLimiter({ clock: () => nowMs })
    for (let index = 0; index < 1000; index++)
      await limiter.decide(visitorQuota(`10.0.${index >> 8}.${index & 255}`, 'read'), 1)
    await limiter.decide(keyQuota(shop, 'shopify-sync'), 1)
    expect(limiter.size()).toBe(1001)
    nowMs += 60_000
    await limiter.decide(visitorQuota('10.9.9.9', 'read'), 1)
    expect(limiter.size()).toBe(2)
  })
})

describe('keys in Redis', () => {
  const key = { keyId: 'key_1', isFresh: false }

  it('B4 D8 returns the state of the key in the same round trip; a late "active" does not undo a revocation', async (context) => {
    const { url } = await openRedis(context)
    const redis = new Redis(url)
    onTestFinished(() => redis.disconnect())
    const limiter = openRedisLimiter({ redis, timeoutMs: PATIENCE_MS })
    const decide = (isFresh: boolean) => limiter.decide(keyQuota(shop, 'chat'), 1, { ...key, isFresh })
    expect(await decide(false)).toMatchObject({ key: 'unknown', remaining: 59 })
    // Sent together: the state lasts three seconds, which a busy machine may take for two requests.
    const [fresh, later] = await Promise.all([decide(true), decide(false)])
    expect(fresh).toMatchObject({ key: 'active', remaining: 58 })
    expect(later).toMatchObject({ key: 'active', remaining: 57 })
    await limiter.markRevoked(shop.workspaceId, key.keyId)
    expect(await decide(false)).toMatchObject({ key: 'revoked' })
    expect(await decide(true)).toMatchObject({ key: 'revoked' })
    expect(await limiter.decide(keyQuota(shop, 'chat'), 0)).toMatchObject({ remaining: 57 })
  })

  it("B4 trusts the database's result for three seconds", async (context) => {
    const { url, client } = await openRedis(context)
    const redis = new Redis(url)
    onTestFinished(() => redis.disconnect())
    const commands: string[] = []
    const monitor = await client.monitor()
    onTestFinished(() => monitor.disconnect())
    monitor.on('monitor', (_time: string, command: string[]) => void commands.push(command.join(' ')))
    await openRedisLimiter({ redis, timeoutMs: PATIENCE_MS }).decide(keyQuota(shop, 'chat'), 1, {
      ...key,
      isFresh: true,
    })
    await expect.poll(() => commands).toContain(`SET {${shop.workspaceId}}:key:${key.keyId} active PX 3000`)
  })
})

describe('a Redis that hangs', () => {
  it('D8 delays three requests, and none until it responds again', async (context) => {
    const server = await openRedis(context)
    const redis = connectRedis(server.url, { socketTimeout: PATIENCE_MS })
    onTestFinished(() => disconnectRedis(redis))
    const shared = openRedisLimiter({ redis, timeoutMs: 50 })
    await expect.poll(() => shared.probe().then(() => 'there')).toBe('there')
    let sharedCalls = 0
    const changes: boolean[] = []
    const limiter = openFallbackLimiter({
      shared: {
        ...shared,
        decide: (...request) => {
          sharedCalls += 1
          return shared.decide(...request)
        },
      },
      local: openMemoryLimiter({ clock: () => START_MS }),
      onChange: (isDegraded) => changes.push(isDegraded),
    })
    onTestFinished(() => limiter.stop())
    server.pause()
    for (let left = 59; left > 39; left--) {
      expect(await limiter.decide(keyQuota(shop, 'chat'), 1)).toMatchObject({ remaining: left })
    }
    expect([sharedCalls, changes]).toEqual([3, [true]])
    server.resume()
    await expect.poll(() => limiter.isDegraded()).toBe(false)
    expect(changes).toEqual([true, false])
    await limiter.decide(keyQuota(shop, 'chat'), 1)
    expect(sharedCalls).toBe(4)
  })
})
