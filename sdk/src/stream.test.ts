import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StreamEvent } from './client.ts'
import { errorReply, json, openShop, reset } from './fake-server.testing.ts'

const SSE = { 'content-type': 'text/event-stream; charset=utf-8' }

const stream =
  (...chunks: (string | Uint8Array)[]) =>
  async (response: ServerResponse) => {
    response.writeHead(200, SSE)
    for (const chunk of chunks) {
      response.write(chunk)
      await delay(5)
    }
    response.end()
  }

/** Sends ticks until the client disconnects, which resolves `disconnected`. */
function endless() {
  let notify = () => {}
  const disconnected = new Promise<void>((resolve) => {
    notify = resolve
  })
  const reply = (response: ServerResponse, request: IncomingMessage) => {
    response.writeHead(200, SSE).write('data: 0\n\n')
    const timer = setInterval(() => response.write('data: 1\n\n'), 10)
    void once(request.socket, 'close').then(() => {
      clearInterval(timer)
      notify()
    })
  }
  return { reply, disconnected }
}

async function collect(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const list: StreamEvent[] = []
  for await (const event of events) list.push(event)
  return list
}

describe('stream', () => {
  it('yields the events of a POST, however the network chunks them', async () => {
    const euro = new TextEncoder().encode('event: text\ndata: {"delta":"€"}\n\n')
    const { storedesk, received } = await openShop([
      stream(euro.subarray(0, 29), euro.subarray(29), ': ping\n\ndata: [DONE]\n\n'),
    ])
    const events = await collect(
      storedesk.stream('/v1/chat/{id}', { method: 'POST', params: { id: 'c 1' }, body: { message: 'hi' } }),
    )
    expect(events).toEqual([
      { event: 'text', data: { delta: '€' }, id: '' },
      { event: 'message', data: '[DONE]', id: '' },
    ])
    expect(received[0]).toMatchObject({ method: 'POST', url: '/v1/chat/c%201', body: '{"message":"hi"}' })
    expect(received[0]?.headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer svc_test_1' })
    expect(received[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  })

  it('accepts a query with GET and sends nothing before it is read', async () => {
    const { storedesk, received } = await openShop([stream('data: 1\n\n')])
    const events = storedesk.stream('/v1/events/live', { query: { type: 'a' } })
    expect(received).toHaveLength(0)
    expect(await collect(events)).toHaveLength(1)
    expect(received[0]).toMatchObject({ method: 'GET', url: '/v1/events/live?type=a' })
  })

  it('is empty when there is nothing to follow', async () => {
    const { storedesk } = await openShop([(response) => response.writeHead(204).end()])
    expect(await collect(storedesk.stream('/v1/chat/1/stream'))).toEqual([])
  })

  it('disconnects when the consumer breaks', async () => {
    const { reply, disconnected } = endless()
    const { storedesk } = await openShop([reply])
    for await (const { data } of storedesk.stream('/v1/live')) if (data === 1) break
    await disconnected
  })

  it('disconnects when the consumer throws', async () => {
    const { reply, disconnected } = endless()
    const { storedesk } = await openShop([reply])
    const consume = async () => {
      for await (const _ of storedesk.stream('/v1/live')) throw new Error('of the consumer')
    }
    await expect(consume()).rejects.toThrow('of the consumer')
    await disconnected
  })

  it("disconnects when the caller aborts, with the signal's reason", async () => {
    const { reply, disconnected } = endless()
    const { storedesk } = await openShop([reply])
    const controller = new AbortController()
    const events = storedesk.stream('/v1/live', { signal: controller.signal })
    await events.next()
    controller.abort(new Error('left the page'))
    await expect(collect(events)).rejects.toThrow('left the page')
    await disconnected
  })

  it('may last longer than the timeout, which covers only its start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { storedesk } = await openShop([endless().reply], { timeoutMs: 3000 })
    const events = storedesk.stream('/v1/live')
    await events.next()
    await vi.advanceTimersByTimeAsync(10_000)
    // More than was under way when the timeout passed.
    let count = 0
    for await (const _ of events) if (++count === 50) break
    expect(count).toBe(50)
  })

  it('throws a connection error when the stream is cut off', async () => {
    let cut = () => {}
    const reply = (response: ServerResponse) => {
      response.writeHead(200, SSE).write('data: 1\n\n')
      cut = () => response.destroy()
    }
    const { storedesk, received } = await openShop([reply])
    const events = storedesk.stream('/v1/live')
    expect(await events.next()).toMatchObject({ value: { data: 1 } })
    cut()
    await expect(events.next()).rejects.toMatchObject({ name: 'StoredeskConnectionError', kind: 'network' })
    expect(received).toHaveLength(1)
  })

  it('throws the error sent instead of the stream, after the usual retries', async () => {
    const busy = errorReply(429, 'rate_limit_exceeded', { 'retry-after': '2' })
    const { storedesk, waitsMs } = await openShop([busy, errorReply(422, 'conversation_closed')])
    const events = storedesk.stream('/v1/chat', { method: 'POST', body: {} })
    await expect(collect(events)).rejects.toMatchObject({
      name: 'StoredeskError',
      status: 422,
      code: 'conversation_closed',
    })
    expect(waitsMs).toEqual([2_000])
  })

  it('reopens a GET after a lost connection, but not a POST, whose response cannot be replayed', async () => {
    const followed = await openShop([reset, stream('data: 1\n\n')])
    expect(await collect(followed.storedesk.stream('/v1/live'))).toHaveLength(1)
    const shop = await openShop([reset, stream('data: 1\n\n')])
    await expect(collect(shop.storedesk.stream('/v1/chat', { method: 'POST', body: {} }))).rejects.toMatchObject({
      kind: 'network',
    })
    expect(shop.received).toHaveLength(1)
  })

  it('throws when the response is not a stream', async () => {
    const { storedesk } = await openShop([json(200, { id: 'a' })])
    await expect(collect(storedesk.stream('/v1/things'))).rejects.toMatchObject({
      status: 200,
      code: 'unexpected_response',
    })
  })
})
