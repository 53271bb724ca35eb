import { describe, expect, it } from 'vitest'
import { limitedRoutes } from '../../../test/limited-routes.ts'
import { openServer } from '../../../test/open-server.ts'
import {
  type ApiClient,
  type ApiResponse,
  createApiClient,
  openIsolatedShop,
  openShop,
  type Shop,
} from '../../../test/open-shop.ts'
import { signIn } from '../../../test/sign-in.ts'
import { KEY_LIMITS } from '../../http/limits/quotas.ts'
import { setRateLimitFactor } from '../workspaces/workspaces.ts'
import type { Limits } from './schemas.ts'

const extra = { routes: limitedRoutes }
const HOUR_MS = 3_600_000

const limitsIn = ({ status, body }: ApiResponse): Required<Limits> => {
  expect(status).toBe(200)
  return body
}
const usedIn = (limits: Pick<Limits, 'limits'>) =>
  Object.fromEntries(limits.limits.map(({ name, used }) => [name, used]))
const NOTHING = Object.fromEntries([...Object.keys(KEY_LIMITS), 'agent'].map((name) => [name, 0]))

const getLimits = (member: ApiClient, environmentId: string) =>
  member.get('/dashboard/api/v1/limits', { 'x-environment-id': environmentId })

async function repeat(times: number, call: () => Promise<ApiResponse>): Promise<number[]> {
  return Promise.all(Array.from({ length: times }, async () => (await call()).status))
}

/** A server that closes writes its counts; another one on the same database reads them. */
async function afterRestart({ server }: Shop, clock?: () => Date) {
  await server.app.close()
  const next = await openServer({ extra, connection: server.connection, ...(clock && { clock }) })
  return async (key: string) =>
    limitsIn(await createApiClient(next.url, { authorization: `Bearer ${key}` }).get('/v1/limits')).history
}

describe('GET /v1/limits', () => {
  it('an operator can raise the limits of one workspace', async () => {
    const server = await openServer()
    const [shop, other] = [await openShop(server), await openShop(server)]
    expect(await setRateLimitFactor(server.system, shop.live.workspaceId, 5)).toBe(true)
    const limitOf = async (api: ApiClient) => {
      const { headers, body } = await api.get('/v1/limits')
      const listed = body.limits.find(({ name }: { name: string }) => name === 'default').limit
      return [Number(headers.get('x-ratelimit-limit')), listed]
    }
    expect(await Promise.all([shop.api, shop.sandbox, other.api].map(limitOf))).toEqual([
      [500, 500],
      [250, 250],
      [100, 100],
    ])
    await expect(setRateLimitFactor(server.system, shop.live.workspaceId, 0)).rejects.toThrow('check constraint')
    expect(await setRateLimitFactor(server.system, shop.test.environmentId, 5)).toBe(false)
  })

  it('D2 D3 C3 lists every limit; the sandbox has half of the limits for keys, and the same for storefronts', async () => {
    const shop = await openIsolatedShop()
    const live = limitsIn(await shop.api.get('/v1/limits'))
    const test = limitsIn(await shop.sandbox.get('/v1/limits'))
    expect(live.limits.map(({ description, limit, windowSeconds }) => [description, limit, windowSeconds])).toEqual([
      ['POST /v1/chat', 60, 60],
      ['GET /v1/catalog/products', 120, 60],
      ['GET /v1/catalog/products/:id', 120, 60],
      ['POST /v1/shopify/sync', 10, 3600],
      ['POST /v1/leads', 30, 60],
      ['all other endpoints together', 100, 60],
      ['agent keys', 100, 60],
    ])
    expect(test.limits.map(({ limit }) => limit)).toEqual([30, 60, 60, 5, 15, 50, 50])
    expect(live.storefront.map(({ name, limit, windowSeconds }) => [name, limit, windowSeconds])).toEqual([
      ['storefront-read', 120, 60],
      ['storefront-write', 30, 60],
      ['storefront-checkout', 5, 300],
    ])
    expect(test.storefront).toEqual(live.storefront)
  })

  it('omits the last 24 hours unless requested', async () => {
    const shop = await openIsolatedShop()
    expect(Object.keys((await shop.api.get('/v1/limits?history=false')).body)).toEqual(['limits', 'storefront'])
    expect((await shop.api.get('/v1/limits?history=perhaps')).status).toBe(400)
  })

  it('D2 counts the use of each limit; this request counts with a key, but not for staff', async () => {
    const shop = await openShop(await openServer({ extra }))
    const owner = await signIn(shop, 'viewer')
    await repeat(7, () => shop.api.post('/v1/limited/chat'))
    await repeat(12, () => shop.api.post('/v1/limited/shopify-sync'))
    const before = Date.now()
    const seen = limitsIn(await shop.api.get('/v1/limits'))
    expect(usedIn(seen)).toEqual({ ...NOTHING, chat: 7, 'shopify-sync': 10, default: 1 })
    const sync = seen.limits.find(({ name }) => name === 'shopify-sync')
    expect(Date.parse(sync?.resetAt ?? '')).toBeGreaterThan(before + 0.9 * HOUR_MS)

    for (let round = 0; round < 3; round++) {
      expect(usedIn(limitsIn(await getLimits(owner, shop.live.environmentId)))).toEqual(usedIn(seen))
    }
  })

  it('D5 shows an ended window as unused', async () => {
    let nowMs = Date.now()
    const shop = await openShop(await openServer({ extra, limitClock: () => nowMs }))
    await repeat(60, () => shop.api.post('/v1/limited/chat'))
    expect(usedIn(limitsIn(await shop.api.get('/v1/limits')))).toEqual({ ...NOTHING, chat: 60, default: 1 })
    nowMs += 60_000
    expect(usedIn(limitsIn(await shop.api.get('/v1/limits')))).toEqual({ ...NOTHING, default: 1 })
  })

  it('C3 shows nothing of it to another environment or workspace', async () => {
    const shop = await openShop(await openServer({ extra }))
    const other = await openShop(shop.server)
    const [owner, stranger] = await Promise.all([signIn(shop), signIn(other)])
    await repeat(5, () => shop.api.post('/v1/limited/chat'))
    await repeat(3, () => shop.storefront.get('/v1/limited/open'))
    for (const seen of [
      await getLimits(owner, shop.test.environmentId),
      await getLimits(stranger, other.live.environmentId),
      await getLimits(stranger, other.test.environmentId),
    ]) {
      expect(usedIn(limitsIn(seen))).toEqual(NOTHING)
    }
    expect((await getLimits(stranger, shop.live.environmentId)).status).toBe(404)
    expect((await createApiClient(shop.server.url).get('/v1/limits')).status).toBe(401)
    expect((await shop.storefront.get('/v1/limits')).status).toBe(401)

    const historyOf = await afterRestart(shop)
    expect((await historyOf(shop.liveKey)).series.map(({ name }) => name).sort()).toEqual(['chat', 'storefront-read'])
    for (const key of [shop.testKey, other.liveKey, other.testKey]) expect((await historyOf(key)).series).toEqual([])
  })
})

describe('the last 24 hours', () => {
  it('D2 D3 contain accepted and rejected requests, per quarter of an hour', async () => {
    const clock = () => new Date('2030-01-01T10:20:00Z')
    const shop = await openShop(await openServer({ extra, clock }))
    const statuses = await repeat(64, () => shop.api.post('/v1/limited/chat'))
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    await repeat(6, () => shop.storefront.post('/v1/checkout/limited'))
    const { since, bucketSeconds, series } = await (await afterRestart(shop, clock))(shop.liveKey)
    expect([since, bucketSeconds]).toEqual(['2029-12-31T10:15:00.000Z', 900])
    const startsAt = '2030-01-01T10:15:00.000Z'
    expect(series).toEqual([
      { name: 'chat', points: [{ startsAt, accepted: 60, rejected: 4 }] },
      { name: 'storefront-checkout', points: [{ startsAt, accepted: 5, rejected: 1 }] },
    ])
  })

  it('D2 are written every few seconds, and older ones are deleted', async () => {
    let now = new Date('2030-01-01T10:20:00Z')
    const shop = await openShop(await openServer({ extra, clock: () => now }))
    const namesOf = async () => limitsIn(await shop.api.get('/v1/limits')).history.series.map(({ name }) => name)
    await shop.api.post('/v1/limited/leads')
    await expect.poll(namesOf, { timeout: 120_000, interval: 500 }).toContain('leads')
    now = new Date(now.getTime() + 24 * HOUR_MS)
    expect(await namesOf()).toContain('leads')
    now = new Date(now.getTime() + HOUR_MS / 4)
    expect(await namesOf()).not.toContain('leads')
  })
})
