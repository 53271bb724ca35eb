import { describe, expect, it } from 'vitest'
import type { RouteConfig, Routes } from '../../src/http/routes.ts'
import { signInCustomer } from '../customer-sign-in.ts'
import { fastClock } from '../fast-clock.ts'
import { openServer } from '../open-server.ts'
import { createApiClient, openShop } from '../open-shop.ts'
import { signIn } from '../sign-in.ts'
import { openServerWithRoutes } from './route-table.ts'

const ADA = 'ada@example.com'

describe('a customer’s token', () => {
  it('A7 is rejected by every route with a key that does not declare it', async () => {
    const { server, api: routes } = await openServerWithRoutes()
    const shop = await openShop(server)
    const { api } = await signInCustomer(shop, ADA)
    expect(routes.filter(({ customer }) => customer === 'required').length).toBeGreaterThan(5)
    for (const { method, path, customer } of routes.filter(({ method }) => method !== 'HEAD')) {
      const body = method === 'GET' ? undefined : {}
      const response = await api.send(method, path.replaceAll(/:\w+/g, 'x'), body)
      const isRejected = response.status === 403 && (response.body.error ?? response.body).code === 'insufficient_scope'
      expect([method, path, isRejected]).toEqual([method, path, customer === 'none'])
    }
  })

  it('A7 opens no route to a visitor, and none to staff', async () => {
    const { server, api: routes } = await openServerWithRoutes()
    const shop = await openShop(server)
    const { headers } = await signInCustomer(shop, ADA)
    const staff = await signIn(shop)
    for (const { method, path, customer } of routes.filter(({ customer }) => customer !== 'optional')) {
      const url = path.replaceAll(/:\w+/g, 'x')
      const body = method === 'GET' || method === 'HEAD' ? undefined : {}
      expect([path, (await shop.storefront.send(method, url, body, headers)).status]).toEqual([path, 401])
      if (customer !== 'required') continue
      const asStaff = { ...headers, 'x-environment-id': shop.live.environmentId }
      expect((await staff.send(method, `/dashboard/api${url}`, body, asStaff)).status).toBe(403)
    }
  })

  it.each<[RouteConfig, string]>([
    [{ access: 'storefront', limit: 'default', customer: 'required' }, 'must be optional'],
    [{ access: 'storefront', limit: 'default', customer: 'none' }, 'must be optional'],
    [{ access: 'key', limit: 'default', customer: 'optional' }, 'must require a customer’s token or reject it'],
    [{ access: 'key', limit: 'default', customer: 'required', cache: {} }, 'can’t be cached'],
  ])('A7 stops startup on a route with %o', async (config, message) => {
    const routes: Routes = async (app) => {
      app.get(
        '/nonsense',
        { config, schema: { operationId: 'x', tags: ['X'], response: { 200: {} } } },
        async () => ({}),
      )
    }
    await expect(openServer({ extra: { routes } })).rejects.toThrow(message)
  })

  it('A8 is among the headers that browsers may send to storefront routes', async () => {
    const shop = await openShop()
    const preflight = { 'access-control-request-method': 'POST', origin: 'https://shop.example' }
    const { headers } = await shop.storefront.send('OPTIONS', '/v1/carts', undefined, preflight)
    expect(headers.get('access-control-allow-headers')).toContain('X-Customer-Token')
  })

  it('D3 counts like any other request, right or wrong: by client address, or for the key', async () => {
    const shop = await openShop(await openServer({ limitClock: () => 1_000_000 }))
    const wrong = { 'x-customer-token': 'wrong' }
    const statuses: number[] = []
    for (let count = 0; count < 31; count++) statuses.push((await shop.storefront.post('/v1/carts', {}, wrong)).status)
    expect(statuses).toEqual([...Array(30).fill(401), 429])
    expect((await shop.storefront.post('/v1/carts', {})).status).toBe(429)
    const before = Number((await shop.api.get('/v1/workspace')).headers.get('x-ratelimit-remaining'))
    const { headers } = await shop.api.get('/v1/customers/me', wrong)
    expect(Number(headers.get('x-ratelimit-remaining'))).toBe(before - 1)
  })

  it('D6 never gets or becomes a cached response before it was verified', async () => {
    const shop = await openShop(
      await openServer({
        limitClock: fastClock(),
        lock: { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true },
      }),
    )
    const { headers } = await signInCustomer(shop, ADA)
    const visitor = createApiClient(shop.server.url, { 'x-workspace-id': shop.live.workspaceId })
    for (let count = 0; count < 2; count++) expect((await visitor.get('/v1/products')).status).toBe(200)
    expect((await visitor.get('/v1/products', { 'x-customer-token': 'wrong' })).status).toBe(401)
    const valid = await visitor.get('/v1/products', headers)
    expect([valid.status, valid.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    // A cart is never cached.
    const cart = await visitor.post('/v1/carts', {}, headers)
    expect((await visitor.get(`/v1/carts/${cart.body.id}`)).status).toBe(404)
  })
})
