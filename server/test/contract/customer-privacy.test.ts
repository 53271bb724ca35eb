import { SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { agentHeaders, SESSIONS } from '../agent.ts'
import { ADDRESS, type CheckoutShop, createReadyCart, seedShop } from '../checkout-shop.ts'
import { type SignedIn, signInCustomer } from '../customer-sign-in.ts'
import { fastClock } from '../fast-clock.ts'
import { fileServer } from '../open-server.ts'
import { type ApiResponse, openShop } from '../open-shop.ts'
import { recordQueries } from '../query-recorder.ts'
import { createProgram, grantPoints } from '../sample-points.ts'
import { addPromotion } from '../sample-promotions.ts'

/** Whom the visitor asks about: a customer, or somebody the shop has never heard of. */
interface Person {
  email: string
  phone: string
  customerId: string
  addressId: string
  cartId: string
  /** Of the person's own request. */
  idempotencyKey: string
  /** Of the person, from another environment. */
  foreignToken: string
}

const server = fileServer({ limitClock: fastClock() })
let shop: CheckoutShop
let customer: Person
let stranger: Person

/** A customer with everything that could give them away: orders, a tag, points, a used code, a saved address, a cart. */
beforeAll(async () => {
  const opened = await openShop(await server())
  shop = { ...opened, mug: await seedShop(opened, 1000) }
  const benefit = { kind: 'percentage', target: 'order', percentage: 50 } as const
  await addPromotion(shop.api, { trigger: 'automatic', benefit, conditions: { customer: { tags: ['vip'] } } })
  const first = await addPromotion(shop.api, { conditions: { customer: { firstOrder: true } } })
  await shop.api.post(`/v1/promotions/${first.id}/codes`, { codes: ['FIRST'] })
  await createProgram(shop)
  const ada = await signInCustomer(shop, 'ada@example.com')
  const [elsewhere, strangerElsewhere] = [
    await signInCustomer(shop, 'ada@example.com', 'test'),
    await signInCustomer(shop, 'eve@example.com', 'test'),
  ]
  await shop.api.patch(`/v1/customers/${ada.customerId}`, {
    tags: ['vip'],
    phones: [{ number: '+431111111', verified: true }],
    addresses: [{ address: ADDRESS }],
  })
  await grantPoints(shop, ada.customerId, 5000)
  const bought = await createReadyCart(shop, { email: 'ada@example.com' })
  const order = await shop.storefront.post('/v1/checkout/card', { cartId: bought.id, paymentMethod: 'pm_card_visa' })
  expect(order.status).toBe(201)
  customer = await describeCustomer(ada, elsewhere.token)
  stranger = {
    email: 'eve@example.com',
    phone: '+432222222',
    customerId: 'cus_01k9z3h8x2f7mtv4q6bw0ncdre',
    addressId: 'adr_01k9z3h8x2f7mtv4q6bw0ncdre',
    cartId: 'cart_01k9z3h8x2f7mtv4q6bw0ncdre',
    idempotencyKey: '9d4f0b62-7c1e-4a35-8e7b-2f6a1c5d9e02',
    foreignToken: strangerElsewhere.token,
  }
})

async function describeCustomer({ customerId, storefront, api }: SignedIn, foreignToken: string): Promise<Person> {
  const idempotencyKey = '1c7e9a40-3b5d-4f28-a6c1-8e0d2b4f6a97'
  const { id: cartId } = (await storefront.post('/v1/carts', {}, { 'idempotency-key': idempotencyKey })).body
  const [{ id: addressId }] = (await api.get('/v1/customers/me')).body.addresses
  return {
    email: 'ada@example.com',
    phone: '+431111111',
    customerId,
    addressId,
    cartId,
    idempotencyKey,
    foreignToken,
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const later = () => Math.floor(Date.now() / 1000) + 600

const forgedClaims = ({ customerId }: Person) => ({
  sub: customerId,
  aud: 'storedesk:customer',
  env: shop.live.environmentId,
  sid: 'cses_01k9z3h8x2f7mtv4q6bw0ncdre',
  gen: 0,
  exp: later(),
})

const forged = (person: Person, header: object = {}) =>
  new SignJWT(forgedClaims(person)).setProtectedHeader({ alg: 'HS256', ...header }).sign(Buffer.alloc(32))

const token = (value: string) => ({ 'x-customer-token': value })
const items = () => [{ variantId: shop.mug, quantity: 1 }]
const cartOf = (person: Person, more: object = {}) =>
  createReadyCart(shop, { email: person.email, ...more }) as Promise<{ id: string; totals: { total: object } }>

type Attempt = (person: Person) => Promise<ApiResponse | ApiResponse[]>

/** By an anonymous visitor, who knows the workspace's identifier and nothing else. */
const ATTEMPTS: Record<string, Attempt> = {
  'create a cart with the email': ({ email }) => shop.storefront.post('/v1/carts', { email, items: items() }),
  'enter the email in a cart, and read it': async ({ email }) => {
    const { id } = (await shop.storefront.post('/v1/carts', { items: items() })).body
    return [await shop.storefront.patch(`/v1/carts/${id}`, { email }), await shop.storefront.get(`/v1/carts/${id}`)]
  },
  'enter the phone in an address': ({ phone }) =>
    shop.storefront.post('/v1/carts', { items: items(), shippingAddress: { ...ADDRESS, phone } }),
  'try a code for first orders in a cart': async (person) => {
    const { id } = await cartOf(person)
    return shop.storefront.post(`/v1/carts/${id}/promotions`, { code: 'FIRST' })
  },
  'validate a code for first orders': ({ email }) =>
    shop.storefront.post('/v1/discounts/validate', { code: 'FIRST', items: items(), email }),
  'validate a code for a customer ID': ({ customerId }) =>
    shop.storefront.post('/v1/discounts/validate', { code: 'FIRST', items: items(), customer: { id: customerId } }),
  'open a cart for a customer ID': ({ customerId }) =>
    shop.storefront.post('/v1/carts', { items: items(), customer: { id: customerId } }),
  'pay with the points of the email': async (person) => {
    const { id } = await cartOf(person)
    return shop.storefront.patch(`/v1/carts/${id}`, { points: { requested: 100 } })
  },
  'pay with the points of a customer ID': ({ customerId }) =>
    shop.storefront.post('/v1/carts', { items: items(), customer: { id: customerId }, points: { requested: 100 } }),
  'ship to a saved address': ({ addressId }) => shop.storefront.post('/v1/carts', { shippingAddressId: addressId }),
  'check out without an address': async ({ email }) => {
    const { id } = (await shop.storefront.post('/v1/carts', { items: items() })).body
    return shop.storefront.post('/v1/checkout/card', { cartId: id, email, paymentMethod: 'pm_card_visa' })
  },
  'check out with a card that is declined': async (person) => {
    const { id } = await cartOf(person)
    return shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_chargeDeclined' })
  },
  'check out': async (person) => {
    const { id } = await cartOf(person)
    const paid = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
    return [paid, await shop.storefront.get(`/v1/carts/${id}`)]
  },
  'open a checkout in the browser': async (person) => {
    const { id } = await cartOf(person)
    return shop.storefront.post('/v1/checkout/intent', { cartId: id })
  },
  'ask an agent to buy for the email': ({ email }) =>
    shop.storefront.post(
      SESSIONS,
      { line_items: [{ id: shop.mug }], currency: 'eur', capabilities: {}, buyer: { first_name: 'X', email } },
      agentHeaders(),
    ),
  'request a login code': ({ email }) => shop.storefront.post('/v1/customers/login-codes', { email }),
  'guess a login code': () =>
    shop.storefront.post('/v1/customers/tokens', { loginCodeId: 'lgc_01k9z3h8x2f7mtv4q6bw0ncdre', code: '000000' }),
  'search for the email': ({ email }) => shop.storefront.get(`/v1/customers?email=${email}`),
  'read a customer ID': ({ customerId }) => shop.storefront.get(`/v1/customers/${customerId}`),
  'read the points of a customer ID': ({ customerId }) => shop.storefront.get(`/v1/loyalty/accounts/${customerId}`),
  'read a cart of the customer': async ({ cartId }) => [
    await shop.storefront.get(`/v1/carts/${cartId}`),
    await shop.storefront.patch(`/v1/carts/${cartId}`, { note: 'x' }),
    await shop.storefront.post('/v1/checkout/card', { cartId, paymentMethod: 'pm_card_visa' }),
    await shop.storefront.send('HEAD', `/v1/carts/${cartId}`),
  ],
  'forge a token for a customer ID': async (person) => [
    await shop.storefront.post('/v1/carts', {}, token(await forged(person))),
    await shop.storefront.get('/v1/products', token(await forged(person))),
    await shop.storefront.get('/v1/customers/me', token(await forged(person))),
  ],
  'forge a token without a signature': (person) =>
    shop.storefront.post('/v1/carts', {}, token(`${encode({ alg: 'none' })}.${encode(forgedClaims(person))}.`)),
  'forge a token of the shop': async (person) =>
    shop.storefront.post('/v1/carts', {}, token(await forged(person, { kid: 'csk_01k9z3h8x2f7mtv4q6bw0ncdre' }))),
  'use the token of another environment': ({ foreignToken }) =>
    shop.storefront.post('/v1/carts', {}, token(foreignToken)),
  'repeat the request of somebody else': ({ idempotencyKey }) =>
    shop.storefront.post('/v1/carts', {}, { 'idempotency-key': idempotencyKey }),
}

/** Headers that count requests or name this one. */
const OWN_HEADERS = /^(x-ratelimit-|x-request-id|request-id|date|etag|content-length|idempotency-key|retry-after)/

/** Without what differs between any two requests, and without what the visitor sent. */
function normalize({ status, headers, body }: ApiResponse, person: Person) {
  let text = JSON.stringify(body ?? null)
  for (const [name, value] of Object.entries(person)) text = text.replaceAll(value, `<${name}>`)
  text = text
    .replaceAll(/"([a-z]+_)[0-9a-z]{20,}"/g, '"$1…"')
    .replaceAll(/sim_[\w-]+|req_[0-9a-f]+/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/"number":\d+/g, '"number":0')
  const sent = [...headers].filter(([name]) => !OWN_HEADERS.test(name))
  return { status, body: JSON.parse(text), headers: sent }
}

async function responsesTo(attempt: Attempt, person: Person) {
  return [await attempt(person)].flat().map((response) => normalize(response, person))
}

describe('an anonymous visitor cannot find out who is a customer', () => {
  it.each(Object.entries(ATTEMPTS))('%s', async (_, attempt) => {
    const [known, unknown] = [await responsesTo(attempt, customer), await responsesTo(attempt, stranger)]
    expect(known).toEqual(unknown)
    expect(JSON.stringify(known)).not.toMatch(/vip|cus_|customerId"/)
  })

  it('from a customer who was deleted', async () => {
    const gone = await signInCustomer(shop, 'gone@example.com')
    expect((await shop.api.send('DELETE', `/v1/customers/${gone.customerId}`)).status).toBe(204)
    const create = async (value: string) =>
      normalize(await shop.storefront.post('/v1/carts', {}, token(value)), customer)
    expect(await create(gone.token)).toEqual(await create(await forged(stranger)))
  })

  it('from the number of statements', async () => {
    const recorder = recordQueries(shop.server.db)
    const count = async (attempt: Attempt, person: Person) => {
      recorder.clear()
      await attempt(person)
      return recorder.queries().length
    }
    const timed = ['create a cart with the email', 'enter the email in a cart, and read it', 'check out'] as const
    for (const name of timed) {
      const attempt = ATTEMPTS[name] as Attempt
      // Warms the caches.
      await attempt(stranger)
      const fresh = { ...stranger, email: `${name.length}@unknown.example.com` }
      expect([name, await count(attempt, customer)]).toEqual([name, await count(attempt, fresh)])
    }
    const code = (email: string) => shop.api.post('/v1/customers/login-codes', { email })
    await code('warm@example.com')
    expect(await count(({ email }) => code(email), { ...customer, email: 'ada@example.com' })).toBe(
      await count(({ email }) => code(email), { ...stranger, email: 'never@example.com' }),
    )
  })
})
