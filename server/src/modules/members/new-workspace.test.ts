import { expect, it } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { openLoneShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { type Colleague, signIn } from '../../../test/sign-in.ts'
import { listAudit } from '../audit/audit.ts'
import { insertMember } from './members.ts'

const open = (person: Colleague, name: unknown) => person.post('/dashboard/api/workspaces', { name })
const ownedBy = async (person: Colleague) => {
  const { body } = await person.get('/dashboard/api/me')
  return body.workspaces.filter(({ role }: { role: string }) => role === 'owner')
}
const rowsIn = async ({ server }: Shop, table: 'workspaces' | 'environments') =>
  Number((await server.db.pool.query(`select count(*) from ${table}`)).rows[0].count)

it('an owner opens a workspace with both environments and owns it', async () => {
  const shop = await openLoneShop()
  const owner = await signIn(shop)
  const answer = await open(owner, '  Hazel & Oak ')
  expect(answer.status).toBe(201)
  const { id, environments } = answer.body
  expect(answer.body).toEqual({
    id,
    name: 'Hazel & Oak',
    role: 'owner',
    environments: { live: id, test: expect.any(String) },
  })
  expect(environments.test).not.toBe(id)
  expect(await ownedBy(owner)).toContainEqual(answer.body)

  for (const [mode, environmentId] of Object.entries(environments)) {
    const headers = { 'x-environment-id': String(environmentId) }
    const { body } = await owner.get('/dashboard/api/v1/workspace', headers)
    expect(body).toMatchObject({ id, mode, name: 'Hazel & Oak' })
  }
  const { data } = await listAudit(shop.server.system, id, {})
  expect(data).toMatchObject([
    { action: 'member.added', subject: owner.email, details: { role: 'owner' } },
    { action: 'workspace.opened', subject: 'Hazel & Oak', actorName: owner.name },
  ])
})

it.each([
  ['owners', 'owner', 201],
  ['owners', 'admin', 403],
  ['anyone', 'viewer', 201],
  ['nobody', 'owner', 403],
] as const)('with WORKSPACE_CREATION=%s, asked by %s: %i', async (workspaceCreation, role, status) => {
  const shop = await openShop(await openServer({ workspaceCreation }))
  const person = await signIn(shop, role)
  expect((await person.get('/dashboard/api/me')).body.canCreateWorkspaces).toBe(status === 201)
  expect((await open(person, 'Mine')).status).toBe(status)
  expect(await rowsIn(shop, 'workspaces')).toBe(status === 201 ? 2 : 1)
})

it('a removed member opens no workspace, and so invites nobody', async () => {
  const shop = await openLoneShop()
  const [owner, admin] = [await signIn(shop), await signIn(shop, 'admin')]
  await owner.send('DELETE', `/dashboard/api/workspaces/${shop.live.workspaceId}/members/${admin.userId}`)
  expect(await open(admin, 'Mine')).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  expect(await rowsIn(shop, 'workspaces')).toBe(1)
})

it('nobody else gets into it, and the role elsewhere stays what it was', async () => {
  const shop = await openLoneShop()
  const [owner, viewer] = [await signIn(shop), await signIn(shop, 'viewer')]
  await insertMember(shop.server.system, (await openShop(shop.server)).live.workspaceId, viewer.userId, 'owner')
  const { id } = (await open(viewer, 'Mine')).body
  expect((await owner.get(`/dashboard/api/workspaces/${id}/members`)).status).toBe(404)
  const { body } = await viewer.get('/dashboard/api/me')
  expect(body.workspaces).toContainEqual(expect.objectContaining({ id: shop.live.workspaceId, role: 'viewer' }))
})

it('a workspace has a name', async () => {
  const shop = await openLoneShop()
  const owner = await signIn(shop)
  for (const name of ['', '   ', 'x'.repeat(101), undefined]) {
    expect([name, (await open(owner, name)).status]).toEqual([name, 400])
  }
  expect(await rowsIn(shop, 'workspaces')).toBe(1)
})

it('a person owns at most 20, also when many requests come at once', async () => {
  const shop = await openLoneShop()
  const owner = await signIn(shop)
  const answers = await Promise.all(Array.from({ length: 24 }, (_, place) => open(owner, `Shop ${place}`)))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(Array(5).fill([409, 'conflict']))
  expect(await ownedBy(owner)).toHaveLength(20)
  expect([await rowsIn(shop, 'workspaces'), await rowsIn(shop, 'environments')]).toEqual([20, 40])
})
