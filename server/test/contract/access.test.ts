import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildStorefront, modules } from '../../src/app.ts'
import { pickDependencies } from '../../src/ctx.ts'
import { newApiKey } from '../../src/kit/api-key.ts'
import { fastClock } from '../fast-clock.ts'
import { fileServer } from '../open-server.ts'
import { createApiClient, openShop } from '../open-shop.ts'
import { sendRaw } from '../raw-socket.ts'
import { drawPng, toBlob } from '../sample-images.ts'
import { sampleRoutes } from '../sample-routes.ts'

const sampleServer = fileServer({ limitClock: fastClock(), extra: { routes: sampleRoutes } })
const openSample = async () => openShop(await sampleServer())
const OPEN = '/v1/sample/open'
const CLOSED = '/v1/workspace'

describe('authentication', () => {
  it('A1 attributes every request to a caller before anything else', async () => {
    const shop = await openSample()
    const response = await createApiClient(shop.server.url).send('PATCH', CLOSED, '{"broken', {
      'content-type': 'application/json',
    })
    expect(response.status).toBe(401)
    expect(
      (await createApiClient(shop.server.url).send('POST', CLOSED, 'x', { 'content-type': 'text/strange' })).status,
    ).toBe(401)
  })

  it('A2 a key identifies one workspace and one environment', async () => {
    const shop = await openSample()
    expect((await shop.api.get(OPEN)).body).toEqual({
      environmentId: shop.live.environmentId,
      mode: 'live',
      caller: 'key',
    })
    expect((await shop.sandbox.get(OPEN)).body).toMatchObject({ environmentId: shop.test.environmentId, mode: 'test' })
  })

  it.each([
    ['no credentials', () => ({})],
    ['a scheme other than Bearer', () => ({ authorization: 'Basic dXNlcjpwYXNz' })],
    ['a well-formed unknown key', () => ({ authorization: `Bearer ${newApiKey('live')}` })],
    [
      'a mistyped key',
      (key: string) => ({ authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` }),
    ],
    ['two words', (key: string) => ({ authorization: `Bearer ${key} ${key}` })],
    ['an empty header', () => ({ authorization: '' })],
  ])('A3 returns 401 with %s, on closed and on open routes', async (_name, headers) => {
    const shop = await openSample()
    for (const path of [CLOSED, OPEN]) {
      const response = await createApiClient(shop.server.url, headers(shop.liveKey) as Record<string, string>).get(path)
      expect([response.status, response.body.error.code]).toEqual([401, 'unauthorized'])
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it.each(['not-a-uuid', '', "' or 1=1 --", `${randomUUID()}x`])(
    'A3 returns 401 for the malformed identifier %j',
    async (id) => {
      const shop = await openSample()
      expect((await createApiClient(shop.server.url).get(OPEN, { 'x-workspace-id': id })).status).toBe(401)
      expect(
        (await createApiClient(shop.server.url).get(`${OPEN}?workspace_id=${encodeURIComponent(id)}`)).status,
      ).toBe(401)
    },
  )

  it('A3 returns 401 for an unknown identifier, for an identifier where a key is required, and for a wrong key sent with a good identifier', async () => {
    const shop = await openSample()
    const visitor = createApiClient(shop.server.url, { 'x-workspace-id': shop.live.workspaceId })
    expect((await createApiClient(shop.server.url).get(OPEN, { 'x-workspace-id': randomUUID() })).status).toBe(401)
    expect((await visitor.get(CLOSED)).status).toBe(401)
    expect((await visitor.get(OPEN, { authorization: `Bearer ${newApiKey('live')}` })).status).toBe(401)
  })

  it('A4 returns 403 for a valid key with the identifier of another workspace, in the header or in the query', async () => {
    const shop = await openSample()
    const other = await openShop(shop.server)
    for (const id of [other.live.workspaceId, other.test.environmentId, 'nonsense']) {
      for (const path of [OPEN, CLOSED]) {
        const inHeader = await shop.api.get(path, { 'x-workspace-id': id })
        const inQuery = await shop.api.get(`${path}?workspace_id=${id}`)
        for (const { status, body } of [inHeader, inQuery])
          expect([status, body.error.code]).toEqual([403, 'forbidden'])
      }
    }
  })

  it('A4 the key decides the environment when the identifier is of its own workspace', async () => {
    const shop = await openSample()
    for (const id of [shop.live.workspaceId, shop.test.environmentId, shop.live.workspaceId.toUpperCase()]) {
      expect((await shop.api.get(OPEN, { 'x-workspace-id': id })).body.mode).toBe('live')
      expect((await shop.sandbox.get(`${OPEN}?workspace_id=${id}`)).body.mode).toBe('test')
    }
  })

  it('A5 an open route accepts the identifier in the header or the query, or a key; the header wins', async () => {
    const shop = await openSample()
    const other = await openShop(shop.server)
    const anybody = createApiClient(shop.server.url)
    const workspaceId = shop.live.workspaceId
    expect((await anybody.get(OPEN, { 'x-workspace-id': workspaceId })).body).toMatchObject({
      environmentId: workspaceId,
      caller: 'visitor',
    })
    expect((await anybody.get(`${OPEN}?workspace_id=${workspaceId}`)).body).toMatchObject({
      environmentId: workspaceId,
    })
    expect((await anybody.post(`${OPEN}?workspace_id=${workspaceId}`, { name: 'x' })).status).toBe(200)
    expect((await shop.api.get(OPEN)).body).toMatchObject({ environmentId: workspaceId, caller: 'key' })
    const both = await anybody.get(`${OPEN}?workspace_id=${other.live.workspaceId}`, { 'x-workspace-id': workspaceId })
    expect(both.body.environmentId).toBe(workspaceId)
  })

  it('A5 accepts the same identifier twice and returns 400 for different ones', async () => {
    const { server, live, test } = await openSample()
    const sendIds = (...ids: string[]) => {
      const lines = ids.map((id) => `X-Workspace-Id: ${id}\r\n`).join('')
      return sendRaw(server.port, `GET ${OPEN} HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`)
    }
    const twice = await sendIds(live.workspaceId, live.workspaceId.toUpperCase())
    expect([twice.status, JSON.parse(twice.body).environmentId]).toEqual([200, live.workspaceId])
    const different = await sendIds(live.workspaceId, test.environmentId)
    expect([different.status, JSON.parse(different.body).error]).toMatchObject([
      400,
      { code: 'malformed_request', message: 'Send only one workspace ID. This request has several.' },
    ])
    const query = `workspace_id=${live.workspaceId}&workspace_id=${test.environmentId}`
    expect((await createApiClient(server.url).get(`${OPEN}?${query}`)).status).toBe(400)
  })

  it('A2 returns 400 for more than one Authorization header, even when one of them is valid', async () => {
    const { server, liveKey } = await openSample()
    for (const keys of [
      [liveKey, newApiKey('live')],
      [newApiKey('live'), liveKey],
      [liveKey, liveKey],
    ]) {
      const lines = keys.map((key) => `Authorization: Bearer ${key}\r\n`).join('')
      const text = `GET ${CLOSED} HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`
      const { status, body } = await sendRaw(server.port, text)
      expect([status, JSON.parse(body).error.code]).toEqual([400, 'malformed_request'])
    }
  })

  it('A6 every other path requires a key, even an unknown one; with a key it returns 404, or 405 with Allow', async () => {
    const shop = await openSample()
    const visitor = createApiClient(shop.server.url, { 'x-workspace-id': shop.live.workspaceId })
    for (const path of ['/v1/nothing', '/v1', '/v1/', CLOSED]) expect((await visitor.get(path)).status).toBe(401)
    expect((await visitor.send('DELETE', OPEN)).status).toBe(401)
    expect((await shop.api.get('/v1/nothing')).status).toBe(404)
    const response = await shop.api.send('DELETE', OPEN)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  it('A9 the workspace id selects live, the sandbox has its own identifier', async () => {
    const shop = await openSample()
    const anybody = createApiClient(shop.server.url)
    expect((await anybody.get(OPEN, { 'x-workspace-id': shop.live.workspaceId })).body.mode).toBe('live')
    expect((await anybody.get(OPEN, { 'x-workspace-id': shop.test.environmentId })).body.mode).toBe('test')
    expect(shop.test.environmentId).not.toBe(shop.live.workspaceId)
  })
})

describe('the storefront address', () => {
  async function openStorefront() {
    const shop = await openSample()
    const { db, system } = shop.server
    const app = await buildStorefront({
      ...pickDependencies(system),
      db,
      log: system.log,
      clock: () => new Date(),
      isDraining: () => false,
      modules: [...modules, { routes: sampleRoutes }],
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    return { shop, url }
  }

  it('A8 serves open routes to visitors and to keys', async () => {
    const { shop, url } = await openStorefront()
    const id = shop.live.workspaceId
    expect((await createApiClient(url).get(OPEN, { 'x-workspace-id': id })).body).toMatchObject({ environmentId: id })
    expect((await createApiClient(url, { authorization: `Bearer ${shop.testKey}` }).get(OPEN)).body.mode).toBe('test')
    expect((await createApiClient(url).get(OPEN)).status).toBe(401)
  })

  it('A8 serves the images it links to', async () => {
    const { shop, url } = await openStorefront()
    const image = (await shop.api.post('/v1/catalog/images', toBlob(drawPng()))).body
    const response = await fetch(url + new URL(image.url).pathname)
    expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, drawPng()])
    expect((await createApiClient(url, { authorization: `Bearer ${shop.liveKey}` }).get('/files/x/y')).status).toBe(404)
    expect((await createApiClient(url).post('/v1/catalog/images', toBlob(drawPng()))).status).toBe(404)
  })

  it('A8 serves nothing else, whatever credentials the caller sends', async () => {
    const { shop, url } = await openStorefront()
    const keyed = createApiClient(url, { authorization: `Bearer ${shop.liveKey}` })
    for (const path of [
      CLOSED,
      '/v1/events',
      '/v1/nothing',
      '/dashboard/',
      '/docs/',
      '/openapi.json',
      '/metrics',
      '/healthz',
      '/',
    ]) {
      const response = await keyed.get(path)
      expect([path, response.status, response.body.error.code]).toEqual([path, 404, 'not_found'])
      if (path.startsWith('/v1/')) expect(response.body.error.message).toContain('only what is open to storefronts')
    }
  })

  it('A8 allows browsers of any origin to call it and read the limit headers', async () => {
    const { shop, url } = await openStorefront()
    const headers = { origin: 'https://shop.example', 'x-workspace-id': shop.live.workspaceId }
    const response = await createApiClient(url).get(OPEN, headers)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
  })
})
