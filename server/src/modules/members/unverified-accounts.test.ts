import { expect, it } from 'vitest'
import { auditLogOf } from '../../../test/event-log.ts'
import { openServer } from '../../../test/open-server.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { anonymousBrowser, browserClient, readCookies, signIn } from '../../../test/sign-in.ts'
import { totpCode } from '../../../test/totp.ts'
import type { EmailMessage } from '../../ports/mail.ts'

const ACCEPT = '/dashboard/api/invitations/acceptance'
const REQUEST = '/dashboard/api/auth/email-verification-requests'
const VERIFY = '/dashboard/api/auth/email-verification'
const EMAIL = 'sam@example.com'
const account = { name: 'Sam', password: 'a password of their own' }

/** Without a mail server: links are handed over, and emails are printed in the log. */
async function openWithoutMail() {
  const shop = await openShop(await openServer({ workspaceCreation: 'anyone' }))
  const startWorker = () => shop.server.startWorker()
  const linkFromLog = () => {
    const lines = shop.server.logged.filter((line) => line.includes('email-verification?token='))
    return lines.map((line) => /email-verification\?token=([\w-]{43})/.exec(line)?.[1])
  }
  return { shop, startWorker, printed: linkFromLog }
}

async function createSharedLink(shop: Shop) {
  const owner = await signIn(shop)
  const created = await owner.post(`/dashboard/api/workspaces/${shop.live.workspaceId}/invitations`, {
    email: EMAIL,
    role: 'admin',
  })
  return String(created.body.url).split('token=')[1]
}

async function acceptAsNewUser(shop: Shop) {
  const accepted = await anonymousBrowser(shop.server).post(ACCEPT, { token: await createSharedLink(shop), ...account })
  expect(accepted.status).toBe(200)
  return browserClient(shop.server, readCookies(accepted))
}

it('confines an account from a handed-over link to its workspace until the address is verified', async () => {
  const { shop, startWorker, printed: linkFromLog } = await openWithoutMail()
  const other = await openShop(shop.server)
  const sam = await acceptAsNewUser(shop)
  expect((await sam.get(`/dashboard/api/workspaces/${shop.live.workspaceId}/members`)).status).toBe(200)

  const token = await createSharedLink(other)
  const confined = await sam.post(ACCEPT, { token })
  expect(confined).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringMatching(/^Verify your email address/) } },
  })
  expect((await sam.post('/dashboard/api/workspaces', { name: 'Mine' })).status).toBe(403)
  expect((await sam.get('/dashboard/api/me')).body).toMatchObject({
    user: { emailVerified: false },
    canCreateWorkspaces: false,
    workspaces: [{ id: shop.live.workspaceId }],
  })

  await startWorker()
  await expect.poll(linkFromLog).toHaveLength(1)
  expect((await sam.post(VERIFY, { token: linkFromLog()[0] })).status).toBe(200)
  expect((await sam.post(VERIFY, { token: linkFromLog()[0] })).status).toBe(404)
  expect((await sam.post(REQUEST)).status).toBe(409)
  expect((await sam.post(ACCEPT, { token })).status).toBe(200)
  expect((await sam.post('/dashboard/api/workspaces', { name: 'Mine' })).status).toBe(201)
  expect((await auditLogOf(shop)).map(({ action }) => action)).toContain('email.verified')
})

it('accepts a verification link only in a session of its own account, and replaces it with a newer one', async () => {
  const { shop, startWorker, printed: linkFromLog } = await openWithoutMail()
  const sam = await acceptAsNewUser(shop)
  await startWorker()
  await expect.poll(linkFromLog).toHaveLength(1)
  expect((await sam.post(REQUEST)).status).toBe(202)
  await expect.poll(linkFromLog).toHaveLength(2)
  const [older, newer] = linkFromLog()
  expect((await sam.post(VERIFY, { token: older })).status).toBe(404)
  expect((await anonymousBrowser(shop.server).post(VERIFY, { token: newer })).status).toBe(401)
  expect((await (await signIn(shop)).post(VERIFY, { token: newer })).status).toBe(403)
  expect((await sam.get('/dashboard/api/me')).body.user.emailVerified).toBe(false)
})

it('verifies the address with an emailed invitation, for a new account and for a confined one', async () => {
  const emails: EmailMessage[] = []
  const shop = await openShop(await openServer())
  const mailing = await openServer({
    connection: shop.server.connection,
    mail: { send: async (message) => void emails.push(message) },
  })
  const sam = await acceptAsNewUser(shop)
  await mailing.startWorker()
  const tokenEmailedTo = async (email: string) => {
    const otherShop = await openShop(mailing)
    const owner = await signIn(otherShop)
    const path = `/dashboard/api/workspaces/${otherShop.live.workspaceId}/invitations`
    await owner.post(path, { email, role: 'agent' })
    const sent = () => emails.find(({ to, text }) => to === email && text.includes('/invitation?'))
    await expect.poll(sent).toBeDefined()
    return /token=(\S+)/.exec(sent()?.text ?? '')?.[1]
  }
  const alex = await anonymousBrowser(mailing).post(ACCEPT, {
    ...account,
    token: await tokenEmailedTo('alex@example.com'),
  })
  const me = await browserClient(mailing, readCookies(alex)).get('/dashboard/api/me')
  expect(me.body.user).toMatchObject({ email: 'alex@example.com', emailVerified: true })
  expect((await sam.post(ACCEPT, { token: await tokenEmailedTo(EMAIL) })).status).toBe(200)
  expect((await sam.get('/dashboard/api/me')).body.user.emailVerified).toBe(true)
})

it("lets the owner of the address take the account over with a password reset, without the inviter's second factor", async () => {
  const { shop, startWorker } = await openWithoutMail()
  const inviter = await acceptAsNewUser(shop)
  const prepared = await inviter.post('/dashboard/api/auth/two-factor', { password: account.password })
  const confirmation = { code: totpCode(prepared.body.url) }
  expect((await inviter.post('/dashboard/api/auth/two-factor/confirmation', confirmation)).status).toBe(200)
  await startWorker()
  const page = anonymousBrowser(shop.server)
  await page.post('/dashboard/api/auth/password-reset-requests', { email: EMAIL })
  const token = () => /password-reset\?token=([\w-]{43})/.exec(shop.server.logged.join('\n'))?.[1]
  await expect.poll(token).toBeDefined()
  const newPassword = 'five green bottles hanging'
  expect((await page.post('/dashboard/api/auth/password-reset', { token: token(), newPassword })).status).toBe(200)
  const signedIn = await page.post('/dashboard/api/auth/sign-in', { email: EMAIL, password: newPassword })
  expect(signedIn.body).toEqual({ status: 'signed_in' })
  const me = await browserClient(shop.server, readCookies(signedIn)).get('/dashboard/api/me')
  expect(me.body.user).toMatchObject({ emailVerified: true, twoFactorEnabled: false })
})
