import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest'
import { limitedRoutes } from '../test/limited-routes.ts'
import { openServer } from '../test/open-server.ts'
import { type ApiResponse, createApiClient, openShop, type Shop } from '../test/open-shop.ts'
import { sendRaw } from '../test/raw-socket.ts'
import { openRedis, openSentinels, type RedisServer } from '../test/redis.ts'
import { signIn } from '../test/sign-in.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { inOwnScope, type Routes } from './http/routes.ts'
import { newApiKey } from './kit/api-key.ts'
import { createKey, revokeKey } from './modules/keys/keys.ts'

const noActor = { actor: null }
const extra = { routes: limitedRoutes }

async function openTwoServers(context: TestContext, { isDeaf = false } = {}) {
  const redis = await openRedis(context)
  const first = await openServer({ extra, redisUrl: redis.url })
  const second = await openServer({
    extra,
    redisUrl: redis.url,
    connection: first.connection,
    ignoresNotifications: isDeaf,
  })
  const shop = await openShop(first)
  const viaSecond = createApiClient(second.url, { authorization: `Bearer ${shop.liveKey}` })
  await expect.poll(() => statusOf(first.url)).toBe('ready')
  await expect.poll(() => statusOf(second.url)).toBe('ready')
  return { redis, first, second, shop, viaSecond }
}

const statusOf = async (url: string) => (await createApiClient(url).get('/readyz')).body.status
const remaining = ({ headers }: ApiResponse) => Number(headers.get('x-ratelimit-remaining'))
const sendCounted = (shop: Shop) => shop.api.post('/v1/limited/chat')

/** How often Redis has not run our script, for lack of memory. */
async function rejectedCalls({ client }: RedisServer): Promise<number> {
  const [, rejected, failed] =
    /cmdstat_evalsha:.*rejected_calls=(\d+),failed_calls=(\d+)/.exec(await client.info('commandstats')) ?? []
  return Number(rejected) + Number(failed)
}

describe('D8 with Redis', () => {
  it('D8 shares counters between servers', async (context) => {
    const { shop, viaSecond } = await openTwoServers(context)
    expect(remaining(await sendCounted(shop))).toBe(59)
    expect(remaining(await viaSecond.post('/v1/limited/chat'))).toBe(58)
    expect(remaining(await sendCounted(shop))).toBe(57)
  })

  it('D8 makes at most one round trip per request: key, visitor, stranger, preflight, 404, malformed', async (context) => {
    const { redis, shop, first } = await openTwoServers(context)
    await sendCounted(shop)
    const calls = async () => {
      const stats = await redis.client.info('commandstats')
      return Object.fromEntries(
        [...stats.matchAll(/cmdstat_(\S+?):calls=(\d+)/g)].map(([, name, count]) => [name, count]),
      )
    }
    const requests = [
      () => sendCounted(shop),
      () => shop.api.get('/v1/workspace'),
      () => shop.storefront.get('/v1/limited/open'),
      () => createApiClient(first.url).get('/v1/workspace'),
      () => shop.api.get('/v1/nothing'),
      () => shop.api.get('/v1/workspace', { 'x-workspace-id': 'another' }),
      () =>
        createApiClient(first.url).send('OPTIONS', '/v1/limited/open', undefined, {
          'access-control-request-method': 'GET',
        }),
      () => createApiClient(first.url, { authorization: 'Bearer svc_live_wrong' }).get('/v1/workspace'),
      () => createApiClient(first.url).get('/v1/%zz'),
    ]
    await redis.client.config('RESETSTAT')
    for (const send of requests) for (let index = 0; index < 10; index++) await send()
    // Commands inside the script are counted too; from outside came only the script and our own queries.
    const { evalsha, hmget, hset, pexpire, get, set, time, ...others } = await calls()
    expect(Number(evalsha)).toBe(10 * requests.length)
    expect(Number(get)).toBeLessThanOrEqual(Number(evalsha))
    expect(Object.keys(others).filter((name) => !/^(info|config\|resetstat)$/.test(name))).toEqual([])
  })

  it('B4 D8 rejects a revoked key on every other server at once, even without notifications', async (context) => {
    const { shop, first, viaSecond } = await openTwoServers(context, { isDeaf: true })
    const owner = await signIn(shop)
    let accepted = 0
    for (let round = 0; round < 10; round++) {
      const created = await createKey(first.system, shop.live.workspaceId, { label: 'k', mode: 'live' }, noActor)
      const headers = { authorization: `Bearer ${created.secret}` }
      expect((await viaSecond.get('/v1/workspace', headers)).status).toBe(200)
      const path = `/dashboard/api/workspaces/${shop.live.workspaceId}/keys/${created.key.id}/revocation`
      expect((await owner.post(path)).status).toBe(200)
      const responses = await Promise.all(Array.from({ length: 5 }, () => viaSecond.get('/v1/workspace', headers)))
      accepted += responses.filter(({ status }) => status !== 401).length
    }
    expect(accepted).toBe(0)
  })
})

describe('D8 without Redis', () => {
  it('D8 continues with local counters, reports it in readiness and metrics, and recovers', async (context) => {
    const { redis, shop, first } = await openTwoServers(context)
    expect(remaining(await sendCounted(shop))).toBe(59)
    await redis.kill()
    const alone = await sendCounted(shop)
    expect([alone.status, remaining(alone)]).toEqual([200, 59])
    expect(remaining(await sendCounted(shop))).toBe(58)
    // Health checks may be a second old.
    await expect.poll(() => statusOf(first.url)).toBe('degraded')
    const ready = await createApiClient(first.url).get('/readyz')
    expect([ready.status, ready.body.checks.redis.degraded]).toEqual([200, true])
    expect((await createApiClient(first.url).get('/metrics')).body).toContain('rate_limit_degraded 1')
    expect(first.logged.join('')).toContain('Redis is unavailable')

    await redis.start()
    await expect.poll(() => statusOf(first.url)).toBe('degraded')
    await expect.poll(async () => [await sendCounted(shop), await statusOf(first.url)][1]).toBe('ready')
    expect((await createApiClient(first.url).get('/metrics')).body).toContain('rate_limit_degraded 0')
  })

  it('B4 D8 queries the database, so that a revoked key stays rejected and revoking works', async (context) => {
    const { redis, shop, viaSecond } = await openTwoServers(context)
    const owner = await signIn(shop)
    const [before, during] = await Promise.all(
      [1, 2].map((n) => createKey(shop.server.system, shop.live.workspaceId, { label: `${n}`, mode: 'live' }, noActor)),
    )
    const getWorkspace = (value = '') => viaSecond.get('/v1/workspace', { authorization: `Bearer ${value}` })
    const revoke = (id = '') => owner.post(`/dashboard/api/workspaces/${shop.live.workspaceId}/keys/${id}/revocation`)
    for (const key of [before, during]) expect((await getWorkspace(key?.secret)).status).toBe(200)
    await revoke(before?.key.id)
    await redis.kill()
    expect((await getWorkspace(before?.secret)).status).toBe(401)
    expect((await getWorkspace(during?.secret)).status).toBe(200)
    expect((await revoke(during?.key.id)).status).toBe(200)
    expect((await getWorkspace(during?.secret)).status).toBe(401)
    await redis.start()
    await expect.poll(() => getWorkspace(shop.liveKey).then(({ status }) => status)).toBe(200)
    for (const key of [before, during]) expect((await getWorkspace(key?.secret)).status).toBe(401)
  })

  it('D8 serves requests while Redis hangs, and recovers', async (context) => {
    const redis = await openRedis(context)
    const shop = await openShop(await openServer({ extra, redisUrl: redis.url, redisTimeoutMs: undefined }))
    await expect.poll(() => statusOf(shop.server.url)).toBe('ready')
    redis.pause()
    for (let index = 0; index < 20; index++) expect((await sendCounted(shop)).status).toBe(200)
    expect(shop.server.logged.join('')).toContain('Redis is unavailable')
    redis.resume()
    await expect.poll(async () => [await sendCounted(shop), await statusOf(shop.server.url)][1]).toBe('ready')
  })

  it('D8 treats a read-only Redis as down, without flapping', async (context) => {
    const { redis, shop, first } = await openTwoServers(context)
    await sendCounted(shop)
    await redis.client.config('SET', 'maxmemory', '1')
    await expect.poll(async () => [await sendCounted(shop), await statusOf(first.url)][1]).toBe('degraded')
    const seen = new Set<string>()
    // Several probes long, all of which Redis rejects.
    for (const start = await rejectedCalls(redis); (await rejectedCalls(redis)) < start + 5; await sleep(50)) {
      expect((await shop.storefront.get('/v1/limited/open')).status).toBe(200)
      seen.add(await statusOf(first.url))
    }
    expect([...seen]).toEqual(['degraded'])
    expect(first.logged.filter((line) => line.includes('Redis is unavailable'))).toHaveLength(1)
    await redis.client.config('SET', 'maxmemory', '0')
    await expect.poll(() => statusOf(first.url)).toBe('ready')
  })

  it('B4 D8 keeps counters and revocations when Sentinel promotes a replica', async (context) => {
    const { url, promoteReplica } = await openSentinels(context)
    // A command in flight when the master died may never get a reply: it times out long before the test does.
    const server = await openServer({ extra, redisUrl: url, redisTimeoutMs: 10_000 })
    const shop = await openShop(server)
    const owner = await signIn(shop)
    await expect.poll(() => statusOf(server.url)).toBe('ready')
    const created = await createKey(server.system, shop.live.workspaceId, { label: 'k', mode: 'live' }, noActor)
    const getWorkspace = () => shop.api.get('/v1/workspace', { authorization: `Bearer ${created.secret}` })
    expect((await getWorkspace()).status).toBe(200)
    // Counted for an hour, which is longer than any promotion takes.
    const sendSync = () => shop.api.post('/v1/limited/shopify-sync')
    for (const left of [9, 8, 7]) expect(remaining(await sendSync())).toBe(left)
    await owner.post(`/dashboard/api/workspaces/${shop.live.workspaceId}/keys/${created.key.id}/revocation`)
    await promoteReplica(async () => {
      for (let index = 0; index < 5; index++) expect((await getWorkspace()).status).toBe(401)
      // Without Redis, each server counts alone.
      expect(remaining(await sendSync())).toBe(9)
    })
    await expect
      .poll(async () => [await sendCounted(shop), server.logged.join('')][1])
      .toContain('Redis is available again')
    expect(remaining(await sendSync())).toBe(6)
    expect((await getWorkspace()).status).toBe(401)
  })

  it('D8 returns 503 with Retry-After when the database is down too: never 401, never open', async (context) => {
    const dataDir = join(tmpdir(), `storedesk-both-${randomUUID()}`)
    const database = await startEmbedded({ dataDir, print: () => {}, durable: false })
    onTestFinished(() => rm(dataDir, { recursive: true }))
    await migrate(database.connection)
    const redis = await openRedis(context)
    const server = await openServer({ extra, redisUrl: redis.url, connection: database.connection })
    const shop = await openShop(server)
    await sendCounted(shop)
    await redis.kill()
    await database.stop()
    for (const response of [
      await sendCounted(shop),
      await shop.api.get('/v1/workspace'),
      await shop.storefront.get('/v1/limited/open', { 'x-workspace-id': shop.test.environmentId }),
      await createApiClient(server.url, { authorization: `Bearer ${newApiKey('live')}` }).get('/v1/workspace'),
    ]) {
      expect([response.status, response.body.error.code]).toEqual([503, 'unavailable'])
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(response.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0)
    }
  })
})

describe('B4 a server that is alone on its database', () => {
  const alone = { epoch: () => 1 as number | undefined, previousLeaseExpired: async () => {}, isHeld: async () => true }

  it('B4 does not confirm a revocation when another server has taken over: the client must retry', async () => {
    const lock = { ...alone, isHeld: async () => false }
    const shop = await openShop(await openServer({ extra, lock }))
    const owner = await signIn(shop)
    const created = await createKey(shop.server.system, shop.live.workspaceId, { label: 'k', mode: 'live' }, noActor)
    const path = `/dashboard/api/workspaces/${shop.live.workspaceId}/keys/${created.key.id}/revocation`
    const response = await owner.post(path)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    lock.isHeld = async () => true
    expect((await owner.post(path)).body).toMatchObject({ status: 'revoked' })
  })

  it('B4 does nothing for a key revoked while the request body was in transit', async () => {
    const authorized = Promise.withResolvers<void>()
    let isRun = false
    const routes: Routes = inOwnScope(async (app) => {
      // The first hook after the key was checked.
      app.addHook('preParsing', async () => authorized.resolve())
      const config = { access: 'key', limit: 'default' } as const
      const schema = {
        operationId: 'slow.body',
        tags: ['Test'],
        body: Type.Object({}),
        response: { 200: Type.Unknown() },
      }
      app.post('/slow-body', { config, schema }, async () => {
        isRun = true
      })
    })
    const shop = await openShop(await openServer({ extra: { routes }, lock: alone }))
    const created = await createKey(shop.server.system, shop.live.workspaceId, { label: 'k', mode: 'live' }, noActor)
    const head = `POST /v1/slow-body HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${created.secret}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{`
    const { workspaceId } = shop.live
    const response = await sendRaw(shop.server.port, head, {
      rest: async () => {
        await authorized.promise
        const revoke = () => revokeKey(shop.server.system, workspaceId, created.key.id, noActor)
        await shop.server.app.accessControl.revokeEverywhere(workspaceId, created.key.id, revoke)
        return '}'
      },
    })
    expect([response.status, isRun]).toEqual([401, false])
  })

  it('B4 trusts no cached key while it may not be alone', async () => {
    const lock = { ...alone }
    const shop = await openShop(await openServer({ extra, lock }))
    const created = await createKey(shop.server.system, shop.live.workspaceId, { label: 'k', mode: 'live' }, noActor)
    const status = async () =>
      (await shop.api.get('/v1/workspace', { authorization: `Bearer ${created.secret}` })).status
    expect(await status()).toBe(200)
    // As another server would, behind this one's back.
    lock.epoch = () => undefined
    await revokeKey(shop.server.system, shop.live.workspaceId, created.key.id, noActor)
    expect(await status()).toBe(401)

    const second = await createKey(shop.server.system, shop.live.workspaceId, { label: 'k', mode: 'live' }, noActor)
    const secondStatus = async () =>
      (await shop.api.get('/v1/workspace', { authorization: `Bearer ${second.secret}` })).status
    lock.epoch = () => 1
    expect(await secondStatus()).toBe(200)
    // By hand in the database; the notification arrives at once.
    await shop.server.db.pool.query('update api_keys set revoked_at = now() where id = $1', [second.key.id])
    await expect.poll(secondStatus).toBe(401)
  })

  it('B4 trusts no cached key from before it was alone', async () => {
    const lock = { ...alone }
    const shop = await openShop(await openServer({ extra, lock, ignoresNotifications: true }))
    const status = async () => (await shop.api.get('/v1/workspace')).status
    expect(await status()).toBe(200)
    await shop.server.db.pool.query('update api_keys set revoked_at = now()')
    expect(await status()).toBe(200)
    lock.epoch = () => 2
    expect(await status()).toBe(401)
  })
})
