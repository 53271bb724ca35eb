import { describe, expect, it } from 'vitest'
import { listAuditEntriesFor } from '../../../test/event-log.ts'
import { openServer } from '../../../test/open-server.ts'
import { openIsolatedShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { addUser, anonymousBrowser, browserClient, PASSWORD, readCookies, signIn } from '../../../test/sign-in.ts'
import type { Role } from '../../kit/roles.ts'
import type { EmailMessage } from '../../ports/mail.ts'

const invitationsOf = ({ live }: Shop) => `/dashboard/api/workspaces/${live.workspaceId}/invitations`
const ACCEPT = '/dashboard/api/invitations/acceptance'
const tokenOf = (url: string) => url.split('token=')[1]

async function invite(shop: Shop, email = 'Alex@example.com', role: Role = 'agent') {
  const owner = await signIn(shop)
  const response = await owner.post(invitationsOf(shop), { email, role })
  expect(response.status).toBe(201)
  const { invitation, url } = response.body as { invitation: { id: string }; url: string }
  return { owner, id: invitation.id, url, token: tokenOf(url) }
}

const account = { name: 'Alex', password: 'a password of their own' }

describe('invitations', () => {
  it('B6 create the account, the membership and the session of a new person, and an audit entry', async () => {
    const shop = await openShop()
    const { owner, url, token } = await invite(shop)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1\/dashboard\/#\/invitation\?token=[\w-]{43}$/)
    const page = anonymousBrowser(shop.server)
    expect((await page.post('/dashboard/api/invitations/preview', { token })).body).toEqual({
      email: 'alex@example.com',
      role: 'agent',
      workspaceName: 'Test shop',
    })
    const accepted = await page.post(ACCEPT, { token, ...account })
    expect(accepted).toMatchObject({ status: 200, body: { workspaceId: shop.live.workspaceId } })
    const me = await browserClient(shop.server, readCookies(accepted)).get('/dashboard/api/me')
    expect(me.body).toMatchObject({
      user: { email: 'alex@example.com', name: 'Alex', emailVerified: false },
      workspaces: [{ role: 'agent' }],
    })

    expect((await page.post(ACCEPT, { token, ...account })).status).toBe(404)
    const { body } = await owner.get(invitationsOf(shop))
    expect(body.data).toMatchObject([{ email: 'alex@example.com', status: 'accepted', invitedBy: owner.name }])
    expect(JSON.stringify(body)).not.toContain(token)
    for (const action of ['invitation.created', 'invitation.accepted', 'member.added']) {
      expect(await listAuditEntriesFor(shop, action)).toMatchObject([
        { subject: 'alex@example.com', details: { role: 'agent' } },
      ])
    }
    expect(await listAuditEntriesFor(shop, 'invitation.created')).toMatchObject([{ details: { delivery: 'link' } }])
  })

  it('are emailed when there is a mail server: the inviter never has the link, and no queue contains it', async () => {
    const emails: EmailMessage[] = []
    const mail = { send: async (message: EmailMessage) => void emails.push(message) }
    const shop = await openShop(await openServer({ mail }))
    const owner = await signIn(shop)
    const created = await owner.post(invitationsOf(shop), { email: 'alex@example.com', role: 'agent' })
    expect(Object.keys(created.body)).toEqual(['invitation'])
    expect(await listAuditEntriesFor(shop, 'invitation.created')).toMatchObject([
      { details: { role: 'agent', delivery: 'email' } },
    ])
    const { rows } = await shop.server.db.pool.query('select payload::text from graphile_worker._private_jobs')
    expect(rows.map(({ payload }) => JSON.parse(payload))).toEqual([
      { workspaceId: shop.live.workspaceId, id: created.body.invitation.id },
    ])

    await shop.server.startWorker()
    await expect.poll(() => emails).toMatchObject([{ to: 'alex@example.com' }])
    const token = /token=(\S+)/.exec(emails[0]?.text ?? '')?.[1]
    expect((await anonymousBrowser(shop.server).post(ACCEPT, { token, ...account })).status).toBe(200)
  })

  it('are not emailed after they were revoked', async () => {
    const emails: EmailMessage[] = []
    const shop = await openShop(await openServer({ mail: { send: async (message) => void emails.push(message) } }))
    const owner = await signIn(shop)
    const existing = await owner.post(invitationsOf(shop), { email: 'alex@example.com', role: 'agent' })
    await owner.post(`${invitationsOf(shop)}/${existing.body.invitation.id}/revocation`)
    await owner.post(invitationsOf(shop), { email: 'sam@example.com', role: 'agent' })
    await shop.server.startWorker()
    await expect.poll(() => emails).toHaveLength(1)
    expect(emails[0]?.to).toBe('sam@example.com')
  })

  it('for an existing account are accepted only after signing in with it', async () => {
    const shop = await openShop()
    const person = await addUser(shop.server)
    const { owner, token } = await invite(shop, person.email)
    const page = anonymousBrowser(shop.server)
    const preview = await page.post('/dashboard/api/invitations/preview', { token })
    expect(Object.keys(preview.body)).toEqual(['email', 'role', 'workspaceName'])
    expect((await page.post(ACCEPT, { token, ...account })).status).toBe(401)
    expect((await owner.post(ACCEPT, { token })).status).toBe(403)
    const entered = await page.post('/dashboard/api/auth/sign-in', { email: person.email, password: PASSWORD })
    const own = browserClient(shop.server, readCookies(entered))
    expect((await own.post(ACCEPT, { token })).status).toBe(200)
    expect((await own.get('/dashboard/api/me')).body.workspaces).toMatchObject([{ id: shop.live.workspaceId }])
  })

  it('create one member, however often they are accepted', async () => {
    const shop = await openIsolatedShop()
    const { token } = await invite(shop)
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => anonymousBrowser(shop.server).post(ACCEPT, { token, ...account })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await listAuditEntriesFor(shop, 'member.added')).toHaveLength(1)
  })

  it('can be revoked, and are replaced by a newer one', async () => {
    const shop = await openShop()
    const { owner, id, token } = await invite(shop)
    const page = anonymousBrowser(shop.server)
    expect((await owner.post(`${invitationsOf(shop)}/${id}/revocation`)).body).toMatchObject({ status: 'revoked' })
    expect((await owner.post(`${invitationsOf(shop)}/${id}/revocation`)).status).toBe(200)
    expect((await page.post(ACCEPT, { token, ...account })).status).toBe(404)
    expect(await listAuditEntriesFor(shop, 'invitation.revoked')).toHaveLength(1)

    const second = await owner.post(invitationsOf(shop), { email: 'alex@example.com', role: 'viewer' })
    await owner.post(invitationsOf(shop), { email: 'alex@example.com', role: 'viewer' })
    expect((await page.post(ACCEPT, { token: tokenOf(second.body.url), ...account })).status).toBe(404)
  })

  it('expire after a week', async () => {
    let now = new Date()
    const shop = await openShop(await openServer({ clock: () => now }))
    const { owner, token } = await invite(shop)
    now = new Date(now.getTime() + 7 * 86_400_000)
    expect((await anonymousBrowser(shop.server).post(ACCEPT, { token, ...account })).status).toBe(404)
    expect((await owner.get(invitationsOf(shop))).body.data).toMatchObject([{ status: 'expired' }])
  })

  it('are accepted by a signed-out person even while others guess from the same address', async () => {
    const shop = await openIsolatedShop()
    const { token } = await invite(shop)
    const page = anonymousBrowser(shop.server)
    for (let index = 0; index < 6; index++) {
      await page.post('/dashboard/api/auth/sign-in', { email: `guess-${index}@example.com`, password: 'a guess' })
    }
    const accepted = await page.post(ACCEPT, { token, ...account })
    expect(accepted.status).toBe(200)
    expect((await browserClient(shop.server, readCookies(accepted)).get('/dashboard/api/me')).status).toBe(200)
  })

  it('are revoked with the removal of their inviter, so that they offer no way back in', async () => {
    const shop = await openIsolatedShop()
    const owner = await signIn(shop)
    const admin = await signIn(shop, 'admin')
    const created = await admin.post(invitationsOf(shop), { email: 'backdoor@example.com', role: 'admin' })
    await owner.send('DELETE', `/dashboard/api/workspaces/${shop.live.workspaceId}/members/${admin.userId}`)
    const response = await anonymousBrowser(shop.server).post(ACCEPT, { token: tokenOf(created.body.url), ...account })
    expect(response.status).toBe(404)
  })

  it.each<[Role, Role, number]>([
    ['viewer', 'viewer', 403],
    ['agent', 'viewer', 403],
    ['admin', 'admin', 201],
    ['admin', 'owner', 403],
    ['owner', 'owner', 201],
  ])('B1 by %s, for the role %s: %i', async (inviterRole, role, status) => {
    const shop = await openIsolatedShop()
    const inviter = await signIn(shop, inviterRole)
    expect((await inviter.post(invitationsOf(shop), { email: 'alex@example.com', role })).status).toBe(status)
    expect((await inviter.get(invitationsOf(shop))).status).toBe(status === 201 || inviterRole === 'admin' ? 200 : 403)
  })

  it('are not for members, and cannot be revoked by members of another workspace', async () => {
    const shop = await openIsolatedShop()
    const { owner, id } = await invite(shop)
    expect((await owner.post(invitationsOf(shop), { email: owner.email, role: 'viewer' })).status).toBe(409)
    const other = await openShop(shop.server)
    const stranger = await signIn(other)
    expect((await stranger.post(`${invitationsOf(other)}/${id}/revocation`)).status).toBe(404)
    expect((await stranger.post(`${invitationsOf(shop)}/${id}/revocation`)).status).toBe(404)
  })
})
