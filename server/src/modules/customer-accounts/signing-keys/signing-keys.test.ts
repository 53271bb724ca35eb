import { type JWTPayload, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { clientsWith, signInCustomer } from '../../../../test/customer-sign-in.ts'
import { listAuditEntriesFor } from '../../../../test/event-log.ts'
import { openIsolatedShop, openShop, type Shop } from '../../../../test/open-shop.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { type StaffClient, signIn } from '../../../../test/sign-in.ts'

const pathOf = ({ live }: Shop) => `/dashboard/api/workspaces/${live.workspaceId}/signing-keys`

interface Key {
  id: string
  secret: string
}

async function createSigningKey(shop: Shop, staff: StaffClient, mode = 'live'): Promise<Key> {
  const response = await staff.post(pathOf(shop), { label: 'Web shop', mode })
  expect([response.status, response.body.error]).toEqual([201, undefined])
  return { id: response.body.key.id, secret: response.body.secret }
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

const sign = ({ id, secret }: Key, claims: JWTPayload, header: object = {}) =>
  new SignJWT({ exp: inSeconds(600), ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: id, ...header })
    .sign(Buffer.from(secret))

/** The customer that a token with these claims acts for. */
async function meWith(shop: Shop, key: Key, claims: JWTPayload) {
  const { status, body } = await clientsWith(shop, await sign(key, claims)).api.get('/v1/customers/me')
  expect([status, body.error]).toEqual([200, undefined])
  return body
}

describe('signing keys', () => {
  it('shows the secret once, stores it encrypted, and records who created and revoked the key', async () => {
    const shop = await openIsolatedShop()
    const owner = await signIn(shop)
    const { id, secret } = await createSigningKey(shop, owner)
    expect((await owner.get(pathOf(shop))).body.data).toMatchObject([{ id, status: 'active', mode: 'live' }])
    expect(JSON.stringify((await owner.get(pathOf(shop))).body)).not.toContain(secret)
    const stored = (await shop.server.db.pool.query('select * from customer_signing_keys')).rows
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(shop.server.logged.join('')).not.toContain(secret)
    const revoked = await owner.post(`${pathOf(shop)}/${id}/revocation`)
    expect(revoked.body).toMatchObject({ id, status: 'revoked' })
    expect((await owner.post(`${pathOf(shop)}/${id}/revocation`)).status).toBe(200)
    const { rows } = await shop.server.db.pool.query('select secret from customer_signing_keys')
    expect(rows).toEqual([{ secret: null }])
    const created = await listAuditEntriesFor(shop, 'customer_signing_key.created')
    expect(created).toMatchObject([{ actorName: owner.name, subject: 'Web shop', details: { mode: 'live' } }])
    expect(await listAuditEntriesFor(shop, 'customer_signing_key.revoked')).toHaveLength(1)
  })

  it('allows two active ones per environment, also when created at the same time', async () => {
    const shop = await openShop()
    const owner = await signIn(shop)
    const create = (mode = 'live') => owner.post(pathOf(shop), { label: 'Web shop', mode })
    const responses = await Promise.all([create(), create(), create(), create()])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect((await create('test')).status).toBe(201)
    const [{ id }] = (await owner.get(pathOf(shop))).body.data.filter(({ mode }: { mode: string }) => mode === 'live')
    await owner.post(`${pathOf(shop)}/${id}/revocation`)
    expect((await create()).status).toBe(201)
  })

  it('are for owners and admins', async () => {
    const shop = await openShop()
    const agent = await signIn(shop, 'agent')
    expect((await agent.post(pathOf(shop), { label: 'Mine', mode: 'live' })).status).toBe(403)
    expect((await agent.get(pathOf(shop))).status).toBe(200)
    const other = await openShop(shop.server)
    const { id } = await createSigningKey(shop, await signIn(shop))
    expect((await (await signIn(other)).post(`${pathOf(other)}/${id}/revocation`)).status).toBe(404)
  })
})

describe('a token that the shop has signed', () => {
  it('creates the customer on first use, and finds them again by the shop’s id', async () => {
    const shop = await openShop()
    const key = await createSigningKey(shop, await signIn(shop))
    const claims = { sub: '4711', email: 'Ada@example.com', email_verified: true, name: 'Ada Lovelace' }
    const token = await sign(key, claims)
    const { api } = clientsWith(shop, token)
    const responses = await Promise.all(Array.from({ length: 8 }, () => api.get('/v1/customers/me')))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    const me = responses[0]?.body
    expect(me).toMatchObject({ name: 'Ada Lovelace', emails: [{ address: 'ada@example.com', verified: true }] })
    expect((await shop.api.get('/v1/customers?externalId=4711')).body.data).toMatchObject([
      { id: me.id, externalIds: [{ source: 'shop', id: '4711' }] },
    ])
    expect((await meWith(shop, key, { sub: '4711' })).id).toBe(me.id)
    // The same person with a login code.
    expect((await signInCustomer(shop, 'ada@example.com')).customerId).toBe(me.id)
    const cart = await clientsWith(shop, token).storefront.post('/v1/carts', {})
    expect(cart.body.email).toBe('ada@example.com')
  })

  it('creates one customer without an email too', async () => {
    const shop = await openShop()
    const key = await createSigningKey(shop, await signIn(shop))
    const { api } = clientsWith(shop, await sign(key, { sub: 'no-email' }))
    const responses = await Promise.all(Array.from({ length: 8 }, () => api.get('/v1/customers/me')))
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await shop.api.get('/v1/customers?externalId=no-email')).body.data).toHaveLength(1)
  })

  it('connects a verified email to its customer, and never an unverified one', async () => {
    const shop = await openShop()
    const key = await createSigningKey(shop, await signIn(shop))
    const existing = await addCustomer(shop, { emails: [{ address: 'ada@example.com' }] })
    for (const email_verified of [false, undefined, 'true', 1]) {
      const claims = { sub: `mallory ${email_verified}`, email: 'ada@example.com', email_verified }
      const mallory = await meWith(shop, key, claims)
      expect(mallory.id).not.toBe(existing)
      expect(mallory.emails).toEqual([])
    }
    // Nor does it wait for the owner of an address that nobody has yet.
    const trap = await meWith(shop, key, { sub: 'trap', email: 'victim@example.com', email_verified: false })
    expect((await signInCustomer(shop, 'victim@example.com')).customerId).not.toBe(trap.id)
    const ada = await meWith(shop, key, { sub: 'ada', email: 'ADA@example.com', email_verified: true })
    expect(ada).toMatchObject({ id: existing, emails: [{ address: 'ada@example.com', verified: true }] })
  })

  it('is rejected unless an active key of the environment has signed it, for at most an hour', async () => {
    const shop = await openShop()
    const owner = await signIn(shop)
    const [key, sandboxKey] = [await createSigningKey(shop, owner), await createSigningKey(shop, owner, 'test')]
    const other = await openShop()
    const foreignKey = await createSigningKey(other, await signIn(other))
    const claims = { sub: '4711' }
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const unsigned = `${encode({ alg: 'none', kid: key.id })}.${encode({ ...claims, exp: inSeconds(600) })}.`
    const tokens = [
      unsigned,
      await sign(sandboxKey, claims),
      await sign(foreignKey, claims),
      await sign({ id: key.id, secret: foreignKey.secret }, claims),
      await sign(key, claims, { alg: 'HS512' }),
      await sign(key, { ...claims, exp: inSeconds(-1) }),
      await sign(key, { ...claims, exp: inSeconds(2 * 3600) }),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: key.id }).sign(Buffer.from(key.secret)),
      await sign(key, {}),
      await sign(key, { sub: '' }),
      await sign(key, { sub: 'two\nlines' }),
      await sign(key, { sub: 'x'.repeat(201) }),
      await sign(key, { ...claims, nbf: inSeconds(600) }),
    ]
    const statusOf = async (token: string) => (await clientsWith(shop, token).api.get('/v1/customers/me')).status
    expect(await Promise.all(tokens.map(statusOf))).toEqual(tokens.map(() => 401))
    expect((await shop.api.get('/v1/customers')).body.data).toEqual([])
    const valid = await sign(key, { ...claims, exp: inSeconds(3600) })
    expect(await statusOf(valid)).toBe(200)
    await owner.post(`${pathOf(shop)}/${key.id}/revocation`)
    expect(await statusOf(valid)).toBe(401)
  })
})
