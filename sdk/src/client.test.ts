import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { errorReply, html, json, openShop } from './fake-server.testing.ts'

describe('a call', () => {
  it('sends the key and resolves with the data itself', async () => {
    const { storedesk, received } = await openShop([json(200, { id: 'a' })])
    expect(await storedesk.get('/v1/things/{id}', { params: { id: 'a/b?c' } })).toEqual({ id: 'a' })
    expect(received[0]).toMatchObject({ method: 'GET', url: '/v1/things/a%2Fb%3Fc', body: '' })
    expect(received[0]?.headers.authorization).toBe('Bearer svc_test_1')
    expect(received[0]?.headers).not.toHaveProperty('x-workspace-id')
    expect(received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  it('sends the workspace and no key in storefront mode', async () => {
    const { storedesk, received } = await openShop([json(200, { price: 1 })], { apiKey: undefined, workspaceId: 'w' })
    await storedesk.get('/v1/rates', { query: { country: 'DE' } })
    expect(received[0]?.url).toBe('/v1/rates?country=DE')
    expect(received[0]?.headers['x-workspace-id']).toBe('w')
    expect(received[0]?.headers).not.toHaveProperty('authorization')
  })

  it('sends the token of a customer', async () => {
    const { storedesk, received } = await openShop([json(200, { price: 1 })], { customerToken: 't' })
    await storedesk.get('/v1/rates', { query: { country: 'DE' } })
    expect(received[0]?.headers['x-customer-token']).toBe('t')
  })

  it.each(['post', 'put', 'patch'] as const)('sends the body of a %s as JSON', async (method) => {
    const { storedesk, received } = await openShop([json(200, { id: 'a' })])
    const body = { name: 'Ö' }
    if (method === 'post') await storedesk.post('/v1/things', { body })
    else await storedesk[method]('/v1/things/{id}', { params: { id: 'a' }, body })
    expect(received[0]).toMatchObject({ method: method.toUpperCase(), body: '{"name":"Ö"}' })
    expect(received[0]?.headers['content-type']).toBe('application/json')
  })

  it('resolves with undefined when there is no content', async () => {
    const { storedesk } = await openShop([(response) => response.writeHead(204).end()])
    expect(await storedesk.delete('/v1/things/{id}', { params: { id: 'a' } })).toBeUndefined()
  })

  it.each([
    ['127.0.0.1:8080', 'baseUrl must start with http:// or https://, not "127.0.0.1:8080".'],
    ['http://127.0.0.1:8080/v1', 'baseUrl must not contain /v1, which the SDK adds: "http://127.0.0.1:8080/v1".'],
  ])('is impossible with the address %s', (baseUrl, message) => {
    expect(() => createClient({ baseUrl })).toThrow(new TypeError(message))
  })

  it('sends additional headers', async () => {
    const { storedesk, received } = await openShop([json(200, { price: 1 })])
    await storedesk.get('/v1/rates', { query: { country: 'DE' }, headers: { 'if-none-match': '"1"' } })
    expect(received[0]?.headers['if-none-match']).toBe('"1"')
  })
})

describe('an error', () => {
  const get = ({ storedesk }: Awaited<ReturnType<typeof openShop>>) =>
    storedesk.get('/v1/things/{id}', { params: { id: 'a' } })

  it('carries every field of the response', async () => {
    const details = [{ path: '/name', message: 'is required' }]
    const error = { code: 'invalid_request', message: 'The body is not valid.', details, requestId: 'req_1' }
    const shop = await openShop([json(400, { error: { ...error, limit: 5 } })])
    await expect(get(shop)).rejects.toMatchObject({
      name: 'StoredeskError',
      status: 400,
      ...error,
      fields: { limit: 5 },
      retryAfter: undefined,
    })
  })

  it('takes the request id and the seconds to wait from the headers first, because proxies preserve them', async () => {
    const headers = { 'x-request-id': 'req_2', 'retry-after': '7' }
    const shop = await openShop([errorReply(429, 'rate_limit_exceeded', headers)], { maxRetries: 0 })
    await expect(get(shop)).rejects.toMatchObject({ code: 'rate_limit_exceeded', requestId: 'req_2', retryAfter: 7 })
  })

  it("includes a proxy's text when the response is not our JSON", async () => {
    const page = '<html><head><title>502 Bad Gateway</title></head>\n<body><center>nginx</center></body></html>'
    const shop = await openShop([html(502, page)], { maxRetries: 0 })
    await expect(get(shop)).rejects.toMatchObject({
      status: 502,
      code: 'unexpected_response',
      message: 'The 502 response is not from Storedesk: 502 Bad Gateway nginx',
      requestId: undefined,
    })
  })

  it.each([
    ['a page with status 200', html(200, '<h1>Sign in to the hotel</h1>'), 200, 'Sign in to the hotel'],
    ['JSON of another form', json(403, { message: 'Forbidden' }), 403, '{"message":"Forbidden"}'],
    [
      'no body',
      (response: { writeHead(status: number): { end(): unknown } }) => response.writeHead(500).end(),
      500,
      'empty',
    ],
  ])('has the code unexpected_response for %s', async (_case, reply, status, words) => {
    const shop = await openShop([reply])
    await expect(get(shop)).rejects.toMatchObject({ name: 'StoredeskError', status, code: 'unexpected_response' })
    await expect(get(shop)).rejects.toThrow(words)
  })
})

describe('raw', () => {
  it('returns the response with its headers and does not throw', async () => {
    const limits = { 'x-ratelimit-remaining': '99' }
    const { storedesk } = await openShop([json(200, { id: 'a' }, limits), errorReply(404, 'not_found', limits)])
    const found = await storedesk.raw.GET('/v1/things/{id}', { params: { path: { id: 'a' } } })
    expect(found.data).toEqual({ id: 'a' })
    expect(found.response.headers.get('x-ratelimit-remaining')).toBe('99')
    const missed = await storedesk.raw.GET('/v1/things/{id}', { params: { path: { id: 'b' } } })
    expect(missed.response.status).toBe(404)
    expect(missed.error).toMatchObject({ error: { code: 'not_found' } })
  })

  it('retries with the same idempotency key, like other calls', async () => {
    const { storedesk, received, waitsMs } = await openShop([errorReply(503, 'unavailable'), json(201, { id: 'a' })])
    const { data } = await storedesk.raw.POST('/v1/things', { body: { name: 'a' } })
    expect(data).toEqual({ id: 'a' })
    expect(waitsMs).toEqual([250])
    expect(received.map(({ body }) => body)).toEqual(['{"name":"a"}', '{"name":"a"}'])
    expect(received[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
    expect(received[1]?.headers['idempotency-key']).toBe(received[0]?.headers['idempotency-key'])
  })

  it("aborts with the caller's signal", async () => {
    const { storedesk } = await openShop([() => controller.abort(new Error('changed my mind'))])
    const controller = new AbortController()
    const call = storedesk.raw.GET('/v1/things', { signal: controller.signal })
    await expect(call).rejects.toThrow('changed my mind')
  })
})
