import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { errorReply, json, openShop } from './fake-server.testing.ts'
import { routes } from './generated/resources.ts'

const CART = 'cart_01k9z3h8x2f7mtv4q6bw0ncdre'
const page = (ids: string[], nextCursor: string | null) => json(200, { data: ids.map((id) => ({ id })), nextCursor })

describe('a resource', () => {
  it('has a method for every operation', () => {
    const storedesk = createClient({ baseUrl: 'http://127.0.0.1' })
    for (const id of Object.keys(routes)) {
      const method = id
        .split('.')
        .reduce<unknown>((parent, name) => (parent as Record<string, unknown>)[name], storedesk)
      expect(method, id).toBeInstanceOf(Function)
    }
    expect(storedesk.carts).toBe(storedesk.carts)
    expect(Object.keys(storedesk)).toEqual(expect.arrayContaining(['get', 'carts', 'orders']))
  })

  it('sends the body after the path parameters, then the options', async () => {
    const { storedesk, received } = await openShop([json(200, { id: CART })])
    await storedesk.carts.items.add(CART, { sku: 'A', quantity: 2 }, { idempotencyKey: 'one', headers: { a: 'b' } })
    expect(received[0]).toMatchObject({ method: 'POST', url: `/v1/carts/${CART}/items` })
    expect(received[0]?.headers).toMatchObject({ 'idempotency-key': 'one', a: 'b', 'content-type': 'application/json' })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ sku: 'A', quantity: 2 })
  })

  it('sends the path parameters in the order of the path', async () => {
    const { storedesk, received } = await openShop([json(200, { id: CART })])
    await storedesk.carts.items.remove(CART, 'li_1', { headers: { 'if-match': '"3"' } })
    expect(received[0]).toMatchObject({ method: 'DELETE', url: `/v1/carts/${CART}/items/li_1`, body: '' })
    expect(received[0]?.headers['if-match']).toBe('"3"')
  })

  it('sends the query of a GET, and that of an operation with a body from the options', async () => {
    const { storedesk, received } = await openShop([json(200, {})])
    await storedesk.carts.get(CART, { explain: true }, { maxRetries: 0 })
    await storedesk.workspace.get({ maxRetries: 0 })
    await storedesk.orders.refunds.create('ord_1', {}, { query: { preview: true } })
    expect(received.map(({ url }) => url)).toEqual([
      `/v1/carts/${CART}?explain=true`,
      '/v1/workspace',
      '/v1/orders/ord_1/refunds?preview=true',
    ])
  })

  it.each(['', '.', '..', undefined])('rejects the path parameter %j, which would reach another path', async (id) => {
    const { storedesk, received } = await openShop([json(200, {})])
    await expect(storedesk.catalog.products.delete(id as string)).rejects.toThrow(TypeError)
    await expect(storedesk.get('/v1/things/{id}', { params: { id: id as string } })).rejects.toThrow('not a valid id')
    expect(received).toEqual([])
  })
})

describe('a list', () => {
  it('resolves with the first page', async () => {
    const { storedesk, received } = await openShop([page(['a', 'b'], 'next')])
    const { data, nextCursor } = await storedesk.orders.list({ status: 'open' })
    expect([data.map(({ id }) => id), nextCursor]).toEqual([['a', 'b'], 'next'])
    expect(received.map(({ url }) => url)).toEqual(['/v1/orders?status=open'])
  })

  it('iterates over the items of all pages and requests each page once', async () => {
    const { storedesk, received } = await openShop([page(['a', 'b'], 'next'), page(['c'], null)])
    const ids: string[] = []
    for await (const { id } of storedesk.orders.refunds.list('ord_1', { limit: 2 })) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(received.map(({ url }) => url)).toEqual([
      '/v1/orders/ord_1/refunds?limit=2',
      '/v1/orders/ord_1/refunds?limit=2&cursor=next',
    ])
  })

  it('throws the error of any page in the loop', async () => {
    const { storedesk } = await openShop([page(['a'], 'next'), errorReply(404, 'not_found')])
    const ids: string[] = []
    const loop = async () => {
      for await (const { id } of storedesk.orders.list()) ids.push(id)
    }
    await expect(loop()).rejects.toMatchObject({ code: 'not_found' })
    expect(ids).toEqual(['a'])
  })
})

describe('CSV', () => {
  const csvReply = (csv: string) => (response: import('node:http').ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(csv)

  it.each(['Handle,Title\r\nshirt,Shirt\r\n', ''])('is returned as text: %j', async (csv) => {
    const { storedesk } = await openShop([csvReply(csv)])
    expect(await storedesk.catalog.export()).toBe(csv)
  })

  it('is sent unchanged', async () => {
    const { storedesk, received } = await openShop([json(202, { id: 'imp_1' })])
    await storedesk.catalog.imports.create('Handle\r\nÖl\r\n', { query: { dryRun: true } })
    expect(received[0]).toMatchObject({ url: '/v1/catalog/imports?dryRun=true', body: 'Handle\r\nÖl\r\n' })
    expect(received[0]?.headers['content-type']).toBe('text/csv')
  })
})

describe('agentic checkout', () => {
  const acpError = { type: 'invalid_request', code: 'invalid', message: 'Not an item.', param: '$.line_items[0].id' }
  const options = { headers: { 'API-Version': '2026-04-17' } } as const

  it('throws the flat error of the protocol like any other', async () => {
    const { storedesk, received } = await openShop([json(400, acpError, { 'x-request-id': 'req_9' })])
    await expect(storedesk.agents.sessions.get('acp_1', options)).rejects.toMatchObject({
      name: 'StoredeskError',
      status: 400,
      code: 'invalid',
      message: 'Not an item.',
      details: [{ path: '$.line_items[0].id', message: 'Not an item.' }],
      requestId: 'req_9',
    })
    expect(received[0]?.headers['api-version']).toBe('2026-04-17')
  })

  it('retries while the same request is in progress', async () => {
    const inFlight = { type: 'invalid_request', code: 'idempotency_in_flight', message: 'Retry later.' }
    const { storedesk, waitsMs } = await openShop([json(409, inFlight), json(200, { id: 'acp_1' })])
    await storedesk.agents.sessions.cancel('acp_1', undefined, options)
    expect(waitsMs).toEqual([250])
  })
})
