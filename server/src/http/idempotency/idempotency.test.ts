import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { fileServer, openServer } from '../../../test/open-server.ts'
import { type ApiClient, openShop, type Shop } from '../../../test/open-shop.ts'
import { sql } from '../../db/sql.ts'
import { emit } from '../../events/emit.ts'
import { applyRetention } from '../../jobs/retention.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { openEventStream } from '../responses/event-stream.ts'
import type { Routes } from '../routes.ts'
import { storedResponseRetention } from './stored-responses.ts'

const NamedInput = Type.Object({
  name: Type.String(),
  waits: Type.Optional(Type.Boolean()),
  fail: Type.Optional(Type.String()),
})
const described = (operationId: string) => ({ operationId, tags: ['Test'] })

/** Slow actions wait for it. */
let gate = Promise.withResolvers<void>()

/** An action that leaves a trace (an event), is slow or fails, as the test requests. */
const recordRoutes: Routes = async (app) => {
  const config = { access: 'key', limit: 'default' } as const
  app.post(
    '/places',
    {
      config,
      schema: {
        ...described('places.create'),
        body: NamedInput,
        response: { 201: Type.Object({ name: Type.String() }) },
      },
    },
    async ({ body }, reply) => {
      reply.code(201).header('location', '/v1/places/5').header('x-other', 'not kept')
      return { name: body.name }
    },
  )
  app.post(
    '/sent',
    { config, schema: { ...described('sent'), body: NamedInput, response: { 201: NamedInput } } },
    async ({ ctx, body }, reply) => {
      await emit(ctx, 'workspace.updated', { name: body.name, currency: 'EUR', timeZone: 'UTC' })
      return reply.code(201).send(body)
    },
  )
  app.post(
    '/actions',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        ...described('actions.create'),
        body: NamedInput,
        response: { 201: Type.Object({ name: Type.String(), at: Type.String() }) },
      },
    },
    async ({ ctx, body }, reply) => {
      await emit(ctx, 'workspace.updated', { name: body.name, currency: 'EUR', timeZone: 'UTC' })
      if (body.waits) await gate.promise
      if (body.fail === 'refused') throw invalidRequest('The rules refuse this.')
      if (body.fail === 'broken') throw new Error('server error')
      reply.code(201)
      return { name: body.name, at: process.hrtime.bigint().toString() }
    },
  )
  app.post(
    '/steps',
    {
      config: { ...config, idempotency: 'claim' },
      schema: { ...described('steps.create'), body: NamedInput, response: { 201: NamedInput } },
    },
    async ({ ctx, body }, reply) => {
      await emit(ctx, 'workspace.updated', { name: body.name, currency: 'EUR', timeZone: 'UTC' })
      if (body.fail === 'refused') throw invalidRequest('The rules refuse this.')
      reply.code(201)
      return body
    },
  )
  app.post(
    '/streams',
    {
      config: { access: 'key', limit: 'default', idempotency: 'none' },
      schema: { ...described('streams.open'), response: { 200: Type.Unknown() } },
    },
    async (request, reply) => {
      const stream = openEventStream(request, reply)
      stream.send('tick', { n: 1 })
      stream.end()
    },
  )
}

const recordServer = fileServer({ extra: { routes: recordRoutes } })
const openRecordShop = async () => openShop(await recordServer())
const countEvents = async (shop: Shop) => (await shop.api.get('/v1/events?limit=100')).body.data.length

const RANDOM_KEY = '3f0c9a52-6d1e-4c57-9b8a-2f7d51c0e6ab'

describe('E3 Idempotency-Key', () => {
  it('replays the first response and does the work once', async () => {
    const shop = await openRecordShop()
    const headers = { 'idempotency-key': 'a' }
    const first = await shop.api.post('/v1/actions', { name: 'x' }, headers)
    const second = await shop.api.post('/v1/actions', { name: 'x' }, headers)
    expect(first.status).toBe(201)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await countEvents(shop)).toBe(1)
  })

  it('does the work each time without a key, and once per key', async () => {
    const shop = await openRecordShop()
    await shop.api.post('/v1/actions', { name: 'x' })
    await shop.api.post('/v1/actions', { name: 'x' })
    await shop.api.post('/v1/actions', { name: 'x' }, { 'idempotency-key': 'a' })
    await shop.api.post('/v1/actions', { name: 'x' }, { 'idempotency-key': 'b' })
    expect(await countEvents(shop)).toBe(4)
  })

  it('rejects the same key with another body or another path', async () => {
    const shop = await openRecordShop()
    const headers = { 'idempotency-key': 'a' }
    await shop.api.post('/v1/actions', { name: 'x' }, headers)
    for (const [path, name] of [
      ['/v1/actions', 'y'],
      ['/v1/places', 'x'],
    ] as const) {
      const response = await shop.api.post(path, { name }, headers)
      expect([response.status, response.body.error.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect(await countEvents(shop)).toBe(1)
  })

  it('returns 409 while the first request is in progress, and never does the work twice', async () => {
    const shop = await openRecordShop()
    gate = Promise.withResolvers<void>()
    let responseCount = 0
    const send = async () => {
      const response = await shop.api.post('/v1/actions', { name: 'x', waits: true }, { 'idempotency-key': 'a' })
      // The first one finishes when all others have been rejected.
      if (++responseCount === 19) gate.resolve()
      return response
    }
    const responses = await Promise.all(Array.from({ length: 20 }, send))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, ...Array(19).fill(409)])
    for (const { status, body, headers } of responses.filter((response) => response.status === 409)) {
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([409, 'idempotency_key_in_use', '1'])
    }
    expect(await countEvents(shop)).toBe(1)
  })

  it('replays the headers of the response, and no others', async () => {
    const shop = await openRecordShop()
    const send = () => shop.api.post('/v1/places', { name: 'x' }, { 'idempotency-key': 'a' })
    expect((await send()).headers.get('location')).toBe('/v1/places/5')
    const again = await send()
    expect([again.status, again.headers.get('location'), again.headers.has('x-other')]).toEqual([
      201,
      '/v1/places/5',
      false,
    ])
  })

  it('fails a handler that sends its response before the work is committed', async () => {
    const shop = await openRecordShop()
    const response = await shop.api.post('/v1/sent', { name: 'x' }, { 'idempotency-key': 'a' })
    expect(response.status).toBe(500)
    expect(await countEvents(shop)).toBe(0)
  })

  it('stores a rejection, without the work done before it', async () => {
    const shop = await openRecordShop()
    const send = () => shop.api.post('/v1/actions', { name: 'x', fail: 'refused' }, { 'idempotency-key': 'a' })
    const first = await send()
    const second = await send()
    expect([first.status, second.status]).toEqual([400, 400])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.body.error.message).toBe('The rules refuse this.')
    expect(second.body.error.requestId).toBe(second.headers.get('x-request-id'))
    expect(second.body.error.requestId).not.toBe(first.body.error.requestId)
    expect(await countEvents(shop)).toBe(0)
  })

  it('stores neither a server error nor an invalid request', async () => {
    const shop = await openRecordShop()
    const headers = { 'idempotency-key': 'a' }
    expect((await shop.api.post('/v1/actions', { name: 'x', fail: 'broken' }, headers)).status).toBe(500)
    expect((await shop.api.post('/v1/actions', { nome: 'x' }, headers)).status).toBe(400)
    expect((await shop.api.post('/v1/actions', { name: 'x' }, headers)).status).toBe(201)
    expect(await countEvents(shop)).toBe(1)
  })

  it.each([{ name: 'one' }, { name: 'two', fail: 'refused' }])(
    'returns the response of completed steps even when it can’t be stored: %o',
    async (body) => {
      const shop = await openShop(await openServer({ extra: { routes: recordRoutes } }))
      await shop.server.db.pool.query('alter table idempotency_keys add constraint kept check (status is null)')
      const { status } = await shop.api.post('/v1/steps', body, { 'idempotency-key': 'k' })
      expect(status).toBe(body.fail ? 400 : 201)
      await shop.server.db.pool.query('alter table idempotency_keys drop constraint kept')
      // As soon as the claim is deleted the work runs again, and its response is stored.
      const again = () => shop.api.post('/v1/steps', body, { 'idempotency-key': 'k' })
      await expect.poll(async () => (await again()).headers.get('idempotent-replayed')).toBe('true')
      expect(await countEvents(shop)).toBe(2)
    },
  )

  it('is scoped to the environment and the workspace', async () => {
    const shop = await openRecordShop()
    const other = await openShop(shop.server)
    const headers = { 'idempotency-key': 'a' }
    for (const caller of [shop.api, shop.sandbox, other.api]) {
      const response = await caller.post('/v1/actions', { name: 'x' }, headers)
      expect([response.status, response.headers.has('idempotent-replayed')]).toEqual([201, false])
    }
  })

  it('is scoped to a visitor: a visitor at another address, or a server, gets its own response', async () => {
    const server = await openServer({ trustedProxies: ['127.0.0.1'] })
    const shop = await openShop(server)
    const open = (caller: Pick<ApiClient, 'post'>, address: string) =>
      caller.post('/v1/carts', {}, { 'idempotency-key': RANDOM_KEY, 'x-forwarded-for': address })
    const first = await open(shop.storefront, '192.0.2.1')
    const again = await open(shop.storefront, '192.0.2.1')
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true'])
    const others = [await open(shop.storefront, '192.0.2.2'), await open(shop.api, '192.0.2.1')]
    for (const { status, body } of others) expect([status, body.id === first.body.id]).toEqual([201, false])
  })

  it('must be hard to guess for a visitor, or two behind one address would share a cart', async () => {
    const { storefront, api } = await openShop()
    for (const key of ['1', 'cart', '2026-11-16', 'abcdefghijklmno', '0000000000000001']) {
      const rejected = await storefront.post('/v1/carts', { email: 'ada@example.com' }, { 'idempotency-key': key })
      expect([key, rejected.status, rejected.body.error?.message]).toEqual([
        key,
        400,
        'Without an API key, the Idempotency-Key must be hard to guess and have at least 16 characters, such as a UUID.',
      ])
      expect((await api.post('/v1/carts', {}, { 'idempotency-key': key })).status).toBe(201)
    }
    expect((await storefront.post('/v1/carts', {}, { 'idempotency-key': RANDOM_KEY })).status).toBe(201)
  })

  it('expires after 24 hours', async () => {
    let now = new Date('2026-11-15T12:00:00Z')
    const shop = await openShop(await openServer({ extra: { routes: recordRoutes }, clock: () => now }))
    const send = () => shop.api.post('/v1/actions', { name: 'x' }, { 'idempotency-key': 'a' })
    await send()
    now = new Date('2026-11-16T11:59:00Z')
    expect((await send()).headers.get('idempotent-replayed')).toBe('true')
    now = new Date('2026-11-16T12:01:00Z')
    expect((await send()).headers.has('idempotent-replayed')).toBe(false)
  })

  it('deletes older responses, and nothing else', async () => {
    let now = new Date('2026-11-15T12:00:00Z')
    const shop = await openShop(await openServer({ extra: { routes: recordRoutes }, clock: () => now }))
    await shop.api.post('/v1/actions', { name: 'old' }, { 'idempotency-key': 'old' })
    now = new Date('2026-11-16T11:00:00Z')
    await shop.api.post('/v1/actions', { name: 'young' }, { 'idempotency-key': 'young' })
    await applyRetention({ ...shop.server.system, now: new Date('2026-11-16T12:01:00Z') }, storedResponseRetention)
    const Key = Type.Object({ key: Type.String() })
    expect(await shop.server.db.rows(Key, sql`select key from idempotency_keys`)).toEqual([{ key: 'young' }])
  })

  it.each(['', 'a'.repeat(256), 'a b', 'ä'])('rejects the key %j', async (key) => {
    const shop = await openRecordShop()
    const response = await shop.api.post('/v1/actions', { name: 'x' }, { 'idempotency-key': key })
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request'])
    expect(await countEvents(shop)).toBe(0)
  })

  it('does not affect streams: each is opened again, with the usual headers', async () => {
    const shop = await openRecordShop()
    for (let round = 0; round < 2; round++) {
      const response = await shop.api.post('/v1/streams', undefined, { 'idempotency-key': 'a' })
      expect(response.status).toBe(200)
      expect(response.body).toBe('event: tick\ndata: {"n":1}\n\n')
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(response.headers.get('x-ratelimit-limit')).toBe('100')
      expect(response.headers.get('x-request-id')).toMatch(/^req_/)
      expect(response.headers.has('idempotent-replayed')).toBe(false)
    }
  })
})
