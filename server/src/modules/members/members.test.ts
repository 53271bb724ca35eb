import { describe, expect, it } from 'vitest'
import { listAuditEntriesFor } from '../../../test/event-log.ts'
import { openServer } from '../../../test/open-server.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { sampleRoutes } from '../../../test/sample-routes.ts'
import { addMember, anonymousBrowser, signIn } from '../../../test/sign-in.ts'
import type { Role } from '../../kit/roles.ts'

const membersOf = ({ live }: Shop) => `/dashboard/api/workspaces/${live.workspaceId}/members`

describe('GET /dashboard/api/workspaces/:workspaceId/members', () => {
  it('shows every member to every member, and no password', async () => {
    const shop = await openShop()
    const owner = await signIn(shop)
    const viewer = await signIn(shop, 'viewer')
    const response = await viewer.get(membersOf(shop))
    expect(response.body.data).toMatchObject([
      { userId: owner.userId, email: owner.email, name: owner.name, role: 'owner', twoFactorEnabled: false },
      { userId: viewer.userId, role: 'viewer' },
    ])
    expect(JSON.stringify(response.body)).not.toContain('password')
  })

  it('returns 404 to a non-member, as for a workspace that does not exist', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const owner = await signIn(shop)
    const foreign = await owner.get(membersOf(other))
    const missing = await owner.get('/dashboard/api/workspaces/00000000-0000-4000-8000-000000000000/members')
    for (const response of [foreign, missing])
      expect(response).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect((await anonymousBrowser(shop.server).get(membersOf(shop))).status).toBe(401)
  })
})

describe('PATCH /dashboard/api/workspaces/:workspaceId/members/:userId', () => {
  it('B6 changes the role and writes an audit entry', async () => {
    const shop = await openShop()
    const admin = await signIn(shop, 'admin')
    const agent = await addMember(shop, 'agent')
    const response = await admin.patch(`${membersOf(shop)}/${agent.userId}`, { role: 'viewer' })
    expect(response).toMatchObject({ status: 200, body: { userId: agent.userId, role: 'viewer' } })
    expect(await listAuditEntriesFor(shop, 'member.role_changed')).toMatchObject([
      { actorName: admin.name, subject: agent.email, details: { from: 'agent', to: 'viewer' }, ip: '127.0.0.1' },
    ])
  })

  it.each<[Role, Role, Role, number]>([
    ['viewer', 'viewer', 'agent', 403],
    ['agent', 'viewer', 'agent', 403],
    ['admin', 'viewer', 'admin', 200],
    ['admin', 'viewer', 'owner', 403],
    ['admin', 'owner', 'viewer', 403],
    ['owner', 'viewer', 'owner', 200],
    ['owner', 'owner', 'viewer', 200],
  ])('B1 by %s, from %s to %s: %i', async (actorRole, before, after, status) => {
    const shop = await openShop()
    await addMember(shop, 'owner')
    const actor = await signIn(shop, actorRole)
    const member = await addMember(shop, before)
    expect((await actor.patch(`${membersOf(shop)}/${member.userId}`, { role: after })).status).toBe(status)
    expect(await listAuditEntriesFor(shop, 'member.role_changed')).toHaveLength(status === 200 ? 1 : 0)
  })

  it('does not reach a person of another workspace', async () => {
    const shop = await openShop()
    const stranger = await addMember(await openShop(shop.server), 'viewer')
    const owner = await signIn(shop)
    expect((await owner.patch(`${membersOf(shop)}/${stranger.userId}`, { role: 'admin' })).status).toBe(404)
    expect((await owner.send('DELETE', `${membersOf(shop)}/${stranger.userId}`)).status).toBe(404)
  })
})

describe('the last owner', () => {
  it('can be neither demoted nor removed', async () => {
    const shop = await openShop()
    const owner = await signIn(shop)
    const path = `${membersOf(shop)}/${owner.userId}`
    expect((await owner.patch(path, { role: 'admin' })).body.error.code).toBe('conflict')
    expect((await owner.send('DELETE', path)).status).toBe(409)
  })

  it('remains when all owners step down at the same moment', async () => {
    const shop = await openShop()
    const owners = await Promise.all([signIn(shop), signIn(shop), signIn(shop), signIn(shop)])
    const responses = await Promise.all(
      owners.map((owner, index) =>
        index % 2 === 0
          ? owner.patch(`${membersOf(shop)}/${owner.userId}`, { role: 'agent' })
          : owner.send('DELETE', `${membersOf(shop)}/${owner.userId}`),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
    const witness = await signIn(shop, 'viewer')
    const { data } = (await witness.get(membersOf(shop))).body as { data: { role: Role }[] }
    expect(data.filter(({ role }) => role === 'owner')).toHaveLength(1)
  })

  it('B1 a removed member loses open streams within a second', async () => {
    const shop = await openShop(await openServer({ extra: { routes: sampleRoutes } }))
    const owner = await signIn(shop)
    const agent = await signIn(shop, 'agent')
    const stream = (cookie: string) =>
      fetch(`${shop.server.url}/dashboard/api/v1/sample/stream`, {
        headers: { cookie, 'x-environment-id': shop.live.environmentId },
      })
    const [removed, other] = [await stream(agent.cookies), await stream(owner.cookies)]
    expect(shop.server.app.openStreams.size).toBe(2)
    await owner.send('DELETE', `${membersOf(shop)}/${agent.userId}`)
    await expect.poll(() => shop.server.app.openStreams.size).toBe(1)
    await removed.text()
    await owner.post('/dashboard/api/auth/sign-out-everywhere')
    await other.text()
  })

  it('is not outvoted by an admin who was demoted a moment ago', async () => {
    const shop = await openShop()
    const owner = await signIn(shop)
    const admin = await signIn(shop, 'admin')
    await owner.patch(`${membersOf(shop)}/${admin.userId}`, { role: 'viewer' })
    const agent = await addMember(shop, 'agent')
    expect((await admin.send('DELETE', `${membersOf(shop)}/${agent.userId}`)).status).toBe(403)
  })
})
