import { expect, it } from 'vitest'
import { VALUE_ACTIONS, type ValueAction } from '../../src/modules/audit/audit.ts'
import { runImport } from '../../src/modules/catalog/csv/run-import.ts'
import { addSimpleProduct } from '../cart-shop.ts'
import { addGiftCardProduct, sellForExternalPayment } from '../gift-card-orders.ts'
import type { ApiClient, ApiResponse, Shop } from '../open-shop.ts'
import { openShop } from '../open-shop.ts'
import { addCustomer } from '../sample-customers.ts'
import { importJugs } from '../sample-orders.ts'
import { eur } from '../sample-products.ts'
import { type StaffClient, signIn } from '../sign-in.ts'
import { openServerWithRoutes } from './route-table.ts'
import { anAttribution, anEarnRequest, aRedeemRequest, aRedemption } from './sandbox-fixtures.ts'
import { SAMPLES } from './sandbox-samples.ts'
import { bodyOf, headersOf, pathOf } from './sandbox-sweep.ts'

/** One way to create value. `make` prepares it with a full key and returns the request for the test to send. */
interface Path {
  route: string
  make: (shop: Shop) => Promise<{ path: string; body: object | string; headers?: Record<string, string> }>
}

const EMAIL = 'eve@example.com'
const giftProduct = (title: string) => ({ title, giftCard: true, variants: [{ prices: [{ price: eur(5000) }] }] })
const newCard = async ({ api }: Shop) => (await api.post('/v1/gift-cards', { amount: eur(100) })).body
const cardProduct = async (shop: Shop) =>
  (await addSimpleProduct(shop, {
    title: 'Card',
    sku: `CARD-${performance.now()}`,
    price: 1,
    product: { giftCard: true, options: [{ name: 'Size', values: ['One', 'Two'] }] },
  })) as {
    id: string
    variants: { id: string }[]
  }
const draftWith = async ({ api }: Shop, variantId: string, more: object = { email: EMAIL }): Promise<string> => {
  const { body } = await api.post('/v1/orders', { kind: 'draft', items: [{ variantId, quantity: 1 }], ...more })
  return `/v1/orders/${body.id}`
}
const actionsOf = async ({ api }: Shop): Promise<string> =>
  `/v1/tickets/${(await api.post('/v1/tickets', { subject: 'Help', requester: { email: EMAIL } })).body.id}/actions`
const FREE_DRAFT = { kind: 'draft', email: EMAIL, items: [{ title: 'Work', unitPrice: eur(900), quantity: 1 }] }

/** Every action needs its paths, or this does not compile. */
const PATHS: Record<ValueAction, Path[]> = {
  'gift_card.issued': [
    { route: 'POST /v1/gift-cards', make: async () => ({ path: '/v1/gift-cards', body: { amount: eur(100) } }) },
  ],
  'gift_card.credited': [
    {
      route: 'POST /v1/gift-cards/:id/credits',
      make: async (shop) => ({
        path: `/v1/gift-cards/${(await newCard(shop)).id}/credits`,
        body: { amount: eur(100), reason: 'Goodwill' },
      }),
    },
  ],
  'gift_card.expiry_changed': [
    {
      route: 'PATCH /v1/gift-cards/:id',
      make: async (shop) => ({
        path: `/v1/gift-cards/${(await newCard(shop)).id}`,
        body: { expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
      }),
    },
  ],
  'gift_card_product.saved': [
    {
      route: 'POST /v1/catalog/products',
      make: async () => ({ path: '/v1/catalog/products', body: giftProduct('New card') }),
    },
    {
      route: 'PATCH /v1/catalog/products/:id',
      make: async (shop) => ({
        path: `/v1/catalog/products/${(await addSimpleProduct(shop, { title: 'Plain', sku: 'PLAIN', price: 100 })).id}`,
        body: { giftCard: true },
      }),
    },
    {
      route: 'POST /v1/catalog/products/:id/variants',
      make: async (shop) => ({
        path: `/v1/catalog/products/${(await cardProduct(shop)).id}/variants`,
        body: { options: { Size: 'Two' }, prices: [{ price: eur(9000) }] },
      }),
    },
    {
      route: 'PATCH /v1/catalog/products/:id/variants/:variantId',
      make: async (shop) => {
        const { id, variants } = await cardProduct(shop)
        const path = `/v1/catalog/products/${id}/variants/${variants[0]?.id}`
        return { path, body: { prices: [{ price: eur(9000) }] } }
      },
    },
  ],
  'gift_card_order.drafted': [
    {
      route: 'POST /v1/orders',
      make: async (shop) => ({
        path: '/v1/orders',
        body: { kind: 'draft', email: EMAIL, items: [{ variantId: await addGiftCardProduct(shop), quantity: 1 }] },
      }),
    },
    {
      route: 'PATCH /v1/orders/:id',
      make: async (shop) => ({
        path: `/v1/orders/${(await shop.api.post('/v1/orders', FREE_DRAFT)).body.id}`,
        body: { items: [{ variantId: await addGiftCardProduct(shop), quantity: 1 }] },
      }),
    },
  ],
  'gift_card_order.exchanged': [
    {
      route: 'POST /v1/orders/:id/exchanges',
      make: async (shop) => {
        const order = await importJugs(shop.api, {
          payments: [{ kind: 'external', amount: eur(3000), status: 'paid' }],
        })
        const items = [{ variantId: await addGiftCardProduct(shop), quantity: 1 }]
        const returns = [{ itemId: order.items[0].id, quantity: 1 }]
        return { path: `/v1/orders/${order.id}/exchanges`, body: { returns, items } }
      },
    },
    {
      route: 'POST /v1/tickets/:id/actions',
      make: async (shop) => {
        const order = await importJugs(shop.api, {
          payments: [{ kind: 'external', amount: eur(3000), status: 'paid' }],
        })
        const items = [{ variantId: await addGiftCardProduct(shop), quantity: 1 }]
        const returns = [{ itemId: order.items[0].id, quantity: 1 }]
        return { path: await actionsOf(shop), body: { type: 'exchange', orderId: order.id, returns, items } }
      },
    },
  ],
  'gift_card_order.payment_recorded': [
    {
      route: 'POST /v1/orders/:id/completion',
      make: async (shop) => ({
        path: `${await draftWith(shop, await addGiftCardProduct(shop))}/completion`,
        body: { payment: 'external' },
      }),
    },
    {
      route: 'POST /v1/orders/:id/payments',
      make: async (shop) => {
        const path = await draftWith(shop, await addGiftCardProduct(shop))
        await shop.api.post(`${path}/completion`, { payment: 'pending' })
        return { path: `${path}/payments`, body: {} }
      },
    },
  ],
  'gift_card_order.email_changed': [
    {
      route: 'PATCH /v1/orders/:id',
      make: async (shop) => {
        const path = await draftWith(shop, await addGiftCardProduct(shop), {})
        await shop.api.post(`${path}/completion`, { payment: 'external' })
        return { path, body: { email: EMAIL } }
      },
    },
  ],
  'loyalty_points.adjusted': [
    {
      route: 'POST /v1/loyalty/accounts/:customerId/entries',
      make: async (shop) => ({
        path: `/v1/loyalty/accounts/${await addCustomer(shop)}/entries`,
        body: { points: 100, reason: 'Goodwill' },
      }),
    },
    {
      route: 'POST /v1/tickets/:id/actions',
      make: async (shop) => ({
        path: await actionsOf(shop),
        body: { type: 'goodwill_points', points: 100, reason: 'Goodwill' },
      }),
    },
  ],
  'loyalty_points.earned': [
    {
      route: 'POST /v1/loyalty/earn',
      make: async (shop) => ({ path: '/v1/loyalty/earn', body: await anEarnRequest(shop.api) }),
    },
  ],
  'loyalty_points.redeemed': [
    {
      route: 'POST /v1/loyalty/redeem',
      make: async (shop) => ({ path: '/v1/loyalty/redeem', body: await aRedeemRequest(shop.api) }),
    },
  ],
  'loyalty_redemption.reversed': [
    {
      route: 'POST /v1/loyalty/redemptions/:id/reversal',
      make: async (shop) => ({ path: `${await aRedemption(shop.api)}/reversal`, body: {} }),
    },
  ],
  'store_credit.adjusted': [
    {
      route: 'POST /v1/customers/:id/store-credit',
      make: async (shop) => ({
        path: `/v1/customers/${await addCustomer(shop)}/store-credit`,
        body: { amount: eur(100), reason: 'Goodwill' },
      }),
    },
    {
      route: 'POST /v1/tickets/:id/actions',
      make: async (shop) => ({
        path: await actionsOf(shop),
        body: { type: 'store_credit', amount: eur(100), reason: 'Goodwill' },
      }),
    },
  ],
  'store_credit.refunded': [
    {
      route: 'POST /v1/orders/:id/refunds',
      make: async (shop) => {
        const items = [{ title: 'Work', unitPrice: eur(900), quantity: 1 }]
        const { path } = await sellForExternalPayment(shop, items)
        return { path: `${path}/refunds`, body: { amount: eur(100), method: 'store_credit' } }
      },
    },
    {
      route: 'POST /v1/tickets/:id/actions',
      make: async (shop) => {
        const items = [{ title: 'Work', unitPrice: eur(900), quantity: 1 }]
        const { path } = await sellForExternalPayment(shop, items)
        const orderId = path.split('/').at(-1)
        const refund = { type: 'refund', orderId, amount: eur(100), method: 'store_credit' }
        return { path: await actionsOf(shop), body: refund }
      },
    },
  ],
  'referral.attributed': [
    {
      route: 'POST /v1/loyalty/referral/attribution',
      make: async ({ api }) => ({ path: '/v1/loyalty/referral/attribution', body: await anAttribution(api) }),
    },
  ],
  'loyalty_program.changed': [
    {
      route: 'PUT /v1/loyalty/program',
      make: async () => ({
        path: '/v1/loyalty/program',
        body: { name: 'Acorns', active: true, pointValues: [{ currency: 'EUR', points: 1, amount: 100 }] },
      }),
    },
  ],
}

const CASES = Object.entries(PATHS).flatMap(([action, paths]) =>
  paths.map(({ route, make }): [string, string, Path['make']] => [action, route, make]),
)

const inLive =
  (colleague: StaffClient, { live }: Shop): ApiClient['send'] =>
  (method, path, body, headers) =>
    colleague.send(method, `/dashboard/api${path}`, body, { ...headers, 'x-environment-id': live.environmentId })

const auditOf = async (admin: StaffClient, { live }: Shop, action: string): Promise<{ actorName: string }[]> => {
  const { body } = await admin.get(`/dashboard/api/workspaces/${live.workspaceId}/audit-log?limit=100`)
  return body.data.filter((entry: { action: string }) => entry.action === action)
}

it('every path that creates value requires the admin role or a key, and is recorded in the audit log', async () => {
  const shop = await openShop()
  const [agent, admin] = [await signIn(shop, 'agent'), await signIn(shop, 'admin')]
  expect(CASES.map(([action]) => action)).toEqual(expect.arrayContaining(Object.keys(VALUE_ACTIONS)))
  for (const [action, route, make] of CASES) {
    const [method = ''] = route.split(' ')
    const { path, body } = await make(shop)
    const before = await stateOf(shop)
    const logged = await auditOf(admin, shop, action)
    const rejected = await inLive(agent, shop)(method, path, body)
    expect([route, rejected.status, rejected.body.error?.code]).toEqual([route, 403, 'forbidden'])
    expect([route, await stateOf(shop)]).toEqual([route, before])
    const allowed = await inLive(admin, shop)(method, path, body)
    expect([route, allowed.status, allowed.body.error]).toEqual([route, expect.toSatisfy((is) => is < 300), undefined])
    const [entry, ...older] = await auditOf(admin, shop, action)
    expect([route, older.length, entry?.actorName]).toEqual([route, logged.length, admin.name])
  }
  const { path, body } = await (PATHS['gift_card.issued'][0] as Path).make(shop)
  expect((await shop.api.post(path, body)).status).toBe(201)
  expect((await auditOf(admin, shop, 'gift_card.issued'))[0]?.actorName).toMatch(/^API key /)
})

it('agents cannot create gift card products in bulk or by import: those rows fail, and the others are saved', async () => {
  const shop = await openShop()
  const agent = await signIn(shop, 'agent')
  const send = inLive(agent, shop)
  const products = [
    { handle: 'card', ...giftProduct('Card') },
    { handle: 'mug', ...giftProduct('Mug'), giftCard: false },
  ]
  const { body } = await send('POST', '/v1/catalog/products/bulk', { matchBy: 'handle', products })
  expect(
    body.results.map((one: { outcome: string; error?: { code: string } }) => [one.outcome, one.error?.code]),
  ).toEqual([
    ['failed', 'forbidden'],
    ['created', undefined],
  ])
  const file = 'Handle,Title,Variant Price,Gift Card\nfile-card,Card,50.00,TRUE\nfile-mug,Mug,50.00,FALSE\n'
  const sent = async (caller: ApiClient['send']) => {
    const { body } = await caller('POST', '/v1/catalog/imports', file, { 'content-type': 'text/csv' })
    // Like the job.
    await runImport({ ...shop.server.system, ...shop.live, now: new Date(), caller: { kind: 'system' } }, body.id)
    return (await shop.api.get(`/v1/catalog/imports/${body.id}`)).body
  }
  const rejected = await sent(send)
  expect([rejected.counts, rejected.errors]).toMatchObject([
    { created: 1, failed: 1 },
    [{ row: 2, message: expect.stringContaining('admin role') }],
  ])
  const handles = async () =>
    (await shop.api.get('/v1/catalog/products')).body.data.map((one: { handle: string }) => one.handle)
  expect(await handles()).toEqual(['file-mug', 'mug'])
  expect((await sent(shop.api.send)).counts).toMatchObject({ created: 1, failed: 0 })
})

it('agents can edit the texts of gift card products, and record payments of orders without gift cards', async () => {
  const shop = await openShop()
  const send = inLive(await signIn(shop, 'agent'), shop)
  const card = await cardProduct(shop)
  const edited = await send('PATCH', `/v1/catalog/products/${card.id}`, { description: 'A fine present' })
  const draft = (await send('POST', '/v1/orders', FREE_DRAFT)).body
  const paid = await send('POST', `/v1/orders/${draft.id}/completion`, { payment: 'external' })
  expect([edited.status, paid.status, paid.body.paymentStatus]).toEqual([200, 200, 'paid'])
})

/** What the shop owes without being paid, and what lets others increase it. */
async function storedValue({ server: { db }, live }: Shop): Promise<object> {
  const { rows } = await db.pool.query(
    `select
       (select sum(amount) from ledger_entries where environment_id = $1 and account_id is not null and amount > 0) as balances,
       (select count(*) from products where environment_id = $1 and gift_card) as products,
       (select count(*) from order_items where environment_id = $1 and (details ->> 'giftCard')::boolean) as items`,
    [live.environmentId],
  )
  return rows[0]
}

/** Every write leaves an event, a version or money behind. */
async function stateOf(shop: Shop): Promise<object> {
  const { rows } = await shop.server.db.pool.query(
    `select
       (select count(*) from events where environment_id = $1) as events,
       (select sum(version) from products where environment_id = $1) as products,
       (select count(*) from variants where environment_id = $1) as variants,
       (select sum(version) from orders where environment_id = $1) as orders,
       (select sum(captured) from order_payments where environment_id = $1) as payments,
       (select sum(version) from gift_cards where environment_id = $1) as cards,
       (select sum(version) from tickets where environment_id = $1) as tickets,
       (select count(*) from audit_entries where workspace_id = $2) as audit`,
    [shop.live.environmentId, shop.live.workspaceId],
  )
  return { ...rows[0], value: await storedValue(shop) }
}

it('no route lets an agent create value with a valid body', async () => {
  const { server, api } = await openServerWithRoutes()
  const shop = await openShop(server)
  const send = inLive(await signIn(shop, 'agent'), shop)
  const responses: ApiResponse[] = []
  for (const route of api.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))) {
    const path = await pathOf(route, SAMPLES, shop.api)
    const body = await bodyOf(route, SAMPLES, shop.api)
    const before = await storedValue(shop)
    responses.push(await send(route.method, path, body, await headersOf(route, SAMPLES, shop.api)))
    expect([route.method, route.path, await storedValue(shop)]).toEqual([route.method, route.path, before])
  }
  // Most requests succeed, so a leak would show.
  expect(responses.filter(({ status }) => status < 300).length).toBeGreaterThan(responses.length / 2)
})

it('every route whose body can name a gift card product or an external payment is on the list', async () => {
  const { body: document } = await (await openShop()).api.get('/openapi.json')
  const named = Object.entries(document.paths as Record<string, Record<string, { requestBody?: object }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const text = JSON.stringify(resolve(requestBody ?? {}, document))
        return /"giftCard"|"external"/.test(text)
          ? [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`]
          : []
      }),
  )
  // Bulk products have a test above; an order import has external payments but sells no gift cards.
  expect(named.toSorted()).toEqual(
    expect.arrayContaining(['POST /v1/catalog/products', 'POST /v1/orders/:id/completion']),
  )
  const covered = [...CASES.map(([, route]) => route), 'POST /v1/catalog/products/bulk']
  expect(named.filter((route) => !covered.includes(route))).toEqual([])
})

/** Resolves the references of a schema. */
function resolve(schema: unknown, document: object, depth = 0): unknown {
  if (depth > 12 || typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((one) => resolve(one, document, depth + 1))
  if ('$ref' in schema) {
    const keys = String(schema.$ref).split('/').slice(1)
    return resolve(
      keys.reduce((at: unknown, key) => (at as Record<string, unknown>)[key], document),
      document,
      depth + 1,
    )
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolve(value, document, depth + 1)]))
}
