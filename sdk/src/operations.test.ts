import { describe, expectTypeOf, it } from 'vitest'
import {
  type Cart,
  isStoredeskError,
  type Money,
  type OperationResponse,
  type Storedesk,
  type StoredeskError,
  type StreamEvent,
} from './client.ts'
import type { ShopPaths } from './fake-server.testing.ts'

/** The compiler is the test: `tsc` fails when the line below a @ts-expect-error compiles. Nothing here is called. */
declare const storedesk: Storedesk
declare const shop: Storedesk<ShopPaths>
const never = (_call: () => unknown) => {}
const id = { id: 'a' }

describe('operation types', () => {
  it('infer the response of every path of the real document', () => {
    type Workspace = Awaited<ReturnType<typeof storedesk.get<'/v1/workspace'>>>
    expectTypeOf<Workspace>().toHaveProperty('mode').toEqualTypeOf<'live' | 'test'>()
    never(async () => {
      for await (const event of storedesk.list('/v1/events', { query: { type: 'workspace.updated', limit: 5 } })) {
        expectTypeOf(event.createdAt).toEqualTypeOf<string>()
      }
      const { data } = await storedesk.raw.GET('/v1/workspace')
      expectTypeOf(data?.name).toEqualTypeOf<string | undefined>()
    })
  })

  it('infer the response of every method', () => {
    never(async () => {
      expectTypeOf(await shop.post('/v1/things', { body: { name: 'a' } })).toEqualTypeOf<{ id: string }>()
      expectTypeOf(await shop.delete('/v1/things/{id}', { params: id })).toEqualTypeOf<undefined>()
      for await (const thing of shop.list('/v1/things')) expectTypeOf(thing).toEqualTypeOf<{ id: string }>()
    })
  })

  it('reject a wrong path or method', () => {
    // @ts-expect-error: unknown path
    never(() => storedesk.get('/v1/workspaces'))
    // @ts-expect-error: no DELETE on this path
    never(() => storedesk.delete('/v1/workspace'))
    // @ts-expect-error: no PATCH on this path
    never(() => shop.patch('/v1/things', { body: {} }))
  })

  it('reject a wrong body', () => {
    // @ts-expect-error: the body is missing
    never(() => storedesk.patch('/v1/workspace'))
    // @ts-expect-error: the name is a string
    never(() => storedesk.patch('/v1/workspace', { body: { name: 1 } }))
    // @ts-expect-error: unknown field
    never(() => storedesk.patch('/v1/workspace', { body: { name: 'a', color: 'red' } }))
    // @ts-expect-error: a GET has no body
    never(() => storedesk.get('/v1/workspace', { body: {} }))
    never(() => shop.put('/v1/things/{id}', { params: id }))
  })

  it('reject wrong parameters', () => {
    // @ts-expect-error: the params are missing
    never(() => storedesk.get('/v1/events/{id}'))
    // @ts-expect-error: the id is missing
    never(() => storedesk.get('/v1/events/{id}', { params: {} }))
    // @ts-expect-error: the path has no parameters
    never(() => storedesk.get('/v1/workspace', { params: id }))
    // @ts-expect-error: unknown event type
    never(() => storedesk.list('/v1/events', { query: { type: 'moon.landed' } }))
    // @ts-expect-error: the country is required
    never(() => shop.get('/v1/rates'))
    never(() => shop.get('/v1/rates', { query: { country: 'DE' } }))
  })

  it('allow list() only for paths that return pages', () => {
    // @ts-expect-error: returns a single resource
    never(() => storedesk.list('/v1/workspace'))
    // @ts-expect-error: returns a single resource
    never(() => shop.list('/v1/things/{id}', { params: id }))
  })

  it('accept settings with every call, and an idempotency key with POST only', () => {
    const settings = { signal: new AbortController().signal, timeoutMs: 1, maxRetries: 0, headers: { a: 'b' } }
    never(() => storedesk.get('/v1/workspace', settings))
    never(() => shop.post('/v1/things', { body: { name: 'a' }, idempotencyKey: 'a', ...settings }))
    // @ts-expect-error: a GET ignores the key
    never(() => storedesk.get('/v1/workspace', { idempotencyKey: 'a' }))
  })

  it('give resources the arguments and results of their operations', () => {
    never(async () => {
      const cart = await storedesk.carts.create({ currency: 'EUR' }, { idempotencyKey: 'a' })
      expectTypeOf(await storedesk.carts.items.add(cart.id, { sku: 'A' })).toEqualTypeOf<Cart>()
      expectTypeOf(cart.totals.total).toEqualTypeOf<Money>()
      expectTypeOf(await storedesk.promotions.delete('a')).toEqualTypeOf<undefined>()
      for await (const order of storedesk.orders.list({ status: 'open' })) expectTypeOf(order.number).toBeNumber()
      expectTypeOf(await storedesk.orders.list()).toEqualTypeOf<OperationResponse<'orders.list'>>()
      expectTypeOf(await storedesk.catalog.export()).toEqualTypeOf<string>()
      expectTypeOf(await storedesk.get('/v1/catalog/export')).toEqualTypeOf<string>()
      await storedesk.catalog.imports.create('Handle', { query: { dryRun: true } })
      await storedesk.catalog.images.upload(new Blob([], { type: 'image/png' }))
    })
    // @ts-expect-error: unknown resource
    never(() => storedesk.cart)
    // @ts-expect-error: the id is missing
    never(() => storedesk.carts.get())
    // @ts-expect-error: the body is missing
    never(() => storedesk.carts.create())
    // @ts-expect-error: the currency is a string
    never(() => storedesk.carts.create({ currency: 978 }))
    // @ts-expect-error: unknown status
    never(() => storedesk.orders.list({ status: 'lost' }))
    // @ts-expect-error: a PATCH ignores the key
    never(() => storedesk.carts.update('a', {}, { idempotencyKey: 'a' }))
    // @ts-expect-error: an image is a Blob
    never(() => storedesk.catalog.images.upload('a'))
  })

  it('require the headers that an operation requires', () => {
    never(() => storedesk.agents.sessions.get('a', { headers: { 'API-Version': '2026-04-17', a: 'b' } }))
    // @ts-expect-error: the version of the protocol is missing
    never(() => storedesk.agents.sessions.get('a'))
    // @ts-expect-error: unknown version
    never(() => storedesk.agents.sessions.get('a', { headers: { 'API-Version': '1' } }))
    // @ts-expect-error: the version of the protocol is missing
    never(() => storedesk.get('/v1/checkout/acp/checkout_sessions/{id}', { params: id }))
  })

  it('narrow the events of a stream when the caller names them', () => {
    type Chat = { event: 'text'; data: { delta: string }; id: string } | { event: 'end'; data: null; id: string }
    never(async () => {
      for await (const part of shop.stream<Chat>('/v1/chat', { method: 'POST', body: {} })) {
        if (part.event === 'text') expectTypeOf(part.data).toEqualTypeOf<{ delta: string }>()
      }
      for await (const part of shop.stream('/v1/chat')) expectTypeOf(part).toEqualTypeOf<StreamEvent>()
    })
  })

  it('narrow an error to its code', () => {
    const error: unknown = undefined
    if (isStoredeskError(error)) expectTypeOf(error).toExtend<StoredeskError>()
    if (isStoredeskError(error, 'not_found')) expectTypeOf(error.code).toEqualTypeOf<'not_found'>()
  })
})
