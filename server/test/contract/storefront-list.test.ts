import { describe, expect, it } from 'vitest'
import { hurried } from '../hurried.ts'
import { openServer } from '../open-server.ts'
import { caller, openShop } from '../open-shop.ts'
import { addCollection } from '../sample-collections.ts'
import { addProduct } from '../sample-products.ts'

/** The contract's table: what storefronts may call, and nothing else. */
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
  'POST /v1/checkout/*',
  'GET /v1/shipping/rates',
  'POST /v1/discounts/validate',
  'GET /v1/policies',
  'GET /v1/theme',
]

/** Grows as the modules arrive. */
const ARRIVED = [
  'GET /v1/products',
  'GET /v1/products/:id',
  'GET /v1/collections',
  'GET /v1/collections/:handle',
  'GET /v1/collections/:handle/products',
  'GET /v1/policies',
  'GET /v1/theme',
]

const STILL_TO_COME = A5.filter((name) => !ARRIVED.includes(name))

async function routesOf() {
  const routes: { name: string; access: string | undefined; path: string; method: string }[] = []
  const server = await openServer({
    // Every route, asked twice, is more than one visitor may ask.
    limitClock: hurried(),
    onRoute: ({ method, url, config }) => {
      if (method !== 'HEAD')
        routes.push({ name: `${method} ${url}`, access: config?.access, path: url, method: String(method) })
    },
  })
  return { server, routes }
}

describe('the storefront list', () => {
  it('A5 A7 is exactly the contract’s, in both directions', async () => {
    const { routes } = await routesOf()
    const open = routes.filter(({ access }) => access === 'storefront').map(({ name }) => name)
    const inContract = (name: string) => A5.includes(name) || name.startsWith('POST /v1/checkout/')
    expect(open.filter((name) => !inContract(name))).toEqual([])
    expect(A5.filter((name) => !open.includes(name)).sort()).toEqual([...STILL_TO_COME].sort())
  })

  it('A5 every listed route that is there works with the identifier in the header, in the query, and with a key', async () => {
    const { server, routes } = await routesOf()
    const shop = await openShop(server)
    const { id } = await addProduct(shop.api)
    const { handle } = await addCollection(shop.api)
    const anybody = caller(server.url)
    const open = routes.filter(({ access }) => access === 'storefront')
    expect(open.map(({ name }) => name).sort()).toEqual([...ARRIVED].sort())
    for (const { method, path } of open) {
      // A route that takes another id, or a body, needs one of them here.
      const url = path.replace('/products/:id', `/products/${id}`).replace(':handle', handle)
      const answers = [
        await shop.storefront.send(method, url),
        await anybody.send(method, `${url}?workspace_id=${shop.live.workspaceId}`),
        await shop.api.send(method, url),
      ]
      expect([method, path, ...answers.map(({ status }) => status)]).toEqual([method, path, 200, 200, 200])
    }
  })

  it('A5 A6 every other route, and every unknown path, is 401 for a visitor', async () => {
    const { server, routes } = await routesOf()
    const shop = await openShop(server)
    const visitor = caller(server.url, { 'x-workspace-id': shop.live.workspaceId })
    const closed = routes.filter(({ access }) => access !== 'storefront')
    expect(closed.length).toBeGreaterThan(3)
    for (const { method, path } of [
      ...closed,
      { method: 'GET', path: '/v1/unknown' },
      { method: 'POST', path: '/v1/a/b/c' },
    ]) {
      for (const url of [path, `${path}?workspace_id=${shop.test.environmentId}`]) {
        const answer = await visitor.send(method, url.replaceAll(/:\w+/g, 'x'), method === 'GET' ? undefined : {})
        expect([method, url, answer.status]).toEqual([method, url, 401])
      }
    }
  })
})
