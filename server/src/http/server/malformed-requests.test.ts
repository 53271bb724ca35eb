import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { fileServer, openServer } from '../../../test/open-server.ts'
import { createApiClient, openShop } from '../../../test/open-shop.ts'
import { type RawResponse, sendRaw } from '../../../test/raw-socket.ts'
import { anonymousBrowser } from '../../../test/sign-in.ts'
import { openEventStream } from '../responses/event-stream.ts'
import type { Routes } from '../routes.ts'

const CLOSE = 'Connection: close\r\n'

/** Name, bytes, status, code. Each must get a JSON error with all headers, and the server must survive. */
const malformed: [string, string, number, string][] = [
  ['garbage', 'this is not http\r\n\r\n', 400, 'malformed_request'],
  ['binary garbage', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400, 'malformed_request'],
  ['a missing Host', `GET /v1/workspace HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'malformed_request'],
  ['a bad URL', `GET /v1/%E0%A4%A HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 400, 'malformed_request'],
  ['an over-long URL', `GET /v1/${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 414, 'uri_too_long'],
  [
    'an over-long query',
    `GET /v1/workspace?a=${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`,
    414,
    'uri_too_long',
  ],
  [
    'an over-long part of the path',
    `GET /v1/events/${'a'.repeat(600)} HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`,
    414,
    'uri_too_long',
  ],
  [
    'over-long headers',
    `GET /v1/workspace HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'Content-Length with Transfer-Encoding',
    'POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'two Content-Lengths',
    'POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
    400,
    'malformed_request',
  ],
  ['a folded header', 'GET /v1/workspace HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n', 400, 'malformed_request'],
  ['a header without a name', 'GET /v1/workspace HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n', 400, 'malformed_request'],
  ['an unknown method', 'BREW /v1/workspace HTTP/1.1\r\nHost: x\r\n\r\n', 501, 'method_not_implemented'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
  [
    'an unknown expectation',
    'POST /v1/events HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nContent-Length: 2\r\n\r\n{}',
    417,
    'expectation_failed',
  ],
  [
    'a bad chunk',
    'POST /v1/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    'malformed_request',
  ],
]

const plainServer = fileServer()

/** The caller is unknown: the headers show the quota of strangers. */
const ANONYMOUS = { limit: '120', remaining: '120' }

function expectErrorWithHeaders(response: RawResponse, status: number, code: string, quota = ANONYMOUS): void {
  expect(response.status).toBe(status)
  const { error } = JSON.parse(response.body)
  expect(error).toMatchObject({ code, message: expect.any(String), requestId: response.headers['x-request-id'] })
  expect(error.requestId).toMatch(/^req_[0-9a-f]{32}$/)
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-ratelimit-limit': quota.limit,
    'x-ratelimit-remaining': quota.remaining,
  })
  const reset = Number(response.headers['x-ratelimit-reset']) - Date.now() / 1000
  expect(reset).toBeGreaterThan(50)
  expect(reset).toBeLessThan(70)
}

describe('a malformed request gets a JSON error with the headers, and the server survives:', () => {
  it.each(malformed)('%s', async (_name, text, status, code) => {
    const server = await plainServer()
    expectErrorWithHeaders(await sendRaw(server.port, text), status, code)
    expect((await createApiClient(server.url).get('/readyz')).status).toBe(200)
  })

  it('a body that ends before its Content-Length', async () => {
    const { server, liveKey } = await openShop(await plainServer())
    const head = `PATCH /v1/workspace HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${liveKey}\r\nContent-Type: application/json\r\n`
    const response = await sendRaw(server.port, `${head}Content-Length: 50\r\n\r\n{"name":`, { halfClose: true })
    expectErrorWithHeaders(response, 400, 'malformed_request')
    expect((await createApiClient(server.url).get('/readyz')).status).toBe(200)
  })

  it('after a valid one on the same connection, which is answered first', async () => {
    const server = await plainServer()
    const good = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const [bad, status] of [
      ['what is this\r\n\r\n', 400],
      ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 501],
      ['POST / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nContent-Length: 0\r\n\r\n', 417],
    ] as const) {
      const { status: first, body } = await sendRaw(server.port, good + bad)
      expect(first).toBe(200)
      expect(body).toMatch(new RegExp(`^{"status":"alive".*}HTTP/1.1 ${status} `))
    }
  })

  it('closes a connection whose response has begun, and writes nothing into it', async () => {
    const endless: Routes = async (app) => {
      const schema = { operationId: 'endless', tags: ['Test'], response: { 200: Type.Unknown() } }
      app.get('/endless', { config: { access: 'key', limit: 'default' }, schema }, async (request, reply) =>
        openEventStream(request, reply).send('first', 1),
      )
    }
    const { server, liveKey } = await openShop(await openServer({ extra: { routes: endless } }))
    const head = `GET /v1/endless HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${liveKey}\r\n\r\n`
    const response = await sendRaw(server.port, head, { followUp: 'garbage\r\n\r\n' })
    expect(response.status).toBe(200)
    expect(response.body).not.toContain('HTTP/1.1')
  })

  it.each([
    ['headers', 'GET /v1/workspace HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'a body',
      'POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"name":',
    ],
  ])('%s that never end', async (_name, text) => {
    const server = await openServer({ limits: { headersMs: 300, requestMs: 600, slowClientCheckMs: 100 } })
    const response = await sendRaw(server.port, text)
    // With a stalled body, the missing key may already have been answered.
    if (response.status === 401) {
      expectErrorWithHeaders(response, 401, 'unauthorized', { limit: '30', remaining: '29' })
    }
    if (response.status !== 401) expectErrorWithHeaders(response, 408, 'request_timeout')
  })

  it("a body that never ends does not get its response in place of an earlier request's", async () => {
    const held = Promise.withResolvers<void>()
    const routes: Routes = async (app) => {
      const schema = { operationId: 'held', tags: ['Test'], response: { 200: Type.Unknown() } }
      app.get('/held', { config: { access: 'key', limit: 'default' }, schema }, () => held.promise)
    }
    const limits = { headersMs: 300, requestMs: 600, slowClientCheckMs: 100 }
    const { server, liveKey } = await openShop(await openServer({ extra: { routes }, limits }))
    const first = `GET /v1/held HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${liveKey}\r\n\r\n`
    const second = 'POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"name":'
    await expect(sendRaw(server.port, first + second)).rejects.toThrow('closed without an answer')
    held.resolve()
  })
})

describe('a URL that is not UTF-8', () => {
  it.each(['?q=%FF', '?q=%C3', '?q=caf%E9', '?q=%ED%A0%80', '?q=%', '?%C0%AF=1'])('rejects %s', async (query) => {
    const { storefront } = await openShop()
    const { status, body } = await storefront.get(`/v1/products${query}`)
    expect([status, body.error?.code]).toEqual([400, 'malformed_request'])
    expect((await storefront.get('/v1/products?q=caf%C3%A9+%25')).status).toBe(200)
  })

  it('rejects it in the path, or without percent signs, as well', async () => {
    const { server, live, storefront } = await openShop()
    expect((await storefront.get('/v1/products/%FF')).status).toBe(400)
    const head = `Host: x\r\nX-Workspace-Id: ${live.workspaceId}\r\n${CLOSE}\r\n`
    expect((await sendRaw(server.port, `GET /v1/products?q=caf\xe9 HTTP/1.1\r\n${head}`)).status).toBe(400)
  })
})

describe('bodies', () => {
  const patch = async (text: string, type = 'application/json') => {
    const shop = await openShop()
    return shop.api.send('PATCH', '/v1/workspace', text, { 'content-type': type })
  }

  it.each([
    ['more than 128 kB', JSON.stringify({ name: 'a'.repeat(131_072) }), 413, 'body_too_large'],
    ['no JSON', '{"name":', 400, 'invalid_request'],
    ['nothing', '', 400, 'invalid_request'],
    ['JSON 60,000 levels deep', '['.repeat(60_000) + ']'.repeat(60_000), 400, 'invalid_request'],
    ['JSON 33 levels deep', `{"name":${'['.repeat(32)}${']'.repeat(32)}}`, 400, 'invalid_request'],
    ['__proto__', '{"name":"x","__proto__":{"admin":true}}', 400, 'invalid_request'],
    ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"admin":true}}}', 400, 'invalid_request'],
    ['a NUL character', '{"name":"a\\u0000b"}', 400, 'invalid_request'],
    ['half of a surrogate pair', '{"name":"\\ud800"}', 400, 'invalid_request'],
    ['a whole surrogate pair', '{"name":"\\ud83d\\ude00"}', 200, ''],
  ])('are checked: %s', async (_name, text, status, code) => {
    const response = await patch(text)
    expect(response.status).toBe(status)
    expect(response.body.error?.code ?? '').toBe(code)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('16: are not parsed when they contain nothing but tiny values', async () => {
    const { body } = await patch(`{"name":[${Array(65_000).fill(0).join()}]}`)
    expect(body.error.message).toBe('The body has too many values for its size.')
  })

  it('report the path of text that cannot be stored', async () => {
    const { body } = await patch('{"name":"a\\u0000b","a/b":[{"c":"fine"},{"c":"\\ud800"},{"d\\u0000":1}]}')
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(['/name', '/a~1b/1/c', '/a~1b/2'])
    const endless = `{"${'x'.repeat(100_000)}":[${Array(10_000).fill('"\\u0000"').join()}]}`
    expect(JSON.stringify((await patch(endless)).body).length).toBeLessThan(20_000)
  })

  it.each([
    ['Content-Encoding: gzip', { 'content-encoding': 'gzip' }, 415],
    ['Content-Encoding: br, gzip', { 'content-encoding': 'br, gzip' }, 415],
    ['Content-Encoding: identity', { 'content-encoding': 'identity' }, 200],
    ['charset=iso-8859-1', { 'content-type': 'application/json; charset=iso-8859-1' }, 415],
    ['charset="UTF-16"', { 'content-type': 'application/json; Charset="UTF-16"' }, 415],
    ['charset=utf-8', { 'content-type': 'application/json;charset=utf-8' }, 200],
    ['charset="UTF-8"', { 'content-type': 'application/json; charset="UTF-8"' }, 200],
  ])('are decoded according to the headers: %s', async (_name, headers, status) => {
    const shop = await openShop()
    const response = await shop.api.send(
      'PATCH',
      '/v1/workspace',
      '{"name":"Plain"}',
      headers as Record<string, string>,
    )
    expect(response.status).toBe(status)
    if (status === 415) expect(response.body.error.code).toBe('unsupported_media_type')
    expect((await shop.api.get('/v1/workspace')).body.name).toBe(status === 415 ? 'Test shop' : 'Plain')
  })

  it.each([
    ['a Latin-1 letter', '7b226e616d65223a22436166e9227d'],
    ['an overlong slash', '7b226e616d65223a22c0af227d'],
    ['half of a surrogate pair', '7b226e616d65223a22eda080227d'],
    ['a character that was cut off', '7b226e616d65223a22e282227d'],
  ])('that are not UTF-8 are rejected, not repaired: %s', async (_name, hex) => {
    const shop = await openShop()
    const body = new Blob([Buffer.from(hex, 'hex')], { type: 'application/json' })
    const response = await shop.api.send('PATCH', '/v1/workspace', body)
    expect([response.status, response.body.error?.message]).toEqual([400, 'The body is not valid UTF-8.'])
    expect((await shop.api.get('/v1/workspace')).body.name).toBe('Test shop')
  })

  it('of another type are rejected', async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      expect((await patch('name=x', type)).status).toBe(415)
    }
  })

  it('may contain brackets inside strings', async () => {
    expect((await patch(JSON.stringify({ name: '[{'.repeat(40) }))).status).toBe(200)
  })
})

describe('large bodies', () => {
  const body = (count: number) => `{"items":[${Array(count).fill(0).join()}]}`

  it.each([
    ['a cart', '/v1/carts', 131_072, '128 kB'],
    ['a product', '/v1/catalog/products', 1_048_576, '1 MB'],
  ])('of %s are rejected by their length, with the limit in the message', async (_name, path, limit, words) => {
    const shop = await openShop()
    const response = await shop.api.post(path, `"${'x'.repeat(limit)}"`)
    expect([response.status, response.body.error.message]).toEqual([413, `The body must have at most ${words}.`])
    expect((await shop.api.post(path, `"${'x'.repeat(limit - 2)}"`)).status).toBe(400)
  })

  it('beyond 8 kB are rejected without a session', async () => {
    const { server } = await openShop()
    const response = await anonymousBrowser(server).post('/dashboard/api/auth/sign-in', { email: 'x'.repeat(8192) })
    expect([response.status, response.body.error.message]).toEqual([413, 'The body must have at most 8 kB.'])
  })

  it('report their first error, and small ones all', async () => {
    const shop = await openShop()
    const faults = async (count: number) => (await shop.api.post('/v1/carts', body(count))).body.error.details
    expect(await faults(9000)).toEqual([{ path: '/items', message: 'must have at most 250 items' }])
    expect(await faults(20)).toHaveLength(20)
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1]))
    expect((await shop.api.post('/v1/carts', unknown)).body.error.details).toHaveLength(1)
  })
})
