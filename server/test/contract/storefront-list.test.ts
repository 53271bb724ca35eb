import { describe, expect, it } from 'vitest'
import { agentHeaders, paymentWith, SESSIONS } from '../agent.ts'
import { fastClock } from '../fast-clock.ts'
import { openServer } from '../open-server.ts'
import { createApiClient, openShop } from '../open-shop.ts'
import { addCollection } from '../sample-collections.ts'
import { addProduct } from '../sample-products.ts'

/** The contract's table: exactly the routes that storefronts may call. */
const A5 = [
  'GET /v1/products',
  'GET /v1/products/:id',
  'GET /v1/collections',
  'GET /v1/collections/:handle',
  'GET /v1/collections/:handle/products',
  'POST /v1/carts',
  'GET /v1/carts/:id',
  'PATCH /v1/carts/:id',
  'POST /v1/carts/:id/items',
  'PUT /v1/carts/:id/items/:lineId',
  'DELETE /v1/carts/:id/items/:lineId',
  'POST /v1/carts/:id/promotions',
  'DELETE /v1/carts/:id/promotions',
  'GET /v1/shipping/rates',
  'POST /v1/discounts/validate',
  'GET /v1/policies',
  'GET /v1/theme',
]

const ALWAYS_AVAILABLE = {
  prices: [{ price: { amount: 100, currency: 'EUR' } }],
  trackStock: false,
  requiresShipping: false,
}

/** The contract's `POST /v1/checkout/*`. */
const CHECKOUT = [
  'POST /v1/checkout/card',
  'POST /v1/checkout/intent',
  'POST /v1/checkout/:id/confirm',
  'POST /v1/checkout/:id/cancel',
  'POST /v1/checkout/:id/retrieve',
  `POST ${SESSIONS}`,
  `POST ${SESSIONS}/:id`,
  `POST ${SESSIONS}/:id/retrieve`,
  `POST ${SESSIONS}/:id/complete`,
  `POST ${SESSIONS}/:id/cancel`,
]

const headersOf = (path: string) => (path.startsWith(SESSIONS) ? agentHeaders() : {})

async function routesOf() {
  const routes: { name: string; access: string | undefined; path: string; method: string }[] = []
  const server = await openServer({
    // Calling every route twice exceeds one visitor's limits.
    limitClock: fastClock(),
    onRoute: ({ method, url, config }) => {
      if (method !== 'HEAD')
        routes.push({ name: `${method} ${url}`, access: config?.access, path: url, method: String(method) })
    },
  })
  return { server, routes }
}

describe('the storefront list', () => {
  it('A5 A7 equals the contract’s list', async () => {
    const { routes } = await routesOf()
    const open = routes.filter(({ access }) => access === 'storefront').map(({ name }) => name)
    expect([...open].sort()).toEqual([...A5, ...CHECKOUT].sort())
  })

  it('A5 every listed route works with the identifier in the header, in the query, and with a key', async () => {
    const { server, routes } = await routesOf()
    const shop = await openShop(server)
    const { id } = await addProduct(shop.api)
    const { handle } = await addCollection(shop.api)
    const { variants } = await addProduct(shop.api, { variants: [ALWAYS_AVAILABLE], options: [] })
    const variantId = variants[0].id
    const anybody = createApiClient(server.url)
    const open = routes.filter(({ access }) => access === 'storefront')
    const bodies: Record<string, object> = {
      'POST /v1/carts': {},
      'PATCH /v1/carts/:id': { note: 'Hello' },
      'POST /v1/carts/:id/items': { variantId },
      'PUT /v1/carts/:id/items/:lineId': { quantity: 2 },
      'POST /v1/carts/:id/promotions': { code: 'X' },
      'POST /v1/discounts/validate': { code: 'X', items: [{ variantId }] },
      'POST /v1/checkout/:id/confirm': { paymentMethod: 'pm_card_visa' },
      [`POST ${SESSIONS}`]: { line_items: [{ id: variantId }], currency: 'eur', capabilities: {} },
      [`POST ${SESSIONS}/:id`]: { order_notes: 'Hello' },
      [`POST ${SESSIONS}/:id/complete`]: paymentWith('spt_123'),
    }
    const opens = [`POST ${SESSIONS}`, 'POST /v1/carts', 'POST /v1/checkout/card', 'POST /v1/checkout/intent']
    for (const { name, method, path } of open) {
      // A new cart for every call, since a call may delete it.
      const requestOf = async () => {
        const cart = (await shop.api.post('/v1/carts', { items: [{ variantId }], email: 'ada@example.com' })).body
        let url = path.replace('/products/:id', `/products/${id}`).replace(':handle', handle)
        url = url.replace('/carts/:id', `/carts/${cart.id}`).replace(':lineId', cart.items[0].id)
        if (url.startsWith('/v1/checkout/:id')) {
          const checkout = (await shop.api.post('/v1/checkout/intent', { cartId: cart.id })).body
          url = url.replace(':id', checkout.id)
        }
        if (url.startsWith(`${SESSIONS}/:id`)) {
          const session = await shop.api.post(SESSIONS, bodies[`POST ${SESSIONS}`], agentHeaders())
          url = url.replace(':id', session.body.id)
        }
        const isBuying = path === '/v1/checkout/card' || path === '/v1/checkout/intent'
        const method = path === '/v1/checkout/card' ? { paymentMethod: 'pm_card_visa' } : {}
        const body = isBuying ? { cartId: cart.id, ...method } : bodies[name]
        return { url: `${url}?${path === '/v1/shipping/rates' ? `cartId=${cart.id}` : ''}`, body }
      }
      const [one, other, last] = [await requestOf(), await requestOf(), await requestOf()]
      const responses = [
        await shop.storefront.send(method, one.url, one.body, headersOf(path)),
        await anybody.send(method, `${other.url}&workspace_id=${shop.live.workspaceId}`, other.body, headersOf(path)),
        await shop.api.send(method, last.url, last.body, headersOf(path)),
      ]
      const good = opens.includes(name) ? 201 : 200
      expect([method, path, ...responses.map(({ status }) => status)]).toEqual([method, path, good, good, good])
    }
  })

  it('A5 A6 returns 401 to a visitor on every other route and every unknown path', async () => {
    const { server, routes } = await routesOf()
    const shop = await openShop(server)
    const visitor = createApiClient(server.url, { 'x-workspace-id': shop.live.workspaceId })
    const closed = routes.filter(({ access }) => access !== 'storefront')
    expect(closed.length).toBeGreaterThan(3)
    for (const { method, path } of [
      ...closed,
      { method: 'GET', path: '/v1/unknown' },
      { method: 'POST', path: '/v1/a/b/c' },
    ]) {
      for (const url of [path, `${path}?workspace_id=${shop.test.environmentId}`]) {
        const response = await visitor.send(method, url.replaceAll(/:\w+/g, 'x'), method === 'GET' ? undefined : {})
        expect([method, url, response.status]).toEqual([method, url, 401])
      }
    }
  })
})
