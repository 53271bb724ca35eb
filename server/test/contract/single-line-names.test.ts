import { expect, it } from 'vitest'
import { openShop, type Shop } from '../open-shop.ts'
import { anonymousBrowser, signIn } from '../sign-in.ts'

const NAME = 'Kim\r\nBcc: b@example.com'

type Send = (shop: Shop) => Promise<{ status: number; body: unknown }>

const inWorkspace = ({ live }: Shop, path: string) => `/dashboard/api/workspaces/${live.workspaceId}${path}`

it.each<[what: string, path: string, send: Send]>([
  ['a workspace', '/name', ({ api }) => api.patch('/v1/workspace', { name: NAME })],
  ['a shop', '/brand/name', ({ api }) => api.send('PUT', '/v1/theme', { brand: { name: NAME } })],
  ['a location', '/name', ({ api }) => api.post('/v1/inventory/locations', { name: NAME })],
  ['a zone', '/name', ({ api }) => api.post('/v1/shipping/zones', { name: NAME, areas: [{ country: 'AT' }] })],
  [
    'the recipient of a gift card',
    '/recipient/name',
    ({ api }) => api.post('/v1/gift-cards', { amount: { amount: 500, currency: 'EUR' }, recipient: { name: NAME } }),
  ],
  [
    'a customer',
    '/shippingAddress/name',
    ({ storefront }) => storefront.post('/v1/carts', { shippingAddress: { name: NAME, country: 'AT' } }),
  ],
  ['a new workspace', '/name', async (shop) => (await signIn(shop)).post('/dashboard/api/workspaces', { name: NAME })],
  [
    'a key',
    '/label',
    async (shop) => (await signIn(shop)).post(inWorkspace(shop, '/keys'), { label: NAME, mode: 'test' }),
  ],
  [
    'a member',
    '/name',
    ({ server }) => anonymousBrowser(server).post('/dashboard/api/invitations/acceptance', { token: 'x', name: NAME }),
  ],
])('rejects a line break in the name of %s', async (_, path, send) => {
  const response = await send(await openShop())
  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({
    error: {
      code: 'invalid_request',
      details: expect.arrayContaining([{ path, message: 'must be a single line without control characters' }]),
    },
  })
})
