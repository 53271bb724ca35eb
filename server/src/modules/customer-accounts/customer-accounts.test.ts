import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { requestCode, signInCustomer } from '../../../test/customer-sign-in.ts'
import { listEventData } from '../../../test/event-log.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { openServer } from '../../../test/open-server.ts'
import { openIsolatedShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { pruneLoginCodes, pruneSessions } from './jobs.ts'

const ADA = 'ada@example.com'
const CODES = '/v1/customers/login-codes'
const TOKENS = '/v1/customers/tokens'
const MINUTE_MS = 60_000

/** A shop whose clock the test moves. */
async function openShopWithClock() {
  const time = { ms: Date.parse('2026-11-17T09:00:00Z') }
  const shop = await openShop(await openServer({ limitClock: fastClock(), clock: () => new Date(time.ms) }))
  const advance = (ms: number) => {
    time.ms += ms
  }
  return { shop, advance }
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('POST /v1/customers/login-codes', () => {
  it('responds the same whether or not the email belongs to a customer', async () => {
    const shop = await openShop()
    await addCustomer(shop, { emails: [{ address: ADA }] })
    const [known, unknown] = [
      await shop.api.post(CODES, { email: ADA }),
      await shop.api.post(CODES, { email: 'nobody@example.com' }),
    ]
    expect([known.status, Object.keys(known.body)]).toEqual([201, ['id', 'expiresAt']])
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([201, ['id', 'expiresAt']])
    // A code creates nobody.
    expect((await shop.api.get('/v1/customers?email=nobody@example.com')).body.data).toEqual([])
  })

  it('stores no readable code, except in the outbox of the sandbox', async () => {
    const shop = await openIsolatedShop()
    const live = await requestCode(shop, ADA)
    const [{ id, to, orderId, subject }] = (await shop.api.get('/v1/emails?kind=login_code')).body.data
    expect([to, orderId, subject]).toEqual([ADA, null, 'Your Test shop login code'])
    const { text, html } = (await shop.api.get(`/v1/emails/${id}`)).body
    expect(text).toContain('code hidden')
    expect(`${text}${html}`).not.toContain(live.code)
    const stored = await Promise.all(
      ['emails', 'customer_login_codes', 'idempotency_keys', 'events'].map(
        async (table) => (await shop.server.db.pool.query(`select * from ${table}`)).rows,
      ),
    )
    // Times contain digits too, so the code is looked for as text of its own.
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`(?<!\\d)${live.code}(?!\\d)`))
    expect(shop.server.logged.join('')).not.toMatch(new RegExp(`(?<!\\d)${live.code}(?!\\d)`))
    expect((await shop.api.post(`/v1/emails/${id}/deliveries`)).status).toBe(409)
    const inSandbox = await requestCode(shop, ADA, 'test')
    const [sandboxEmail] = (await shop.sandbox.get('/v1/emails')).body.data
    expect(sandboxEmail.status).toBe('suppressed')
    expect((await shop.sandbox.get(`/v1/emails/${sandboxEmail.id}`)).body.text).toContain(inSandbox.code)
  })

  it('sends at most 5 per email and hour, also when requested at the same time and for unknown emails', async () => {
    const { shop, advance } = await openShopWithClock()
    for (const email of [ADA, 'nobody@example.com']) {
      const responses = await Promise.all(Array.from({ length: 12 }, () => shop.api.post(CODES, { email })))
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
      const rejected = responses.filter(({ status }) => status === 429)
      expect(rejected).toHaveLength(7)
      expect(rejected[0]?.body.error).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 3600, limit: 5 })
    }
    expect((await shop.api.get('/v1/emails?limit=100')).body.data).toHaveLength(10)
    // In any spelling.
    expect((await shop.api.post(CODES, { email: 'ADA@example.com' })).status).toBe(429)
    advance(59 * MINUTE_MS)
    expect((await shop.api.post(CODES, { email: ADA })).body.error.retryAfter).toBe(60)
    advance(MINUTE_MS)
    expect((await shop.api.post(CODES, { email: ADA })).status).toBe(201)
  })

  it('has an email template that must contain the code', async () => {
    const shop = await openShop()
    const path = '/v1/email-templates/login_code'
    const put = (body: object) => shop.sandbox.send('PUT', path, body)
    expect((await put({ subject: 'Hi', body: 'No code' })).status).toBe(400)
    expect((await put({ subject: 'Hi', body: '{{loginCode}}', active: false })).status).toBe(400)
    expect((await put({ subject: '{{loginCode}}', body: '{{loginCode}}' })).status).toBe(400)
    expect((await put({ subject: 'Hi', body: 'Code for {{email}}:\n\n{{loginCode}}' })).status).toBe(200)
    const preview = await shop.sandbox.post(`${path}/preview`, {})
    expect(preview.body.text).toBe('Code for ada@example.com:\n\n483920\n')
    const { code } = await requestCode(shop, ADA, 'test')
    expect(code).toMatch(/^\d{6}$/)
  })
})

describe('POST /v1/customers/tokens', () => {
  it('signs in the owner of the email, and verifies it', async () => {
    const shop = await openShop()
    const customerId = await addCustomer(shop, { emails: [{ address: ADA }] })
    const response = await shop.api.post(TOKENS, await requestCode(shop, 'Ada@Example.com'))
    expect(response).toMatchObject({ status: 201, body: { customerId } })
    expect(Object.keys(response.body).sort()).toEqual(
      ['customerId', 'expiresAt', 'refreshExpiresAt', 'refreshToken', 'token'].sort(),
    )
    expect((await shop.api.get(`/v1/customers/${customerId}`)).body.emails).toEqual([{ address: ADA, verified: true }])
    expect(await listEventData(shop, 'customer.updated')).toEqual([{ customerId }])
    // Nothing changes the second time.
    await signInCustomer(shop, ADA)
    expect(await listEventData(shop, 'customer.updated')).toHaveLength(1)
  })

  it('creates the customer if nobody has the email', async () => {
    const shop = await openShop()
    const { body } = await shop.api.post(CODES, { email: 'new@example.com', locale: 'de-AT' })
    expect(body.id).toMatch(/^lgc_/)
    const { customerId, api } = await signInCustomer(shop, 'new@example.com')
    expect(await listEventData(shop, 'customer.created')).toEqual([{ customerId }])
    expect((await api.get('/v1/customers/me')).body).toMatchObject({
      id: customerId,
      emails: [{ address: 'new@example.com', verified: true }],
    })
  })

  it('accepts a code exactly once, however many requests send it at the same time', async () => {
    const shop = await openShop()
    for (let round = 0; round < 3; round++) {
      const code = await requestCode(shop, `round${round}@example.com`)
      const responses = await Promise.all(Array.from({ length: 10 }, () => shop.api.post(TOKENS, code)))
      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)])
    }
  })

  it('allows 3 attempts, also at the same time', async () => {
    const shop = await openShop()
    const { loginCodeId, code } = await requestCode(shop, ADA)
    const attempt = (code: string) => shop.api.post(TOKENS, { loginCodeId, code })
    const wrong = await Promise.all(Array.from({ length: 10 }, () => attempt(otherThan(code))))
    const left = wrong.map(({ body }) => body.error.attemptsLeft as number)
    expect(left.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    expect(await attempt(code)).toMatchObject({ status: 422, body: { error: { code: 'login_code_rejected' } } })
    const next = await requestCode(shop, ADA)
    expect((await shop.api.post(TOKENS, { ...next, code: otherThan(next.code) })).body.error.attemptsLeft).toBe(2)
    expect((await shop.api.post(TOKENS, next)).status).toBe(201)
  })

  it('rejects a code that has expired, was replaced, or belongs to another environment', async () => {
    const { shop, advance } = await openShopWithClock()
    const [first, second] = [await requestCode(shop, ADA), await requestCode(shop, ADA)]
    expect((await shop.api.post(TOKENS, first)).status).toBe(422)
    expect((await shop.sandbox.post(TOKENS, second)).status).toBe(422)
    const other = await openShop(shop.server)
    expect((await other.api.post(TOKENS, second)).status).toBe(422)
    advance(10 * MINUTE_MS)
    expect((await shop.api.post(TOKENS, second)).status).toBe(422)
    const third = await requestCode(shop, ADA)
    advance(10 * MINUTE_MS - 1)
    expect((await shop.api.post(TOKENS, third)).status).toBe(201)
  })

  it('does not store tokens for a replay', async () => {
    const shop = await openIsolatedShop()
    const key = { 'idempotency-key': 'a-key-that-is-long-enough' }
    const code = await requestCode(shop, ADA)
    const { body } = await shop.api.post(TOKENS, code, key)
    expect((await shop.api.post(TOKENS, code, key)).status).toBe(422)
    await shop.api.post(`${TOKENS}/refresh`, { refreshToken: body.refreshToken }, key)
    const { rows } = await shop.server.db.pool.query('select * from idempotency_keys')
    expect(rows).toEqual([])
    const dump = (await shop.server.db.pool.query('select * from customer_sessions')).rows
    expect(JSON.stringify(dump)).not.toContain(body.refreshToken)
  })
})

describe('a session', () => {
  const readMe = async ({ api }: Shop, token: string) =>
    (await api.get('/v1/customers/me', { 'x-customer-token': token })).status

  it('ends after an hour unless it is refreshed, and 30 days after the last refresh', async () => {
    const { shop, advance } = await openShopWithClock()
    const { token, refreshToken } = await signInCustomer(shop, ADA)
    advance(60 * MINUTE_MS - 1000)
    expect(await readMe(shop, token)).toBe(200)
    advance(1000)
    expect(await readMe(shop, token)).toBe(401)
    const refreshed = await shop.api.post(`${TOKENS}/refresh`, { refreshToken })
    expect(refreshed.status).toBe(200)
    expect(await readMe(shop, refreshed.body.token)).toBe(200)
    advance(30 * 24 * 60 * MINUTE_MS)
    const late = await shop.api.post(`${TOKENS}/refresh`, { refreshToken: refreshed.body.refreshToken })
    expect(late).toMatchObject({ status: 401, body: { error: { code: 'invalid_customer_token' } } })
  })

  it('ends when an old refresh token is used again', async () => {
    const shop = await openShop()
    const { token, refreshToken } = await signInCustomer(shop, ADA)
    const { body: next } = await shop.api.post(`${TOKENS}/refresh`, { refreshToken })
    expect(await readMe(shop, token)).toBe(200)
    expect((await shop.api.post(`${TOKENS}/refresh`, { refreshToken })).status).toBe(401)
    expect([await readMe(shop, token), await readMe(shop, next.token)]).toEqual([401, 401])
    expect((await shop.api.post(`${TOKENS}/refresh`, { refreshToken: next.refreshToken })).status).toBe(401)
  })

  it('gives one of several concurrent refreshes a token', async () => {
    const shop = await openShop()
    const { refreshToken } = await signInCustomer(shop, ADA)
    const refresh = () => shop.api.post(`${TOKENS}/refresh`, { refreshToken })
    const statuses = (await Promise.all(Array.from({ length: 8 }, refresh))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('ends at once when the customer signs out or is deleted', async () => {
    const shop = await openShop()
    const [phone, laptop] = [await signInCustomer(shop, ADA), await signInCustomer(shop, ADA)]
    const signOut = () => shop.api.post(`${TOKENS}/revocation`, { refreshToken: phone.refreshToken })
    expect([(await signOut()).status, (await signOut()).status]).toEqual([204, 204])
    expect([await readMe(shop, phone.token), await readMe(shop, laptop.token)]).toEqual([401, 200])
    expect((await shop.api.post(`${TOKENS}/refresh`, { refreshToken: phone.refreshToken })).status).toBe(401)
    await shop.api.send('DELETE', `/v1/customers/${laptop.customerId}`)
    expect(await readMe(shop, laptop.token)).toBe(401)
  })

  it('accepts neither a refresh token as a token nor the other way round', async () => {
    const shop = await openShop()
    const { token, refreshToken } = await signInCustomer(shop, ADA)
    expect(await readMe(shop, refreshToken)).toBe(401)
    expect((await shop.api.post(`${TOKENS}/refresh`, { refreshToken: token })).status).toBe(401)
    expect((await shop.api.post(`${TOKENS}/revocation`, { refreshToken: token })).status).toBe(401)
  })

  it('is forgotten, with its codes, when it is over', async () => {
    const { shop, advance } = await openShopWithClock()
    await signInCustomer(shop, ADA)
    const count = async (table: string) =>
      (await shop.server.db.pool.query(`select from ${table} where environment_id = $1`, [shop.live.environmentId]))
        .rowCount
    const prune = async () => {
      const now = new Date(
        (await shop.server.db.pool.query('select max(created_at) from customer_sessions')).rows[0].max,
      )
      const ctx = { ...shop.server.system, now: new Date(now.getTime() + passed) }
      await pruneLoginCodes.run(ctx)
      await pruneSessions.run(ctx)
    }
    let passed = 59 * MINUTE_MS
    await prune()
    expect([await count('customer_login_codes'), await count('customer_sessions')]).toEqual([1, 1])
    passed = 61 * MINUTE_MS
    await prune()
    expect([await count('customer_login_codes'), await count('customer_sessions')]).toEqual([0, 1])
    passed = 31 * 24 * 60 * MINUTE_MS
    advance(passed)
    await prune()
    expect(await count('customer_sessions')).toBe(0)
  })
})

describe('X-Customer-Token', () => {
  it('rejects every token that is forged, foreign or not a token, with the same response', async () => {
    const shop = await openShop()
    const other = await openShop()
    const [own, foreign, sandboxed] = [
      await signInCustomer(shop, ADA),
      await signInCustomer(other, ADA),
      await signInCustomer(shop, ADA, 'test'),
    ]
    const claims = JSON.parse(Buffer.from(own.token.split('.')[1] ?? '', 'base64url').toString())
    const victim = await addCustomer(shop, { emails: [{ address: 'victim@example.com' }] })
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const [header, , signature] = own.token.split('.')
    const tokens = [
      foreign.token,
      sandboxed.token,
      `${header}.${encode({ ...claims, sub: victim })}.${signature}`,
      `${encode({ alg: 'none' })}.${encode({ ...claims, sub: victim })}.`,
      `${encode({ alg: 'HS512', typ: 'JWT' })}.${own.token.split('.')[1]}.${signature}`,
      await new SignJWT({ ...claims, sub: victim }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32)),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'csk_x' }).sign(Buffer.alloc(32)),
      `${own.token}, ${own.token}`,
      'not-a-token',
      'x'.repeat(5000),
    ]
    const responses = await Promise.all(
      tokens.map((token) => shop.api.get('/v1/customers/me', { 'x-customer-token': token })),
    )
    for (const { status, body } of responses) {
      const { requestId: _, ...error } = body.error
      expect([status, error]).toEqual([
        401,
        {
          code: 'invalid_customer_token',
          message: 'This customer token is not valid, or has expired. Refresh it, or let the customer sign in again.',
        },
      ])
    }
    // Also where the token changes nothing, and whether or not the response is cached.
    for (const headers of [{ 'x-customer-token': foreign.token }, {}, { 'x-customer-token': foreign.token }]) {
      const { status } = await shop.storefront.get('/v1/products', headers)
      expect(status).toBe('x-customer-token' in headers ? 401 : 200)
    }
    expect((await shop.storefront.get('/v1/products', own.headers)).status).toBe(200)
  })

  it('opens nothing but the storefront and what is the customer’s own', async () => {
    const shop = await openShop()
    const { api, headers, customerId } = await signInCustomer(shop, ADA)
    for (const path of ['/v1/orders', '/v1/customers', `/v1/customers/${customerId}`, '/v1/workspace']) {
      const { status, body } = await api.get(path)
      expect([path, status, body.error.code]).toEqual([path, 403, 'insufficient_scope'])
    }
    expect((await api.post(CODES, { email: ADA })).status).toBe(403)
    expect((await api.get('/v1/nothing')).status).toBe(404)
    expect((await shop.api.get('/v1/customers/me')).body.error.code).toBe('invalid_customer_token')
    // A token is no key.
    const withoutKey = await shop.storefront.get('/v1/customers/me', headers)
    expect([withoutKey.status, withoutKey.body.error.code]).toEqual([401, 'unauthorized'])
  })
})

describe('/v1/customers/me', () => {
  it('shows and changes the customer’s own record, without what staff note', async () => {
    const shop = await openShop()
    const id = await addCustomer(shop, {
      emails: [{ address: ADA }],
      tags: ['difficult'],
      customFields: { credit: 'bad' },
      phones: [{ number: '+431234567', verified: true }],
    })
    const { api } = await signInCustomer(shop, ADA)
    const me = await api.get('/v1/customers/me')
    expect(me.body).toMatchObject({ id, name: 'Ada Lovelace' })
    expect(JSON.stringify(me.body)).not.toMatch(/difficult|credit|externalIds|statistics/)
    const changes = {
      name: 'Ada King',
      phones: [{ number: '+431234567' }, { number: '+437654321' }],
      addresses: [{ address: { line1: 'Main Street 1', country: 'AT' } }],
    }
    const updated = await api.patch('/v1/customers/me', changes)
    expect(updated.body).toMatchObject({
      name: 'Ada King',
      phones: [
        { number: '+431234567', verified: true },
        { number: '+437654321', verified: false },
      ],
    })
    for (const body of [
      { emails: [{ address: 'other@example.com' }] },
      { tags: [] },
      { phones: [{ number: '+437654321', verified: true }] },
    ]) {
      expect((await api.patch('/v1/customers/me', body)).status).toBe(400)
    }
    expect((await shop.api.get(`/v1/customers/${id}`)).body.tags).toEqual(['difficult'])
  })

  it('records consents of the customer, and hides who recorded the others', async () => {
    const shop = await openShop()
    const { api, customerId } = await signInCustomer(shop, ADA)
    const consent = { channel: 'email', state: 'subscribed', source: 'account page' }
    expect((await api.post('/v1/customers/me/consents', consent)).status).toBe(201)
    const { data } = (await api.get('/v1/customers/me/consents')).body
    expect(data).toMatchObject([consent])
    expect(data[0]).not.toHaveProperty('actor')
    const [stored] = (await shop.api.get(`/v1/customers/${customerId}/consents`)).body.data
    expect(stored.actor).toBe(`customer:${customerId}`)
  })
})
