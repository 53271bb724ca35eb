import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorReply, json, openShop, reset, truncatedReply } from './fake-server.testing.ts'

const OK = json(200, { id: 'a' })
const BUSY = errorReply(429, 'rate_limit_exceeded', { 'retry-after': '3' })
const IN_USE = errorReply(409, 'idempotency_key_in_use', { 'retry-after': '1' })
type Shop = Awaited<ReturnType<typeof openShop>>['storedesk']

const id = { params: { id: 'a' } }
const calls = {
  get: (shop: Shop) => shop.get('/v1/things/{id}', id),
  put: (shop: Shop) => shop.put('/v1/things/{id}', { ...id, body: { name: 'a' } }),
  delete: (shop: Shop) => shop.delete('/v1/things/{id}', id),
  post: (shop: Shop) => shop.post('/v1/things', { body: { name: 'a' } }),
  patch: (shop: Shop) => shop.patch('/v1/things/{id}', { ...id, body: { name: 'a' } }),
}
const methods = Object.keys(calls) as (keyof typeof calls)[]

describe('a 429', () => {
  it.each(methods)('E4 is retried after Retry-After, and each further attempt doubles the wait: %s', async (method) => {
    const { storedesk, waitsMs, received } = await openShop([BUSY, BUSY, BUSY, OK], { maxRetries: 3 })
    await calls[method](storedesk)
    expect(waitsMs).toEqual([3_000, 6_000, 12_000])
    expect(received).toHaveLength(4)
  })

  it('E4 is never retried before the time the server names', async () => {
    const longer = errorReply(429, 'rate_limit_exceeded', { 'retry-after': '40' })
    const { storedesk, waitsMs } = await openShop([BUSY, longer, OK])
    await calls.get(storedesk)
    expect(waitsMs).toEqual([3_000, 40_000])
  })

  it('fails after two retries with the last error', async () => {
    const { storedesk, received } = await openShop([BUSY])
    await expect(calls.get(storedesk)).rejects.toMatchObject({ status: 429, retryAfter: 3 })
    expect(received).toHaveLength(3)
  })

  it('may carry the seconds only in its body', async () => {
    const body = { error: { code: 'rate_limit_exceeded', message: 'Wait 5 s.', retryAfter: 5, requestId: 'r' } }
    const { storedesk, waitsMs } = await openShop([json(429, body), OK])
    await calls.get(storedesk)
    expect(waitsMs).toEqual([5_000])
  })

  it('is not retried with maxRetries 0, set on the client or the call', async () => {
    const { storedesk, received } = await openShop([BUSY])
    await expect(storedesk.get('/v1/things', { maxRetries: 0 })).rejects.toThrow()
    expect(received).toHaveLength(1)
  })
})

describe('a transient failure', () => {
  it.each([408, 502, 503, 504])('%i is retried with increasing backoff and jitter', async (status) => {
    const { storedesk, waitsMs } = await openShop([errorReply(status, 'any')], { maxRetries: 7 })
    await expect(calls.get(storedesk)).rejects.toMatchObject({ status })
    expect(waitsMs).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000])
  })

  it('503 is not retried before Retry-After, in seconds or as a date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T12:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const later = new Date(Date.now() + 60_000).toUTCString()
    const away = [{ 'retry-after': '2' }, { 'retry-after': later }].map((headers) => errorReply(503, 'any', headers))
    const { storedesk, waitsMs } = await openShop([...away, OK])
    await calls.get(storedesk)
    expect(waitsMs).toEqual([2_250, 60_500])
  })

  it.each(['get', 'put', 'delete', 'post'] as const)('a lost connection is retried: %s', async (method) => {
    const { storedesk, received } = await openShop([reset, truncatedReply, OK])
    await calls[method](storedesk)
    expect(received).toHaveLength(3)
  })

  it('a POST is retried while its first attempt is still in progress', async () => {
    const { storedesk, waitsMs } = await openShop([IN_USE, OK])
    await calls.post(storedesk)
    expect(waitsMs).toEqual([1_250])
  })

  it.each([400, 401, 404, 409, 422, 500])('%i is not retried', async (status) => {
    const { storedesk, received } = await openShop([errorReply(status, 'any')])
    await expect(calls.get(storedesk)).rejects.toMatchObject({ status })
    expect(received).toHaveLength(1)
  })
})

describe('a PATCH', () => {
  it.each([
    ['a lost connection', reset],
    ['an answer cut short', truncatedReply],
    ['408', errorReply(408, 'request_timeout')],
    ['502', errorReply(502, 'any')],
    ['504', errorReply(504, 'any')],
  ])('is not retried after %s, because it may have been applied', async (_case, reply) => {
    const { storedesk, received } = await openShop([reply])
    await expect(calls.patch(storedesk)).rejects.toThrow()
    expect(received).toHaveLength(1)
  })

  it('is retried after 503, which means it was not applied', async () => {
    const { storedesk, received } = await openShop([errorReply(503, 'unavailable'), OK])
    await calls.patch(storedesk)
    expect(received).toHaveLength(2)
  })
})
