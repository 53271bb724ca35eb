import { describe, expect, it, vi } from 'vitest'
import { listAuditEntries } from '../../src/modules/audit/audit.ts'
import { createKey, revokeKey } from '../../src/modules/keys/keys.ts'
import { listKeys } from '../../src/modules/keys/queries.ts'
import { fastClock } from '../fast-clock.ts'
import { openServer } from '../open-server.ts'
import { createApiClient, openIsolatedShop, openShop, type Shop } from '../open-shop.ts'
import { sampleRoutes } from '../sample-routes.ts'

const nobody = { actor: null }
const anna = { actor: { userId: 'u1', name: 'Anna' }, ip: '203.0.113.9' }
const active = async (shop: Shop) =>
  (await listKeys(shop.server.system, shop.live.workspaceId)).filter(({ status }) => status === 'active')
const createTestKey = (shop: Shop, label = 'more') =>
  createKey(shop.server.system, shop.live.workspaceId, { label, mode: 'live' }, nobody)
const clientWith = (shop: Shop, secret: string) =>
  createApiClient(shop.server.url, { authorization: `Bearer ${secret}` })

describe('API keys', () => {
  it('B2 the secret is not stored anywhere after creation: not in the database, events, the audit log or the log', async () => {
    const shop = await openIsolatedShop()
    const { secret, key } = await createKey(
      shop.server.system,
      shop.live.workspaceId,
      { label: 'Deploy', mode: 'live' },
      anna,
    )
    expect((await clientWith(shop, secret).get('/v1/workspace')).status).toBe(200)
    await revokeKey(shop.server.system, shop.live.workspaceId, key.id, anna)
    const { rows: tables } = await shop.server.db.pool.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(8)
    const core = secret.slice(9, -6)
    for (const { name } of tables) {
      const { rows } = await shop.server.db.pool.query(`select t::text as row from ${name} t`)
      expect(JSON.stringify(rows)).not.toContain(core)
    }
    expect(shop.server.logged.join('')).not.toContain(core)
  })

  it('B3 exactly 1 of 50 parallel creations succeeds in a workspace with 4 active keys', async () => {
    const shop = await openIsolatedShop()
    await createTestKey(shop)
    await createTestKey(shop)
    expect(await active(shop)).toHaveLength(4)
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => createTestKey(shop, `racer ${n}`)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ status: 409, code: 'key_limit_reached' })
    }
    expect(await active(shop)).toHaveLength(5)
  })

  it('B3 the database enforces the limit across both environments, and revoked keys do not count', async () => {
    const shop = await openIsolatedShop()
    for (let n = 0; n < 3; n++) await createTestKey(shop)
    await expect(createTestKey(shop)).rejects.toMatchObject({ code: 'key_limit_reached' })
    const sixth = shop.server.db.pool.query(
      `insert into api_keys (hash, id, workspace_id, environment_id, slot, label, hint)
       select sha256('x'), 'key_x', workspace_id, environment_id, slot, 'sixth', '' from api_keys where workspace_id = $1 limit 1`,
      [shop.live.workspaceId],
    )
    await expect(sixth).rejects.toThrow('api_keys_workspace_id_slot_idx')
    const [oldest] = (await active(shop)).slice(-1)
    await revokeKey(shop.server.system, shop.live.workspaceId, oldest?.id ?? '', nobody)
    await createTestKey(shop)
    expect(await active(shop)).toHaveLength(5)
  })

  it('B4 a revoked key returns 401, revoking twice is harmless, and another workspace cannot revoke it', async () => {
    const shop = await openIsolatedShop()
    const other = await openShop(shop.server)
    const { key, secret } = await createTestKey(shop)
    const theft = revokeKey(shop.server.system, other.live.workspaceId, key.id, nobody)
    await expect(theft).rejects.toMatchObject({ status: 404 })
    expect((await clientWith(shop, secret).get('/v1/workspace')).status).toBe(200)
    const first = await revokeKey(shop.server.system, shop.live.workspaceId, key.id, nobody)
    expect((await clientWith(shop, secret).get('/v1/workspace')).status).toBe(401)
    const second = await revokeKey(shop.server.system, shop.live.workspaceId, key.id, nobody)
    // Its last use, a moment ago, has been recorded since.
    const { lastUsedAt, lastUsedIp, ...rest } = first
    expect([lastUsedAt, lastUsedIp]).toEqual([null, null])
    expect(second).toMatchObject({ ...rest, status: 'revoked' })
  })

  it.each([
    ['queries the database for every request', undefined],
    [
      'is the only one and caches keys',
      { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true },
    ],
  ])(
    'B4 100 revocations under parallel traffic, on a server that %s: every request sent after the response is rejected',
    async (_how, lock) => {
      const shop = await openShop(await openServer({ limitClock: fastClock(), lock }))
      let accepted = 0
      let sentAfter = 0
      let served = 0
      for (let round = 0; round < 100; round++) {
        const { key, secret } = await createTestKey(shop, `round ${round}`)
        const api = clientWith(shop, secret)
        let revoked = false
        const firstServed = Promise.withResolvers<void>()
        const traffic = Array.from({ length: 4 }, async () => {
          for (let late = 0; late < 2; ) {
            const after = revoked
            const { status } = await api.get('/v1/workspace')
            if (after) late += 1
            if (after && status !== 401) accepted += 1
            if (status !== 200) continue
            served += 1
            firstServed.resolve()
          }
          sentAfter += 2
        })
        await firstServed.promise
        const { workspaceId } = shop.live
        const revoke = () => revokeKey(shop.server.system, workspaceId, key.id, nobody)
        await shop.server.app.accessControl.revokeEverywhere(workspaceId, key.id, revoke)
        revoked = true
        await Promise.all(traffic)
      }
      console.log(`100 revocations: ${served} served before, ${sentAfter} sent after, ${accepted} of those accepted`)
      expect(accepted).toBe(0)
      expect(served).toBeGreaterThanOrEqual(100)
      expect(sentAfter).toBe(800)
    },
  )

  it('B4 revocation ends the open streams of that key within a second, and of no other', async () => {
    const shop = await openShop(await openServer({ extra: { routes: sampleRoutes } }))
    const { key, secret } = await createTestKey(shop)
    const open = (bearer: string) =>
      fetch(`${shop.server.url}/v1/sample/stream`, { headers: { authorization: `Bearer ${bearer}` } })
    const [revoked, other] = [await open(secret), await open(shop.liveKey)]
    let ended = false
    const text = revoked.text().then(() => {
      ended = true
    })
    await revokeKey(shop.server.system, shop.live.workspaceId, key.id, nobody)
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 120_000, interval: 20 })
    await text
    expect(shop.server.app.openStreams.size).toBe(1)
    await other.body?.cancel()
  })

  it('B5 records when and from where a key was last used', async () => {
    const shop = await openShop(await openServer({ trustedProxies: ['127.0.0.1'] }))
    expect((await active(shop)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null])
    await shop.api.get('/v1/workspace', { 'x-forwarded-for': '198.51.100.7' })
    await shop.server.app.close()
    const live = (await active(shop)).find(({ mode }) => mode === 'live')
    expect(live).toMatchObject({ lastUsedIp: '198.51.100.7', lastUsedAt: expect.stringMatching(/^20/) })
    expect((await active(shop)).find(({ mode }) => mode === 'test')?.lastUsedAt).toBeNull()
  })

  it('B6 the audit log records creation and revocation, with actor and address', async () => {
    const shop = await openIsolatedShop()
    const { key } = await createKey(shop.server.system, shop.live.workspaceId, { label: 'Deploy', mode: 'test' }, anna)
    await revokeKey(shop.server.system, shop.live.workspaceId, key.id, anna)
    const { data } = await listAuditEntries(shop.server.system, shop.live.workspaceId, { limit: 2 })
    expect(data).toMatchObject([
      { actorName: 'Anna', action: 'key.revoked', subject: 'Deploy', ip: '203.0.113.9' },
      { actorName: 'Anna', action: 'key.created', subject: 'Deploy', ip: '203.0.113.9' },
    ])
    const other = await openShop(shop.server)
    const others = await listAuditEntries(shop.server.system, other.live.workspaceId, {})
    expect(others.data.map(({ subject }) => subject)).not.toContain('Deploy')
  })

  it('B7 serves a live key sent with a browser’s Origin, and records that it was seen in a browser', async () => {
    const shop = await openIsolatedShop()
    for (const api of [shop.api, shop.sandbox]) {
      expect((await api.get('/v1/workspace', { origin: 'https://shop.example' })).status).toBe(200)
      expect((await api.get('/v1/workspace')).status).toBe(200)
    }
    await shop.server.app.close()
    const keys = await active(shop)
    expect(keys.find(({ mode }) => mode === 'live')?.seenInBrowserOrigin).toBe('https://shop.example')
    expect(keys.find(({ mode }) => mode === 'test')?.seenInBrowserOrigin).toBeNull()
  })
})
