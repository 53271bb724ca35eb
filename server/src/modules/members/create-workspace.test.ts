import { expect, it } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { openIsolatedShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { type StaffClient, signIn } from '../../../test/sign-in.ts'
import { listAuditEntries } from '../audit/audit.ts'
import { insertMember } from './members.ts'

const createWorkspace = (user: StaffClient, name: unknown) => user.post('/dashboard/api/workspaces', { name })
const listOwned = async (user: StaffClient) => {
  const { body } = await user.get('/dashboard/api/me')
  return body.workspaces.filter(({ role }: { role: string }) => role === 'owner')
}
const rowsIn = async ({ server }: Shop, table: 'workspaces' | 'environments') =>
  Number((await server.db.pool.query(`select count(*) from ${table}`)).rows[0].count)

it('creates a workspace with both environments, owned by its creator', async () => {
  const shop = await openIsolatedShop()
  const owner = await signIn(shop)
  const response = await createWorkspace(owner, '  Hazel & Oak ')
  expect(response.status).toBe(201)
  const { id, environments } = response.body
  expect(response.body).toEqual({
    id,
    name: 'Hazel & Oak',
    role: 'owner',
    environments: { live: id, test: expect.any(String) },
  })
  expect(environments.test).not.toBe(id)
  expect(await listOwned(owner)).toContainEqual(response.body)

  for (const [mode, environmentId] of Object.entries(environments)) {
    const headers = { 'x-environment-id': String(environmentId) }
    const { body } = await owner.get('/dashboard/api/v1/workspace', headers)
    expect(body).toMatchObject({ id, mode, name: 'Hazel & Oak' })
  }
  const { data } = await listAuditEntries(shop.server.system, id, {})
  expect(data).toMatchObject([
    { action: 'member.added', subject: owner.email, details: { role: 'owner' } },
    { action: 'workspace.created', subject: 'Hazel & Oak', actorName: owner.name },
  ])
})

it.each([
  ['owners', 'owner', 201],
  ['owners', 'admin', 403],
  ['anyone', 'viewer', 201],
  ['nobody', 'owner', 403],
] as const)('with WORKSPACE_CREATION=%s, by %s: %i', async (workspaceCreation, role, status) => {
  const shop = await openShop(await openServer({ workspaceCreation }))
  const user = await signIn(shop, role)
  expect((await user.get('/dashboard/api/me')).body.canCreateWorkspaces).toBe(status === 201)
  expect((await createWorkspace(user, 'Mine')).status).toBe(status)
  expect(await rowsIn(shop, 'workspaces')).toBe(status === 201 ? 2 : 1)
})

it('rejects a removed member, who then cannot invite anybody', async () => {
  const shop = await openIsolatedShop()
  const [owner, admin] = [await signIn(shop), await signIn(shop, 'admin')]
  await owner.send('DELETE', `/dashboard/api/workspaces/${shop.live.workspaceId}/members/${admin.userId}`)
  expect(await createWorkspace(admin, 'Mine')).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  expect(await rowsIn(shop, 'workspaces')).toBe(1)
})

it("gives nobody else access, and keeps the creator's role elsewhere", async () => {
  const shop = await openIsolatedShop()
  const [owner, viewer] = [await signIn(shop), await signIn(shop, 'viewer')]
  await insertMember(shop.server.system, (await openShop(shop.server)).live.workspaceId, viewer.userId, 'owner')
  const { id } = (await createWorkspace(viewer, 'Mine')).body
  expect((await owner.get(`/dashboard/api/workspaces/${id}/members`)).status).toBe(404)
  const { body } = await viewer.get('/dashboard/api/me')
  expect(body.workspaces).toContainEqual(expect.objectContaining({ id: shop.live.workspaceId, role: 'viewer' }))
})

it('requires a name', async () => {
  const shop = await openIsolatedShop()
  const owner = await signIn(shop)
  for (const name of ['', '   ', 'x'.repeat(101), undefined]) {
    expect([name, (await createWorkspace(owner, name)).status]).toEqual([name, 400])
  }
  expect(await rowsIn(shop, 'workspaces')).toBe(1)
})

it('limits a person to 20, even with many concurrent requests', async () => {
  const shop = await openIsolatedShop()
  const owner = await signIn(shop)
  const responses = await Promise.all(Array.from({ length: 24 }, (_, index) => createWorkspace(owner, `Shop ${index}`)))
  const rejected = responses.filter(({ status }) => status !== 201)
  expect(rejected.map(({ status, body }) => [status, body.error.code])).toEqual(Array(5).fill([409, 'conflict']))
  expect(await listOwned(owner)).toHaveLength(20)
  expect([await rowsIn(shop, 'workspaces'), await rowsIn(shop, 'environments')]).toEqual([20, 40])
})
