import { describe, expect, it, vi } from 'vitest'
import type { Module } from '../../src/modules/module.ts'
import { paidWith, SESSIONS, spokenByAgents } from '../agent.ts'
import { openServer, type TestServer } from '../open-server.ts'
import { type Caller, caller, openLoneShop, openShop, type Shop } from '../open-shop.ts'
import { addCollection } from '../sample-collections.ts'
import { euros, issue } from '../sample-gift-cards.ts'
import { asBody, sampleImage } from '../sample-images.ts'
import { importJugs } from '../sample-orders.ts'
import { addProduct, SHIRT } from '../sample-products.ts'
import { addCodes, addPromotion, TEN_PERCENT } from '../sample-promotions.ts'
import { signIn } from '../sign-in.ts'
import { CONNECTION } from '../stripe-server.ts'
import { LEAKS } from './leaks.ts'
import { openWithRoutes, type Route } from './route-table.ts'
import { changedTables, checksumsInside, checksumsOutside } from './row-checksums.ts'
import { bodyOf, headersOf, pathOf, type Samples, sweepSandbox } from './sandbox-sweep.ts'

const FILE = 'Handle,Title,Variant Price\nfrom-a-file,From a file,1.00\n'

/** For each route that takes an id: a path with an id that exists, in the environment of the given caller. */
const EXISTING: Samples['existing'] = {
  '/v1/catalog/products/:id': async (caller) => `/v1/catalog/products/${(await addProduct(caller)).id}`,
  '/v1/catalog/collections/:id': async (caller) => `/v1/catalog/collections/${(await addCollection(caller)).id}`,
  '/v1/catalog/collections/:id/products': async (caller) =>
    `/v1/catalog/collections/${(await addCollection(caller)).id}/products`,
  '/v1/catalog/collections/:id/products/:productId': async (caller) => {
    const [collection, product] = [await addCollection(caller), await addProduct(caller, { title: 'In a collection' })]
    const path = `/v1/catalog/collections/${collection.id}/products`
    await caller.post(path, { productIds: [product.id] })
    return `${path}/${product.id}`
  },
  '/v1/collections/:handle': async (caller) => `/v1/collections/${(await addCollection(caller)).id}`,
  '/v1/collections/:handle/products': async (caller) => `/v1/collections/${(await addCollection(caller)).id}/products`,
  '/v1/catalog/imports/:id': async (caller) => {
    const { body } = await caller.send('POST', '/v1/catalog/imports', FILE, { 'content-type': 'text/csv' })
    return `/v1/catalog/imports/${body.id}`
  },
  '/v1/carts/:id': async (caller) => `/v1/carts/${(await aCart(caller)).id}`,
  '/v1/carts/:id/items': async (caller) => `/v1/carts/${(await aCart(caller)).id}/items`,
  '/v1/carts/:id/items/:lineId': async (caller) => {
    const { id, items } = await aCart(caller)
    return `/v1/carts/${id}/items/${items[0].id}`
  },
  '/v1/carts/:id/promotions': async (caller) => `/v1/carts/${(await aCart(caller)).id}/promotions`,
  '/v1/checkout/:id/confirm': async (caller) => `/v1/checkout/${await aCheckout(caller)}/confirm`,
  '/v1/checkout/:id/cancel': async (caller) => `/v1/checkout/${await aCheckout(caller)}/cancel`,
  '/v1/checkout/:id/retrieve': async (caller) => `/v1/checkout/${await aCheckout(caller)}/retrieve`,
  [`${SESSIONS}/:id`]: async (caller) => `${SESSIONS}/${await aSession(caller)}`,
  [`${SESSIONS}/:id/retrieve`]: async (caller) => `${SESSIONS}/${await aSession(caller)}/retrieve`,
  [`${SESSIONS}/:id/complete`]: async (caller) => `${SESSIONS}/${await aSession(caller)}/complete`,
  [`${SESSIONS}/:id/cancel`]: async (caller) => `${SESSIONS}/${await aSession(caller)}/cancel`,
  '/v1/checkout-settings/agent-webhook': async (caller) => {
    await caller.send('PUT', '/v1/checkout-settings/agent-webhook', AN_ADDRESS)
    return '/v1/checkout-settings/agent-webhook'
  },
  '/v1/orders/:id': async (caller) => `/v1/orders/${await anOrder(caller)}`,
  '/v1/mails/:id': async (caller) => `/v1/mails/${await aMail(caller)}`,
  '/v1/mails/:id/resend': async (caller) => `/v1/mails/${await aMail(caller)}/resend`,
  '/v1/mail-templates/:kind': async () => '/v1/mail-templates/order_shipped',
  '/v1/mail-templates/:kind/preview': async (caller) => {
    await caller.send('PUT', '/v1/mail-templates/order_refunded', A_TEMPLATE)
    return '/v1/mail-templates/order_refunded/preview'
  },
  '/v1/orders/:id/captures': async (caller) => `/v1/orders/${await anOrder(caller, { capture: 'later' })}/captures`,
  '/v1/orders/:id/payments': async (caller) => `/v1/orders/${(await importJugs(caller)).id}/payments`,
  '/v1/orders/:id/refunds': async (caller) => `/v1/orders/${await anOrder(caller)}/refunds`,
  '/v1/orders/:id/cancellation': async (caller) => `/v1/orders/${await anOrder(caller)}/cancellation`,
  '/v1/orders/:id/timeline': async (caller) => `/v1/orders/${await anOrder(caller)}/timeline`,
  '/v1/orders/:id/fulfillments': async (caller) =>
    `/v1/orders/${(await importJugs(caller, { fulfilled: false })).id}/fulfillments`,
  '/v1/orders/:id/fulfillments/:fulfillmentId': async (caller) => {
    const path = `/v1/orders/${(await importJugs(caller)).id}/fulfillments`
    return `${path}/${(await caller.get(path)).body.data[0].id}`
  },
  '/v1/orders/:id/returns': async (caller) => `/v1/orders/${(await importJugs(caller)).id}/returns`,
  '/v1/orders/:id/returns/:returnId/approval': async (caller) => `${await aReturn(caller)}/approval`,
  '/v1/orders/:id/returns/:returnId/rejection': async (caller) => `${await aReturn(caller)}/rejection`,
  '/v1/orders/:id/returns/:returnId/receipt': async (caller) => `${await anApprovedReturn(caller)}/receipt`,
  '/v1/orders/:id/returns/:returnId/closure': async (caller) => `${await anApprovedReturn(caller)}/closure`,
  '/v1/orders/:id/exchanges': async (caller) => `/v1/orders/${(await importJugs(caller)).id}/exchanges`,
  '/v1/orders/:id/completion': async (caller) =>
    `/v1/orders/${(await caller.post('/v1/orders', A_DRAFT)).body.id}/completion`,
  '/v1/gift-cards/:id': async (caller) => `/v1/gift-cards/${(await issue({ api: caller })).id}`,
  '/v1/gift-cards/:id/credits': async (caller) => `/v1/gift-cards/${(await issue({ api: caller })).id}/credits`,
  '/v1/gift-cards/:id/deactivation': async (caller) =>
    `/v1/gift-cards/${(await issue({ api: caller })).id}/deactivation`,
  '/v1/gift-cards/:id/entries': async (caller) => `/v1/gift-cards/${(await issue({ api: caller })).id}/entries`,
  '/v1/products/:id': async (caller) => `/v1/products/${(await addProduct(caller)).id}`,
  '/v1/inventory/locations/:id': async (caller) =>
    `/v1/inventory/locations/${(await caller.post('/v1/inventory/locations', await aLocation())).body.id}`,
  '/v1/events/:id': async (caller) => {
    await caller.patch('/v1/workspace', { name: 'Somebody’s' })
    return `/v1/events/${(await caller.get('/v1/events')).body.data[0].id}`
  },
  '/v1/policies/:kind': async (caller) => {
    await caller.send('PUT', '/v1/policies/terms', { title: 'Terms', body: `As of ${performance.now()}` })
    return '/v1/policies/terms'
  },
  '/v1/policies/:kind/versions': async (caller) => `${await EXISTING['/v1/policies/:kind']?.(caller)}/versions`,
  '/v1/promotions/:id': async (caller) => `/v1/promotions/${(await addPromotion(caller)).id}`,
  '/v1/promotions/:id/uses': async (caller) => `/v1/promotions/${(await addPromotion(caller)).id}/uses`,
  '/v1/promotions/:id/codes': async (caller) => `/v1/promotions/${(await addPromotion(caller)).id}/codes`,
  '/v1/promotions/:id/codes/:code': async (caller) => {
    const { id } = await addPromotion(caller)
    return `/v1/promotions/${id}/codes/${(await addCodes(caller, id, { count: 1 }))[0]}`
  },
  '/v1/shipping/rates': async (caller) => `/v1/shipping/rates?cartId=${(await aCart(caller)).id}`,
  '/v1/shipping/zones/:id': async (caller) => `/v1/shipping/zones/${await aZone(caller)}`,
  '/v1/shipping/profiles/:id': async (caller) =>
    `/v1/shipping/profiles/${(await caller.post('/v1/shipping/profiles', A_PROFILE)).body.id}`,
  '/v1/shipping/rate-definitions/:id': async (caller) => {
    const { id } = (await caller.post('/v1/shipping/rate-definitions', await aRate(caller))).body
    return `/v1/shipping/rate-definitions/${id}`
  },
  '/v1/shipping/carriers/:name': async (caller) => {
    await caller.send('PUT', '/v1/shipping/carriers/post', AN_ADDRESS)
    return '/v1/shipping/carriers/post'
  },
  '/v1/taxes/regions/:id': async (caller) =>
    `/v1/taxes/regions/${(await caller.post('/v1/taxes/regions', await aTaxRegion())).body.id}`,
  '/v1/leaks/:id': async () => '/v1/leaks/known',
}

const BY_TAG = { field: 'tag', relation: 'has', value: 'summer' }
const aLocation = async () => ({ name: `Shed ${performance.now()}` })

const NEVER_OUT = { trackStock: false, requiresShipping: false }
const BUYER = { email: 'ada@example.com' }

/** One is enough for a caller: it is never out. */
const variants = new WeakMap<Caller, string>()

/** Something that can be bought, and a cart that holds it. */
async function aVariant(caller: Caller): Promise<string> {
  const known = variants.get(caller)
  if (known) return known
  const [first] = (
    await addProduct(caller, { variants: (SHIRT.variants ?? []).map((one) => ({ ...one, ...NEVER_OUT })) })
  ).variants
  variants.set(caller, first.id)
  return first.id
}
const aCart = async (caller: Caller) =>
  (await caller.post('/v1/carts', { items: [{ variantId: await aVariant(caller) }] })).body

async function aCheckout(caller: Caller): Promise<string> {
  return (await caller.post('/v1/checkout/intent', { ...BUYER, cartId: (await aCart(caller)).id })).body.id
}
async function aSession(caller: Caller): Promise<string> {
  const wanted = { line_items: [{ id: await aVariant(caller) }], currency: 'eur', capabilities: {} }
  return (await caller.post(SESSIONS, wanted, spokenByAgents())).body.id
}
async function anOrder(caller: Caller, more: object = {}): Promise<string> {
  const wanted = { ...BUYER, cartId: (await aCart(caller)).id, paymentMethod: 'pm_card_visa', ...more }
  return (await caller.post('/v1/checkout/card', wanted)).body.order.id
}

const A_TEMPLATE = { subject: 'Tried', body: 'In the sandbox' }
const aConfirmation = async (caller: Caller) => ({ kind: 'order_confirmation', orderId: await anOrder(caller) })
const aMail = async (caller: Caller): Promise<string> =>
  (await caller.post('/v1/mails', await aConfirmation(caller))).body.id
const A_DRAFT = { kind: 'draft', items: [{ title: 'Work', unitPrice: { amount: 900, currency: 'EUR' }, quantity: 1 }] }

/** Of what was made last: a body is made after the path that it is for, and must not make anything itself. */
async function aSentLine(caller: Caller) {
  const { data } = (await caller.get('/v1/orders?fulfillmentStatus=fulfilled&limit=1')).body
  return { lineId: data[0]?.items[0].id ?? 'li_unknown', quantity: 1 }
}
async function aReturn(caller: Caller): Promise<string> {
  const path = `/v1/orders/${(await importJugs(caller)).id}/returns`
  return `${path}/${(await caller.post(path, { lines: [await aSentLine(caller)] })).body.id}`
}
async function anApprovedReturn(caller: Caller): Promise<string> {
  const path = await aReturn(caller)
  await caller.post(`${path}/approval`)
  return path
}

const A_ZONE = { name: 'Tried', places: [{ country: 'AT' }] }
const AN_ADDRESS = { url: 'https://rates.example.com/quote' }
const A_PROFILE = { name: 'Tried', items: { tags: ['bulky'] } }

/** One is enough: a shop has a hundred at most. */
async function aZone(caller: Caller): Promise<string> {
  const [known] = (await caller.get('/v1/shipping/zones?limit=1')).body.data
  return (known ?? (await caller.post('/v1/shipping/zones', A_ZONE)).body).id
}
let made = 0
const aRate = async (caller: Caller) => ({
  zoneId: await aZone(caller),
  title: 'Tried',
  service: `tried-${made++}`,
  price: { kind: 'flat', amounts: [{ amount: 490, currency: 'EUR' }] },
})
const aTaxRegion = async () => ({
  place: { country: 'AT', postcodes: [`${made++}`] },
  rates: [{ class: 'standard', name: 'VAT', percentage: 20 }],
})

/** For each route that takes a body: one that it accepts. */
const BODIES: Samples['bodies'] = {
  'POST /v1/carts': { note: 'Tried in the sandbox' },
  'PATCH /v1/carts/:id': { note: 'Tried in the sandbox' },
  'POST /v1/carts/:id/items': { sku: 'LS-S-White' },
  'PUT /v1/carts/:id/items/:lineId': { quantity: 3 },
  'POST /v1/carts/:id/promotions': { code: 'TRIED' },
  'POST /v1/discounts/validate': async (caller) => ({ code: 'TRIED', items: [{ variantId: await aVariant(caller) }] }),
  'POST /v1/catalog/imports': FILE,
  'POST /v1/catalog/products': { ...SHIRT, externalId: null },
  'POST /v1/catalog/images': asBody(sampleImage('plain.png')),
  'POST /v1/catalog/products/bulk': {
    matchBy: 'handle',
    products: [{ ...SHIRT, handle: 'in-bulk', externalId: null }],
  },
  'PATCH /v1/catalog/products/:id': { title: 'Tried in the sandbox' },
  'POST /v1/policies/preview': { body: 'Tried in the sandbox' },
  'POST /v1/catalog/collections': { title: 'Tried', kind: 'rules', rules: [BY_TAG] },
  'POST /v1/catalog/collections/preview': { rules: [BY_TAG] },
  'PATCH /v1/catalog/collections/:id': { title: 'Tried in the sandbox' },
  'PUT /v1/catalog/collections/:id/products': { productIds: [] },
  'POST /v1/catalog/collections/:id/products': { productIds: [] },
  'POST /v1/inventory/adjustments': async (caller) => {
    const [known] = (await caller.get('/v1/catalog/products?limit=1')).body.data
    const variantId = (known ?? (await addProduct(caller))).variants[0].id
    return { reason: 'received', changes: [{ variantId, onHandChange: 5 }] }
  },
  'POST /v1/checkout/card': async (caller) => ({
    ...BUYER,
    cartId: (await aCart(caller)).id,
    paymentMethod: 'pm_card_visa',
  }),
  'POST /v1/checkout/intent': async (caller) => ({ ...BUYER, cartId: (await aCart(caller)).id }),
  'POST /v1/checkout/:id/confirm': { paymentMethod: 'pm_card_visa' },
  'POST /v1/mails': aConfirmation,
  'PUT /v1/mail-templates/:kind': A_TEMPLATE,
  'POST /v1/mail-templates/:kind/preview': { body: 'Tried in the sandbox' },
  'POST /v1/orders/:id/captures': { amount: euros(100) },
  'POST /v1/orders/:id/payments': { amount: euros(100) },
  'POST /v1/orders/:id/refunds': { amount: euros(100), reason: 'Tried in the sandbox' },
  'POST /v1/orders/:id/cancellation': { reason: 'customer' },
  'POST /v1/orders': A_DRAFT,
  'PATCH /v1/orders/:id': { staffNote: 'Tried in the sandbox' },
  'POST /v1/orders/:id/completion': { payment: 'external' },
  'POST /v1/orders/:id/fulfillments': {},
  'PATCH /v1/orders/:id/fulfillments/:fulfillmentId': { tracking: { number: '4711' } },
  'POST /v1/orders/:id/returns': async (caller) => ({ lines: [await aSentLine(caller)] }),
  'POST /v1/orders/:id/returns/:returnId/rejection': { note: 'Tried in the sandbox' },
  'POST /v1/orders/:id/returns/:returnId/receipt': {},
  'POST /v1/orders/:id/exchanges': async (caller) => ({
    returns: [await aSentLine(caller)],
    items: [{ variantId: await aVariant(caller), quantity: 1 }],
  }),
  [`POST ${SESSIONS}`]: async (caller) => ({
    line_items: [{ id: await aVariant(caller) }],
    currency: 'eur',
    capabilities: {},
  }),
  [`POST ${SESSIONS}/:id`]: { order_notes: 'Tried in the sandbox' },
  [`POST ${SESSIONS}/:id/complete`]: paidWith('spt_123'),
  [`POST ${SESSIONS}/:id/cancel`]: { intent_trace: { reason_code: 'other' } },
  'PUT /v1/checkout-settings/agent-webhook': AN_ADDRESS,
  'POST /v1/gift-cards': { amount: euros(5000), recipient: { name: 'Kim' } },
  'POST /v1/gift-cards/check': async (caller) => ({ code: (await issue({ api: caller })).code }),
  'PATCH /v1/gift-cards/:id': { note: 'Tried in the sandbox' },
  'POST /v1/gift-cards/:id/credits': { amount: euros(100), reason: 'Tried in the sandbox' },
  'POST /v1/inventory/locations': aLocation,
  'PATCH /v1/inventory/locations/:id': { position: 3 },
  'PUT /v1/payments/connection': CONNECTION,
  'POST /v1/promotions': TEN_PERCENT,
  'PATCH /v1/promotions/:id': { title: 'Tried in the sandbox' },
  'POST /v1/promotions/:id/codes': { count: 3 },
  'PUT /v1/policies/:kind': { title: 'Terms', body: 'Tried in the sandbox' },
  'POST /v1/shipping/zones': A_ZONE,
  'PATCH /v1/shipping/zones/:id': { name: 'Tried in the sandbox' },
  'POST /v1/shipping/profiles': A_PROFILE,
  'PATCH /v1/shipping/profiles/:id': { name: 'Tried in the sandbox' },
  'POST /v1/shipping/rate-definitions': aRate,
  'PATCH /v1/shipping/rate-definitions/:id': { title: 'Tried in the sandbox' },
  'PUT /v1/shipping/carriers/:name': AN_ADDRESS,
  'PUT /v1/taxes/engine': AN_ADDRESS,
  'PUT /v1/taxes/settings': { pricesIncludeTax: false, shippingTax: 'none', rounding: 'line' },
  'POST /v1/taxes/regions': aTaxRegion,
  'PATCH /v1/taxes/regions/:id': { rates: [{ class: 'standard', name: 'VAT', percentage: 10 }] },
  'PUT /v1/theme': { brand: { name: 'Tried in the sandbox' } },
  'PATCH /v1/workspace': { name: 'Tried in the sandbox' },
}

const SAMPLES: Samples = {
  existing: EXISTING,
  bodies: BODIES,
  types: { 'POST /v1/catalog/imports': 'text/csv' },
  // Real money.
  onlyLive: ['PUT /v1/payments/connection'],
  headers: Object.fromEntries(
    ['', '/:id', '/:id/retrieve', '/:id/complete', '/:id/cancel'].map((path) => [SESSIONS + path, spokenByAgents]),
  ),
}

/** Two shops with something in each environment, on a server that is gone: it will note no more uses of live keys. */
async function openOldShops(): Promise<[Shop, Shop]> {
  const server = await openServer()
  const shops: [Shop, Shop] = [await openShop(server), await openShop(server)]
  for (const { api, sandbox } of shops) {
    await api.patch('/v1/workspace', { name: 'Production' })
    await sandbox.patch('/v1/workspace', { name: 'Sandbox' })
  }
  const worker = await server.startWorker()
  await finishJobs(server)
  await worker.stop()
  await server.app.close()
  return shops
}

async function environmentsOfJobs({ db }: TestServer): Promise<(string | null)[]> {
  const { rows } = await db.pool.query(`select payload ->> 'environmentId' as id from graphile_worker._private_jobs`)
  return rows.map(({ id }) => id)
}

const finishJobs = (server: TestServer) =>
  vi.waitFor(async () => expect(await environmentsOfJobs(server)).toEqual([]), { timeout: 20_000, interval: 50 })

/** Does all that can be done in a sandbox, jobs included, and answers which tables have changed outside it. */
async function changedFromSandbox(
  extra: Module = {},
  routes = (_route: Route) => true,
): Promise<{ outside: string[]; inside: string[] }> {
  const [old, stranger] = await openOldShops()
  const { server, api } = await openWithRoutes({ connection: old.server.connection, extra })
  const sandbox = caller(server.url, { authorization: `Bearer ${old.testKey}` })
  const shop: Shop = { ...old, server, sandbox }
  const owner = await signIn(shop)
  const { environmentId } = shop.test
  const before = [await checksumsOutside(server, environmentId), await checksumsInside(server, environmentId)] as const

  await sweepSandbox(shop, { owner, stranger }, api.filter(routes), SAMPLES)
  const jobs = await environmentsOfJobs(server)
  expect(jobs).toContain(environmentId)
  await server.startWorker()
  await finishJobs(server)
  await server.app.close()

  return {
    outside: [
      ...changedTables(before[0], await checksumsOutside(server, environmentId)),
      ...(jobs.every((id) => id === environmentId) ? [] : ['jobs']),
    ],
    inside: changedTables(before[1], await checksumsInside(server, environmentId)),
  }
}

describe('C1 isolation, for every route there is', () => {
  it('C1 an id of another workspace, or of the other environment, is 404 and changes nothing', async () => {
    const { server, api } = await openWithRoutes()
    const [mine, other] = [await openShop(server), await openShop(server)]
    // That it was refused is kept for whoever asks again with the same key: it is theirs.
    const checksums = async () => [
      await checksumsInside(server, other.live.environmentId),
      { ...(await checksumsInside(server, mine.live.environmentId)), idempotent_answers: 'of the caller' },
    ]
    // A kind of policy and the name of a carrier are no ids: every environment has its own. Their tests show that they are apart.
    const withId = api.filter(({ path }) => path.includes(':') && !/:(kind|name)/.test(path))
    expect(withId.length).toBeGreaterThan(0)
    // All that is needed is made first, so that nothing else is written while they are refused.
    const calls: { route: Route; caller: Caller; path: string; sent: object | string | undefined }[] = []
    for (const route of withId) {
      const foreign = await pathOf(route, SAMPLES, other.api)
      const live = await pathOf(route, SAMPLES, mine.api)
      for (const [caller, path] of [
        [mine.api, foreign],
        [mine.sandbox, foreign],
        [mine.sandbox, live],
      ] as const) {
        calls.push({ route, caller, path, sent: await bodyOf(route, SAMPLES, caller) })
      }
    }
    const before = await checksums()
    for (const { route, caller, path, sent } of calls) {
      const { status, body } = await caller.send(route.method, path, sent, headersOf(route, SAMPLES))
      // An answer to HEAD has no body.
      const code = route.method === 'HEAD' ? undefined : 'not_found'
      const said = body?.error?.code ?? body?.code
      expect([route.method, route.path, status, said]).toEqual([route.method, route.path, 404, code])
    }
    expect(await checksums()).toEqual(before)
  }, 180_000)

  /**
   * Compared are all rows of all tables, of every workspace, but for those of the one sandbox. Called is every route, with
   * every method, by a test key under `/v1` and by an owner who has chosen the sandbox under `/dashboard/api/v1`: with what
   * it accepts, with an Idempotency-Key, with the identifier of the live environment beside, and so that it refuses.
   */
  it('C1 every route, well and badly called with a test key or by staff in the sandbox, and its jobs run to their end, leave each row outside that sandbox as it was', async () => {
    const { outside, inside } = await changedFromSandbox()
    expect(outside).toEqual([])
    expect(inside).toEqual(
      expect.arrayContaining([
        'acp_sessions',
        'collection_products',
        'carts',
        'checkouts',
        'collections',
        'environments',
        'events',
        'files',
        'locations',
        'mail_templates',
        'mails',
        'fulfillments',
        'order_lines',
        'order_payments',
        'orders',
        'policies',
        'policy_versions',
        'pricing_versions',
        'promotion_codes',
        'promotions',
        'return_lines',
        'returns',
        'shipping_profiles',
        'shipping_rates',
        'shipping_zones',
        'stock_levels',
        'stock_movements',
        'tax_regions',
        'tax_settings',
        'themes',
      ]),
    )
  }, 180_000)

  it.each(LEAKS)(
    'C1 the test above would notice a leak through %s',
    async (_way, leak, tables) => {
      const enough = ({ path }: Route) => path === '/v1/workspace' || path === '/v1/leaks/:id'
      expect((await changedFromSandbox(leak, enough)).outside).toEqual(tables)
    },
    60_000,
  )

  it('C1 a row can’t refer to a row of another environment', async () => {
    const shop = await openLoneShop()
    const orphan = shop.server.db.pool.query(
      "insert into events (environment_id, id, type, data) values (gen_random_uuid(), 'evt_x', 'x', '{}')",
    )
    await expect(orphan).rejects.toThrow('foreign key')
  })
})
