import { describe, expect, it } from 'vitest'
import { openServer } from '../open-server.ts'
import { createApiClient, openIsolatedShop, openShop } from '../open-shop.ts'
import { type StaffClient, signIn } from '../sign-in.ts'

const NEW = { label: 'Storefront server', mode: 'test' }

async function openStaffShop() {
  const shop = await openIsolatedShop()
  const keys = `/dashboard/api/workspaces/${shop.live.workspaceId}/keys`
  return { shop, keys, owner: await signIn(shop, 'owner') }
}

describe('Settings > API Keys', () => {
  it('B1 B2 creates a key with a label and an environment, shows its value once, and the key works', async () => {
    const { shop, keys, owner } = await openStaffShop()
    const created = await owner.post(keys, NEW)
    expect(created.status).toBe(201)
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect(created.body.key).toMatchObject({ ...NEW, status: 'active', createdBy: owner.name, lastUsedAt: null })
    expect(created.body.key.hint).toBe(`svc_test_…${created.body.secret.slice(-4)}`)

    const api = createApiClient(shop.server.url, { authorization: `Bearer ${created.body.secret}` })
    expect((await api.get('/v1/workspace')).body.mode).toBe('test')

    const list = await owner.get(keys)
    expect(list.body.data.map(({ label }: { label: string }) => label)).toContain(NEW.label)
    const audit = await owner.get(keys.replace('/keys', '/audit-log'))
    for (const body of [list.body, audit.body])
      expect(JSON.stringify(body)).not.toContain(created.body.secret.slice(9, -6))
  })

  it('records the last use of a key when it is revoked, and later the use another server had buffered', async () => {
    const { shop, keys, owner } = await openStaffShop()
    const other = await openServer({ connection: shop.server.connection })
    const use = async (url: string) => {
      const { key, secret } = (await owner.post(keys, NEW)).body
      expect((await createApiClient(url, { authorization: `Bearer ${secret}` }).get('/v1/workspace')).status).toBe(200)
      return { key, revoked: await owner.post(`${keys}/${key.id}/revocation`, {}) }
    }

    const here = await use(shop.server.url)
    const { lastUsedAt } = here.revoked.body
    expect(here.revoked.body).toMatchObject({
      status: 'revoked',
      lastUsedAt: expect.any(String),
      lastUsedIp: '127.0.0.1',
    })
    const [entry] = (await owner.get(keys.replace('/keys', '/audit-log'))).body.data
    expect(entry).toMatchObject({ action: 'key.revoked', details: { lastUsedAt } })

    const there = await use(other.url)
    const lastUsed = async () =>
      (await owner.get(keys)).body.data.find(({ id }: { id: string }) => id === there.key.id).lastUsedAt
    await expect.poll(lastUsed).toEqual(expect.any(String))
  })

  it('B1 only owners and admins create and revoke keys; every member can list them; nobody else sees the workspace', async () => {
    const { shop, keys, owner } = await openStaffShop()
    const { key } = (await owner.post(keys, NEW)).body
    const statuses = async (someone: StaffClient) => [
      (await someone.get(keys)).status,
      (await someone.post(keys, NEW)).status,
      (await someone.post(`${keys}/${key.id}/revocation`, {})).status,
    ]
    expect(await statuses(await signIn(shop, 'viewer'))).toEqual([200, 403, 403])
    expect(await statuses(await signIn(shop, 'agent'))).toEqual([200, 403, 403])
    expect(await statuses(await signIn(await openShop(shop.server), 'owner'))).toEqual([404, 404, 404])
    expect(await statuses(await signIn(shop, 'admin'))).toEqual([200, 201, 200])
    const anybody = createApiClient(shop.server.url, { origin: shop.server.url })
    expect((await anybody.get(keys)).status).toBe(401)
    const withKey = createApiClient(shop.server.url, {
      authorization: `Bearer ${shop.liveKey}`,
      origin: shop.server.url,
    })
    expect((await withKey.post(keys, NEW)).status).toBe(401)
  })

  it.each([
    [{ mode: 'live' }, '/label'],
    [{ label: '', mode: 'live' }, '/label'],
    [{ label: 'x'.repeat(101), mode: 'live' }, '/label'],
    [{ label: 'x' }, '/mode'],
    [{ label: 'x', mode: 'both' }, '/mode'],
    [{ label: 'x', mode: 'live', scope: 'write' }, '/scope'],
  ])('B1 rejects %j', async (body, path) => {
    const { keys, owner } = await openStaffShop()
    const response = await owner.post(keys, body)
    expect(response.status).toBe(400)
    expect(response.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
  })

  it('B8 creates a key with a scope, full by default; list and audit log show it', async () => {
    const { shop, keys, owner } = await openStaffShop()
    const created = await owner.post(keys, { ...NEW, scope: 'read' })
    expect([created.status, created.body.key.scope]).toEqual([201, 'read'])
    expect((await owner.post(keys, NEW)).body.key.scope).toBe('full')
    const scopes = (await owner.get(keys)).body.data.map(({ scope }: { scope: string }) => scope)
    expect(scopes).toEqual(['full', 'read', 'full', 'full'])
    const reader = createApiClient(shop.server.url, { authorization: `Bearer ${created.body.secret}` })
    expect((await reader.patch('/v1/workspace', { name: 'x' })).status).toBe(403)
    await owner.post(`${keys}/${created.body.key.id}/revocation`, {})
    const { data } = (await owner.get(keys.replace('/keys', '/audit-log'))).body
    const entries = data
      .slice(0, 3)
      .map((one: { action: string; details: { scope?: string } }) => [one.action, one.details.scope])
    expect(entries).toEqual([
      ['key.revoked', 'read'],
      ['key.created', 'full'],
      ['key.created', 'read'],
    ])
  })

  it('B3 B4 rejects the sixth key until one is revoked, which is final', async () => {
    const { keys, owner } = await openStaffShop()
    for (let n = 0; n < 3; n++) expect((await owner.post(keys, NEW)).status).toBe(201)
    const sixth = await owner.post(keys, NEW)
    expect([sixth.status, sixth.body.error]).toMatchObject([409, { code: 'key_limit_reached', limit: 5 }])
    const [newest] = (await owner.get(keys)).body.data
    const revoked = await owner.post(`${keys}/${newest.id}/revocation`, {})
    expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked'])
    expect((await owner.post(`${keys}/${newest.id}/revocation`, {})).body).toEqual(revoked.body)
    expect((await owner.post(keys, NEW)).status).toBe(201)
  })

  it('B6 shows who created and revoked a key in the audit log, only to admins of this workspace', async () => {
    const { shop, keys, owner } = await openStaffShop()
    const { key } = (await owner.post(keys, NEW)).body
    await owner.post(`${keys}/${key.id}/revocation`, {})
    const audit = keys.replace('/keys', '/audit-log')
    const { body } = await owner.get(`${audit}?limit=2`)
    expect(body.data).toMatchObject([
      { action: 'key.revoked', subject: NEW.label, actorName: owner.name },
      { action: 'key.created', subject: NEW.label, actorName: owner.name },
    ])
    expect(body.nextCursor).not.toBeNull()
    expect((await (await signIn(shop, 'viewer')).get(audit)).status).toBe(403)
    expect((await (await signIn(await openShop(shop.server))).get(audit)).status).toBe(404)
  })
})
