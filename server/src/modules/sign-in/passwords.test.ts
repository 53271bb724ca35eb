import { describe, expect, it, vi } from 'vitest'
import { auditLogOf } from '../../../test/event-log.ts'
import { openServer } from '../../../test/open-server.ts'
import { openIsolatedShop, openShop } from '../../../test/open-shop.ts'
import { anonymousBrowser, browserClient, PASSWORD, readCookies, signIn } from '../../../test/sign-in.ts'
import { totpCode } from '../../../test/totp.ts'
import type { EmailMessage } from '../../ports/mail.ts'

const NEW_PASSWORD = 'a new and longer password'
const SIGN_IN = '/dashboard/api/auth/sign-in'

async function openWithMailbox() {
  const emails: EmailMessage[] = []
  const mail = { send: async (message: EmailMessage) => void emails.push(message) }
  const shop = await openShop(await openServer({ mail }))
  await shop.server.startWorker()
  const owner = await signIn(shop)
  return { shop, owner, emails, page: anonymousBrowser(shop.server) }
}

const tokenFrom = (mail: EmailMessage | undefined) => /token=(\S+)/.exec(mail?.text ?? '')?.[1]

describe('a password reset', () => {
  it('B6 works once through an emailed link, ends all sessions and writes an audit entry', async () => {
    const { shop, owner, emails, page } = await openWithMailbox()
    const requested = await page.post('/dashboard/api/auth/password-reset-requests', { email: owner.email })
    expect(requested).toMatchObject({ status: 202, body: {} })
    await vi.waitFor(() => expect(emails).toHaveLength(1), { timeout: 120_000 })
    expect(emails[0]).toMatchObject({ to: owner.email })
    const token = tokenFrom(emails[0])
    expect(emails[0]?.text).toContain(`http://127.0.0.1/dashboard/#/password-reset?token=${token}`)

    const reset = () => page.post('/dashboard/api/auth/password-reset', { token, newPassword: NEW_PASSWORD })
    const responses = await Promise.all([reset(), reset(), reset()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await owner.get('/dashboard/api/me')).status).toBe(401)
    expect((await page.post(SIGN_IN, { email: owner.email, password: PASSWORD })).status).toBe(401)
    expect((await page.post(SIGN_IN, { email: owner.email, password: NEW_PASSWORD })).status).toBe(200)
    expect((await auditLogOf(shop)).map(({ action }) => action)).toContain('password.reset')
  })

  it('lifts the lockout caused by wrong passwords', async () => {
    const { owner, emails, page } = await openWithMailbox()
    const enter = (password: string) => page.post(SIGN_IN, { email: owner.email, password })
    await Promise.all(Array.from({ length: 6 }, () => enter('a guess')))
    expect((await enter(PASSWORD)).status).toBe(429)
    await page.post('/dashboard/api/auth/password-reset-requests', { email: owner.email })
    await vi.waitFor(() => expect(emails).toHaveLength(1), { timeout: 120_000 })
    await page.post('/dashboard/api/auth/password-reset', { token: tokenFrom(emails[0]), newPassword: NEW_PASSWORD })
    expect((await enter(NEW_PASSWORD)).status).toBe(200)
  })

  it('for an unknown address gets the same response and sends nothing; a newer link replaces an older one', async () => {
    const { owner, emails, page } = await openWithMailbox()
    const requestReset = (email: string) => page.post('/dashboard/api/auth/password-reset-requests', { email })
    expect(await requestReset('nobody@example.com')).toMatchObject({ status: 202, body: {} })
    await requestReset(owner.email)
    await vi.waitFor(() => expect(emails).toHaveLength(1), { timeout: 120_000 })
    await requestReset(owner.email)
    await vi.waitFor(() => expect(emails).toHaveLength(2), { timeout: 120_000 })
    expect(emails.map(({ to }) => to)).toEqual([owner.email, owner.email])
    const older = { token: tokenFrom(emails[0]), newPassword: NEW_PASSWORD }
    expect((await page.post('/dashboard/api/auth/password-reset', older)).status).toBe(404)
  })

  it('cancels a sign-in that waits for its second factor', async () => {
    const { shop, owner, emails, page } = await openWithMailbox()
    const prepared = await owner.post('/dashboard/api/auth/two-factor', { password: PASSWORD })
    await owner.post('/dashboard/api/auth/two-factor/confirmation', { code: totpCode(prepared.body.url) })
    const half = await page.post(SIGN_IN, { email: owner.email, password: PASSWORD })
    await page.post('/dashboard/api/auth/password-reset-requests', { email: owner.email })
    await vi.waitFor(() => expect(emails).toHaveLength(1), { timeout: 120_000 })
    const token = tokenFrom(emails[0])
    expect((await page.post('/dashboard/api/auth/password-reset', { token, newPassword: NEW_PASSWORD })).status).toBe(
      200,
    )
    const code = { code: totpCode(prepared.body.url, Date.now() + 30_000) }
    const late = await browserClient(shop.server, readCookies(half)).post(
      '/dashboard/api/auth/sign-in/second-factor',
      code,
    )
    expect(late.status).toBe(401)
    expect((await page.post(SIGN_IN, { email: owner.email, password: NEW_PASSWORD })).body.status).toBe(
      'two_factor_required',
    )
  })

  it('cannot be requested endlessly', async () => {
    const { owner, page } = await openWithMailbox()
    const requestReset = () => page.post('/dashboard/api/auth/password-reset-requests', { email: owner.email })
    const responses = await Promise.all(Array.from({ length: 7 }, requestReset))
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  it('is emailed five times at most, whoever requests it, and the last link stays valid', async () => {
    const emails: EmailMessage[] = []
    const mail = { send: async (message: EmailMessage) => void emails.push(message) }
    const { server, ...shop } = await openShop(await openServer({ mail, trustedProxies: ['127.0.0.1'] }))
    const { email } = await signIn({ server, ...shop })
    const page = anonymousBrowser(server)
    for (let network = 1; network <= 7; network++) {
      const from = { 'x-forwarded-for': `192.0.2.${network}` }
      expect((await page.post('/dashboard/api/auth/password-reset-requests', { email }, from)).status).toBe(202)
    }
    await server.startWorker()
    const pending = `select from graphile_worker.jobs where task_identifier = 'sign-in.send-password-reset'`
    await expect.poll(async () => (await server.db.pool.query(pending)).rowCount).toBe(0)
    expect(emails).toHaveLength(5)
    const statuses: number[] = []
    for (const token of emails.map(tokenFrom)) {
      statuses.push(
        (await page.post('/dashboard/api/auth/password-reset', { token, newPassword: NEW_PASSWORD })).status,
      )
    }
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404])
  })

  it('is printed for the operator when there is no mail server', async () => {
    const shop = await openIsolatedShop()
    await shop.server.startWorker()
    const { email } = await signIn(shop)
    await anonymousBrowser(shop.server).post('/dashboard/api/auth/password-reset-requests', { email })
    await vi.waitFor(() => expect(shop.server.logged.join('')).toContain('/dashboard/#/password-reset?token='), {
      timeout: 120_000,
    })
  })
})

describe('POST /dashboard/api/auth/password', () => {
  it('B6 changes the password, keeps this session, ends the others and writes an audit entry', async () => {
    const shop = await openIsolatedShop()
    const owner = await signIn(shop)
    const again = await anonymousBrowser(shop.server).post(SIGN_IN, { email: owner.email, password: PASSWORD })
    const otherSession = browserClient(shop.server, readCookies(again))
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await owner.post('/dashboard/api/auth/password', change)).status).toBe(200)
    expect((await owner.get('/dashboard/api/me')).status).toBe(200)
    expect((await otherSession.get('/dashboard/api/me')).status).toBe(401)
    expect(
      (await anonymousBrowser(shop.server).post(SIGN_IN, { email: owner.email, password: NEW_PASSWORD })).status,
    ).toBe(200)
    expect((await auditLogOf(shop)).map(({ action }) => action)).toContain('password.changed')
  })

  it.each(['aaaaaaaaaaaa', 'abcdefghijkl', 'password1234', 'Test shop 1234'])(
    'rejects %s as a new password',
    async (weak) => {
      const { owner, page, emails } = await openWithMailbox()
      const rejection = {
        status: 400,
        body: { error: { code: 'invalid_request', details: [{ path: '/newPassword', message: expect.any(String) }] } },
      }
      const change = { currentPassword: PASSWORD, newPassword: weak }
      expect(await owner.post('/dashboard/api/auth/password', change)).toMatchObject(rejection)
      await page.post('/dashboard/api/auth/password-reset-requests', { email: owner.email })
      await vi.waitFor(() => expect(emails).toHaveLength(1), { timeout: 120_000 })
      const reset = (newPassword: string) =>
        page.post('/dashboard/api/auth/password-reset', { token: tokenFrom(emails[0]), newPassword })
      expect(await reset(weak)).toMatchObject(rejection)
      // A rejected password does not use up the link.
      expect((await reset(NEW_PASSWORD)).status).toBe(200)
    },
  )

  it('rejects a short new password', async () => {
    const owner = await signIn(await openIsolatedShop())
    const response = await owner.post('/dashboard/api/auth/password', {
      currentPassword: PASSWORD,
      newPassword: 'short',
    })
    expect(response).toMatchObject({ status: 400, body: { error: { details: [{ path: '/newPassword' }] } } })
  })
})
