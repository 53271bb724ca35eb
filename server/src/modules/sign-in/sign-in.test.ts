import { describe, expect, it } from 'vitest'
import { auditLogOf } from '../../../test/event-log.ts'
import { openServer } from '../../../test/open-server.ts'
import { openIsolatedShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { addMember, anonymousBrowser, browserClient, PASSWORD, readCookies, signIn } from '../../../test/sign-in.ts'

const SIGN_IN = '/dashboard/api/auth/sign-in'

/** Simulates failures: hashing a hundred passwords takes long. */
async function setCount({ server }: Shop, name: string, { from, to }: { from: number; to: number }) {
  const { rowCount } = await server.db.pool.query(
    "update sign_in_attempts set count = $3 where counter_hash = sha256(convert_to($1, 'UTF8')) and count = $2",
    [name, from, to],
  )
  expect(rowCount).toBe(1)
}

const actionsOf = async (shop: Shop) => (await auditLogOf(shop)).filter(({ action }) => !action.startsWith('key.'))

describe('POST /dashboard/api/auth/sign-in', () => {
  it('B6 opens a session in a cookie that scripts cannot read, and writes an audit entry', async () => {
    const shop = await openIsolatedShop()
    const { email, userId, name } = await addMember(shop, 'admin')
    const response = await anonymousBrowser(shop.server).post(SIGN_IN, {
      email: email.toUpperCase(),
      password: PASSWORD,
    })
    expect(response).toMatchObject({ status: 200, body: { status: 'signed_in' } })
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^storedesk\.session_token=/)
    expect(cookie).toMatch(/; Path=\/dashboard\/api; HttpOnly; SameSite=Lax$/)
    expect(response.headers.get('cache-control')).toBe('no-store')

    const me = await browserClient(shop.server, readCookies(response)).get('/dashboard/api/me')
    expect(me.body).toEqual({
      user: { id: userId, name, email, emailVerified: true, twoFactorEnabled: false },
      workspaces: [
        {
          id: shop.live.workspaceId,
          name: 'Test shop',
          role: 'admin',
          environments: { live: shop.live.environmentId, test: shop.test.environmentId },
        },
      ],
      canCreateWorkspaces: false,
    })
    expect(await actionsOf(shop)).toMatchObject([
      { action: 'user.signed_in', subject: email, actorName: name, ip: '127.0.0.1' },
    ])
  })

  it('marks the cookie as secure when the public URL is', async () => {
    const shop = await openShop(await openServer({ publicUrl: 'https://shop.example.com' }))
    const { email } = await addMember(shop, 'viewer')
    const response = await anonymousBrowser(shop.server).post(
      SIGN_IN,
      { email, password: PASSWORD },
      { origin: 'https://shop.example.com' },
    )
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Secure-storedesk\.session_token=.*; Secure/)
    expect((await browserClient(shop.server, readCookies(response)).get('/dashboard/api/me')).status).toBe(200)
  })

  it('E1 returns the same response for an unknown address as for a wrong password', async () => {
    const shop = await openIsolatedShop()
    const { email } = await addMember(shop, 'admin')
    const page = anonymousBrowser(shop.server)
    const wrong = await page.post(SIGN_IN, { email, password: 'not the password' })
    const unknown = await page.post(SIGN_IN, { email: 'nobody@example.com', password: 'not the password' })
    for (const response of [wrong, unknown]) {
      expect(response.status).toBe(401)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.body.error).toEqual({
        code: 'unauthorized',
        message: 'The email address or password is incorrect.',
        requestId: response.headers.get('x-request-id'),
      })
    }
  })

  it('has no public sign-up, and no undeclared endpoint of better-auth', async () => {
    const page = anonymousBrowser((await openIsolatedShop()).server)
    for (const path of ['sign-up/email', 'sign-in/email', 'get-session', 'update-user', 'delete-user', 'ok']) {
      expect((await page.post(`/dashboard/api/auth/${path}`, {})).status).toBe(404)
      expect((await page.get(`/dashboard/api/auth/${path}`)).body.error.code).toBe('not_found')
    }
  })
})

describe('guessing', () => {
  const openBehindProxy = async (clock?: () => Date) => {
    const shop = await openShop(await openServer({ trustedProxies: ['127.0.0.1'], ...(clock && { clock }) }))
    const attempt = (email: string, password: string, ip: string, cookie = '') =>
      anonymousBrowser(shop.server).post(SIGN_IN, { email, password }, { 'x-forwarded-for': ip, cookie })
    const fillAccount = (email: string) => setCount(shop, `sign-in:account:${email}`, { from: 1, to: 100 })
    return { shop, attempt, fillAccount }
  }

  it('E1 B6 locks out the guessing network, even for the right password, and writes one audit entry', async () => {
    let now = new Date('2030-01-01T00:00:00Z')
    const { shop, attempt } = await openBehindProxy(() => now)
    const { email } = await addMember(shop, 'admin')
    const guesses = await Promise.all(Array.from({ length: 12 }, () => attempt(email, 'a guess', '192.0.2.1')))
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])

    const locked = await attempt(email, PASSWORD, '192.0.2.1')
    expect(locked.status).toBe(429)
    expect(locked.headers.get('retry-after')).toBe('900')
    expect(locked.body.error).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 900 })
    await shop.server.startWorker({ clock: () => new Date() })
    const loggedActions = async () => (await actionsOf(shop)).map(({ action, actorName }) => [action, actorName])
    await expect.poll(loggedActions).toEqual([['user.locked_out', 'Storedesk']])

    now = new Date('2030-01-01T00:15:00Z')
    expect((await attempt(email, PASSWORD, '192.0.2.1')).status).toBe(200)
  })

  it('does not lock the owner out of their own network', async () => {
    const { shop, attempt } = await openBehindProxy()
    const { email } = await addMember(shop, 'owner')
    for (const ip of ['192.0.2.1', '192.0.2.2']) {
      for (let index = 0; index < 3; index++) expect((await attempt(email, 'a guess', ip)).status).toBe(401)
    }
    expect((await attempt(email, PASSWORD, '198.51.100.1')).status).toBe(200)
  })

  it('from many networks locks out strangers, but no device from which the owner has signed in', async () => {
    const { shop, attempt, fillAccount } = await openBehindProxy()
    const { email } = await addMember(shop, 'owner')
    const colleague = await addMember(shop, 'agent')
    const device = readCookies(await attempt(email, PASSWORD, '198.51.100.1'))
    const cookies = readCookies(await attempt(colleague.email, PASSWORD, '198.51.100.1'))
    await attempt(email, 'a guess', '192.0.2.1')
    await fillAccount(email)

    expect((await attempt(email, PASSWORD, '198.51.100.1')).status).toBe(429)
    const forged = device.replace(/device-(\w+)=[^;]+/, 'device-$1=made-up.signature')
    for (const cookie of [cookies, forged]) {
      expect((await attempt(email, PASSWORD, '198.51.100.1', cookie)).status).toBe(429)
    }
    expect((await attempt(email, PASSWORD, '198.51.100.1', device)).status).toBe(200)

    // A trusted device proves nothing: it has five guesses of its own.
    const guesses = Array.from({ length: 6 }, () => attempt(email, 'a guess', '203.0.113.1', device))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(5).fill(401), 429])
  })

  it('sets a device cookie that scripts cannot read and that a new password voids', async () => {
    const { shop, attempt, fillAccount } = await openBehindProxy()
    const { email } = await addMember(shop, 'owner')
    const entered = await attempt(email, PASSWORD, '198.51.100.1')
    const cookie = entered.headers.getSetCookie().find((cookie) => cookie.startsWith('storedesk.device-'))
    expect(cookie).toMatch(/; Max-Age=15552000; Path=\/dashboard\/api\/auth; HttpOnly; SameSite=Strict$/)
    const change = { currentPassword: PASSWORD, newPassword: 'a new and longer password' }
    const changed = await browserClient(shop.server, readCookies(entered)).post('/dashboard/api/auth/password', change)
    await attempt(email, 'a guess', '192.0.2.1')
    await fillAccount(email)
    const again = (device: string) => attempt(email, change.newPassword, '198.51.100.1', device)
    expect((await again(readCookies(entered))).status).toBe(429)
    expect((await again(readCookies(changed))).status).toBe(200)
  })

  it('at an unknown address is locked out in the same way', async () => {
    const page = anonymousBrowser((await openIsolatedShop()).server)
    const guess = () => page.post(SIGN_IN, { email: 'nobody@example.com', password: 'a guess' })
    const statuses = (await Promise.all(Array.from({ length: 7 }, guess))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(5).fill(401), 429, 429])
  })

  it('is locked out on all servers of the database, and after a restart', async () => {
    const shop = await openIsolatedShop()
    const second = await openServer({ connection: shop.server.connection })
    const { email } = await addMember(shop, 'admin')
    const guess = (_: unknown, index: number) =>
      anonymousBrowser(index % 2 ? second : shop.server).post(SIGN_IN, { email, password: 'a guess' })
    const statuses = (await Promise.all(Array.from({ length: 10 }, guess))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(5).fill(401), ...Array(5).fill(429)])
    const third = await openServer({ connection: shop.server.connection })
    expect((await anonymousBrowser(third).post(SIGN_IN, { email, password: PASSWORD })).status).toBe(429)
  })

  it('is locked out by client address, for any account', async () => {
    const shop = await openShop(await openServer({ trustedProxies: ['127.0.0.1'] }))
    const { email } = await addMember(shop, 'admin')
    const page = anonymousBrowser(shop.server)
    const from = (ip: string) => ({ 'x-forwarded-for': ip })
    for (let index = 0; index < 2; index++) {
      const body = { email: `guess-${index}@example.com`, password: 'a guess' }
      expect((await page.post(SIGN_IN, body, from('192.0.2.1'))).status).toBe(401)
    }
    await setCount(shop, 'sign-in:network:192.0.2.1', { from: 2, to: 20 })
    expect((await page.post(SIGN_IN, { email, password: PASSWORD }, from('192.0.2.1'))).status).toBe(429)
    expect((await page.post(SIGN_IN, { email, password: PASSWORD }, from('192.0.2.2'))).status).toBe(200)
  })

  it('of the current password in an open browser is locked out too', async () => {
    const shop = await openIsolatedShop()
    const owner = await signIn(shop)
    const guess = { currentPassword: 'a guess', newPassword: 'another long password' }
    for (let index = 0; index < 5; index++) {
      expect((await owner.post('/dashboard/api/auth/password', guess)).status).toBe(403)
    }
    expect((await owner.post('/dashboard/api/auth/password', guess)).status).toBe(429)
  })
})

describe('signing out', () => {
  it('ends this session only', async () => {
    const shop = await openIsolatedShop()
    const owner = await signIn(shop)
    const again = await anonymousBrowser(shop.server).post(SIGN_IN, { email: owner.email, password: PASSWORD })
    const otherSession = browserClient(shop.server, readCookies(again))
    expect((await owner.post('/dashboard/api/auth/sign-out')).status).toBe(200)
    expect((await owner.get('/dashboard/api/me')).status).toBe(401)
    expect((await otherSession.get('/dashboard/api/me')).status).toBe(200)
  })

  it('B6 everywhere ends every session at once, and writes an audit entry', async () => {
    const shop = await openIsolatedShop()
    const owner = await signIn(shop)
    const again = await anonymousBrowser(shop.server).post(SIGN_IN, { email: owner.email, password: PASSWORD })
    const otherSession = browserClient(shop.server, readCookies(again))
    expect((await owner.post('/dashboard/api/auth/sign-out-everywhere')).status).toBe(200)
    for (const page of [owner, otherSession]) expect((await page.get('/dashboard/api/me')).status).toBe(401)
    expect((await actionsOf(shop))[0]).toMatchObject({ action: 'user.signed_out_everywhere', subject: owner.email })
  })
})
