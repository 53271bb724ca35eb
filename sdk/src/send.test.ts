import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sleep } from './abort.ts'
import { createClient, StoredeskConnectionError } from './client.ts'
import { errorReply, json, noReply, openFakeServer, openShop, reset, type ShopPaths } from './fake-server.testing.ts'

const OK = json(200, { id: 'a' })
const BUSY = errorReply(429, 'rate_limit_exceeded', { 'retry-after': '3' })

describe('the idempotency key', () => {
  it('is the same for all attempts of a POST and differs for the next POST', async () => {
    const { storedesk, received } = await openShop([reset, BUSY, OK])
    await storedesk.post('/v1/things', { body: { name: 'a' } })
    await storedesk.post('/v1/things', { body: { name: 'a' } })
    const [first, second, third, next] = received.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([second, third]).toEqual([first, first])
    expect(next).not.toBe(first)
    expect(received.map(({ body }) => body)).toEqual(Array(4).fill('{"name":"a"}'))
  })

  it('can be set by the caller', async () => {
    const { storedesk, received } = await openShop([BUSY, OK])
    await storedesk.post('/v1/things', { body: { name: 'a' }, idempotencyKey: 'order-7' })
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-7', 'order-7'])
  })

  it('is sent with POST only', async () => {
    const { storedesk, received } = await openShop([OK])
    const params = { id: 'a' }
    await storedesk.get('/v1/things/{id}', { params })
    await storedesk.put('/v1/things/{id}', { params })
    await storedesk.patch('/v1/things/{id}', { params, body: {} })
    await storedesk.delete('/v1/things/{id}', { params })
    expect(received).toHaveLength(4)
    for (const { headers } of received) expect(headers).not.toHaveProperty('idempotency-key')
  })
})

/**
 * Time passes only when the test says so, however slow the machine is; the network works as usual. Not with
 * `expect.poll`, which advances the time.
 */
function stopTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('timeout and signal', () => {
  it('throws a connection error of kind timeout when the server does not respond in time', async () => {
    stopTimers()
    const { storedesk, received } = await openShop([noReply], { timeoutMs: 300, maxRetries: 1 })
    const error = storedesk.get('/v1/things').catch((error: unknown) => error)
    for (const attempts of [1, 2]) {
      while (received.length < attempts) await delay(5)
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(await error).toMatchObject({ name: 'StoredeskConnectionError', kind: 'timeout' })
    expect(received).toHaveLength(2)
  })

  it('applies the timeout to the body too', async () => {
    stopTimers()
    let hasBegun = false
    const { storedesk } = await openShop([(response) => response.writeHead(200).write('{')], {
      fetch: async (...request) => {
        const response = await fetch(...request)
        hasBegun = true
        return response
      },
    })
    const error = storedesk.get('/v1/things', { timeoutMs: 50, maxRetries: 0 }).catch((error: unknown) => error)
    while (!hasBegun) await delay(5)
    await vi.advanceTimersByTimeAsync(50)
    expect(await error).toMatchObject({ kind: 'timeout' })
  })

  it('throws a connection error of kind network for a refused connection, with the request and the cause but not the query', async () => {
    const storedesk = createClient<ShopPaths>({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
    const error = await storedesk.get('/v1/rates', { query: { country: 'DE' } }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(StoredeskConnectionError)
    expect(error).toMatchObject({ kind: 'network', cause: expect.any(TypeError) })
    expect(String(error)).toContain('GET http://127.0.0.1:1/v1/rates failed')
    expect(String(error)).not.toContain('DE')
  })

  it("ends the call immediately when aborted during a wait, with the signal's reason", async () => {
    const { baseUrl, received } = await openFakeServer(
      errorReply(429, 'rate_limit_exceeded', { 'retry-after': '3600' }),
    )
    const controller = new AbortController()
    const clock = {
      random: () => 0.5,
      sleep: (waitMs: number, signal: AbortSignal | undefined) => {
        const asleep = sleep(waitMs, signal)
        controller.abort(new Error('closed the page'))
        return asleep
      },
    }
    const call = createClient<ShopPaths>({ baseUrl }, clock).get('/v1/things', { signal: controller.signal })
    await expect(call).rejects.toThrow('closed the page')
    expect(received).toHaveLength(1)
  })

  it.each([0, 2])('does not retry an attempt that was aborted, with maxRetries %i', async (maxRetries) => {
    const controller = new AbortController()
    const { storedesk, received } = await openShop([() => controller.abort()])
    const call = storedesk.get('/v1/things', { signal: controller.signal, maxRetries })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(received).toHaveLength(1)
  })

  it('sends nothing when the signal is already aborted', async () => {
    const { storedesk, received } = await openShop([OK])
    await expect(storedesk.get('/v1/things', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(received).toHaveLength(0)
  })
})
