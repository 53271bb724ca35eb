import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditLogOf } from '../../../test/event-log.ts'
import { openServer } from '../../../test/open-server.ts'
import { openIsolatedShop, type openShop } from '../../../test/open-shop.ts'
import {
  anonymousBrowser,
  browserClient,
  PASSWORD,
  readCookies,
  type StaffClient,
  signIn,
} from '../../../test/sign-in.ts'
import { totpCode } from '../../../test/totp.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

async function openWithTwoFactor() {
  const shop = await openIsolatedShop()
  const owner = await signIn(shop)
  const prepared = await owner.post('/dashboard/api/auth/two-factor', { password: PASSWORD })
  expect(prepared.status).toBe(200)
  const { url, backupCodes } = prepared.body as { url: string; backupCodes: string[] }
  const confirmed = await owner.post('/dashboard/api/auth/two-factor/confirmation', { code: totpCode(url) })
  expect(confirmed.status).toBe(200)
  return { shop, owner, url, backupCodes, page: browserClient(shop.server, readCookies(confirmed)) }
}

async function startSignIn(shop: Shop, { email }: StaffClient) {
  const response = await anonymousBrowser(shop.server).post('/dashboard/api/auth/sign-in', {
    email,
    password: PASSWORD,
  })
  expect(response).toMatchObject({ status: 200, body: { status: 'two_factor_required' } })
  return browserClient(shop.server, readCookies(response))
}

// The clock stands still unless a test moves it, so a code can't expire between the app and the server.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** The app's code half a minute later: each code is accepted once. */
function nextCode(url: string): string {
  vi.setSystemTime(Date.now() + 30_000)
  return totpCode(url)
}

const SECOND_FACTOR_URL = '/dashboard/api/auth/sign-in/second-factor'
const wrongCode = (url: string) => String((Number(totpCode(url)) + 1) % 1_000_000).padStart(6, '0')

describe('the second factor', () => {
  it('is required once it is on: the password alone opens nothing', async () => {
    const { shop, owner, url } = await openWithTwoFactor()
    const half = await startSignIn(shop, owner)
    expect((await half.get('/dashboard/api/me')).status).toBe(401)
    expect((await half.post(SECOND_FACTOR_URL, { code: wrongCode(url) })).status).toBe(401)
    const whole = await half.post(SECOND_FACTOR_URL, { code: nextCode(url) })
    expect(whole).toMatchObject({ status: 200, body: { status: 'signed_in' } })
    const me = await browserClient(shop.server, readCookies(whole)).get('/dashboard/api/me')
    expect(me.body.user.twoFactorEnabled).toBe(true)
  })

  it('is accepted once: a code cannot be replayed, nor an older one used after it', async () => {
    const { shop, owner, url } = await openWithTwoFactor()
    const confirmedWith = totpCode(url)
    const replayed = await (await startSignIn(shop, owner)).post(SECOND_FACTOR_URL, { code: confirmedWith })
    expect(replayed).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })

    const before = nextCode(url)
    const code = nextCode(url)
    expect((await (await startSignIn(shop, owner)).post(SECOND_FACTOR_URL, { code })).status).toBe(200)
    for (const used of [code, before]) {
      const again = await (await startSignIn(shop, owner)).post(SECOND_FACTOR_URL, { code: used })
      expect(again.status).toBe(401)
      expect(again.headers.getSetCookie()).toEqual([])
    }
    expect((await (await startSignIn(shop, owner)).post(SECOND_FACTOR_URL, { code: nextCode(url) })).status).toBe(200)
  })

  it('is accepted once when sent many times at the same moment, to several servers', async () => {
    const { shop, owner, url } = await openWithTwoFactor()
    const other = await openServer({ connection: shop.server.connection })
    const halves = [
      await startSignIn(shop, owner),
      await startSignIn(shop, owner),
      await startSignIn({ ...shop, server: other }, owner),
      await startSignIn({ ...shop, server: other }, owner),
    ]
    const code = nextCode(url)
    const responses = await Promise.all(halves.map((half) => half.post(SECOND_FACTOR_URL, { code })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  it('may be a backup code, each of which works once', async () => {
    const { shop, owner, backupCodes } = await openWithTwoFactor()
    const [backupCode] = backupCodes
    expect((await (await startSignIn(shop, owner)).post(SECOND_FACTOR_URL, { backupCode })).status).toBe(200)
    expect((await (await startSignIn(shop, owner)).post(SECOND_FACTOR_URL, { backupCode })).status).toBe(401)
  })

  it('E1 cannot be guessed: a right password does not buy further attempts', async () => {
    const { shop, owner, url } = await openWithTwoFactor()
    for (let index = 0; index < 5; index++) {
      const half = await startSignIn(shop, owner)
      expect((await half.post(SECOND_FACTOR_URL, { code: wrongCode(url) })).status).toBe(401)
    }
    const response = await anonymousBrowser(shop.server).post('/dashboard/api/auth/sign-in', {
      email: owner.email,
      password: PASSWORD,
    })
    expect(response.status).toBe(429)
  })

  it('B6 is enabled by a code and disabled by the password, with an audit entry for both', async () => {
    const { shop, page } = await openWithTwoFactor()
    expect((await page.post('/dashboard/api/auth/two-factor', { password: PASSWORD })).status).toBe(409)
    expect((await page.post('/dashboard/api/auth/two-factor/removal', { password: 'a guess' })).status).toBe(403)
    expect((await page.post('/dashboard/api/auth/two-factor/removal', { password: PASSWORD })).status).toBe(200)
    expect(
      (await auditLogOf(shop)).map(({ action }) => action).filter((action) => action.startsWith('two_factor')),
    ).toEqual(['two_factor.disabled', 'two_factor.enabled'])
  })

  it.each([
    'storedesk.two_factor=2fa-made-up.signature',
    'storedesk.two_factor=%E0%A4',
    'storedesk.two_factor=.',
    'storedesk.two_factor=',
    '__Secure-storedesk.two_factor=2fa-made-up.signature',
    '',
  ])('requires a recent correct password, not the cookie %j', async (cookie) => {
    const shop = await openIsolatedShop()
    const response = await browserClient(shop.server, cookie).post(SECOND_FACTOR_URL, { code: '123456' })
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
  })

  it("counts and admits by one cookie: another person's cookie changes nothing", async () => {
    const { shop, owner, url } = await openWithTwoFactor()
    const mallory = await signIn(shop, 'viewer')
    const begin = await anonymousBrowser(shop.server).post('/dashboard/api/auth/sign-in', {
      email: owner.email,
      password: PASSWORD,
    })
    const challenge = readCookies(begin)
    const lookalike = challenge.replace('storedesk.two_factor', '__Secure-storedesk.two_factor')
    for (const cookies of [lookalike, `x${challenge}`, `${mallory.cookies}; ${lookalike}`]) {
      expect((await browserClient(shop.server, cookies).post(SECOND_FACTOR_URL, { code: nextCode(url) })).status).toBe(
        401,
      )
    }
    const both = await browserClient(shop.server, `${mallory.cookies}; ${challenge}`).post(SECOND_FACTOR_URL, {
      code: nextCode(url),
    })
    const me = await browserClient(shop.server, readCookies(both)).get('/dashboard/api/me')
    expect(me.body.user.email).toBe(owner.email)
  })

  it.each(['changed', 'ended everywhere'])('is void while pending once sessions are %s', async (what) => {
    const { shop, owner, url, page } = await openWithTwoFactor()
    const half = await startSignIn(shop, owner)
    if (what === 'changed') {
      const change = { currentPassword: PASSWORD, newPassword: 'a new and longer password' }
      expect((await page.post('/dashboard/api/auth/password', change)).status).toBe(200)
    } else expect((await page.post('/dashboard/api/auth/sign-out-everywhere')).status).toBe(200)
    expect((await half.post(SECOND_FACTOR_URL, { code: nextCode(url) })).status).toBe(401)
  })
})
