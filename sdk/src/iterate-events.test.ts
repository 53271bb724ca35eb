import { describe, expect, expectTypeOf, it } from 'vitest'
import { errorReply, json, openShop } from './fake-server.testing.ts'

const page = (ids: string[], nextCursor: string | null) =>
  json(200, { data: ids.map((id) => ({ id, type: 'order.created', data: {} })), nextCursor })

describe('events.iterate', () => {
  it('yields every event, each page after the last one that was consumed', async () => {
    const { storedesk, received } = await openShop([page(['a', 'b'], 'x'), page(['c'], null)])
    const ids: string[] = []
    for await (const event of storedesk.events.iterate({ types: ['order.created', 'order.canceled'] })) {
      expectTypeOf(event.type).toEqualTypeOf<'order.created' | 'order.canceled'>()
      ids.push(event.id)
    }
    expect(ids).toEqual(['a', 'b', 'c'])
    const query = (after: string) => `/v1/events?limit=100&types=order.created%2Corder.canceled&after=${after}`
    expect(received.map(({ url }) => url)).toEqual([query('start'), query('b')])
  })

  it('waits for new events when it follows, and ends when the loop does', async () => {
    const { storedesk, received, waitsMs } = await openShop([page(['b'], null), page([], null), page(['c'], null)])
    const ids: string[] = []
    for await (const { id } of storedesk.events.iterate({ after: 'a', follow: true, pollMs: 500 })) {
      ids.push(id)
      if (id === 'c') break
    }
    expect(ids).toEqual(['b', 'c'])
    expect(waitsMs).toEqual([500, 500])
    expect(received.map(({ url }) => url.split('after=')[1])).toEqual(['a', 'b', 'b'])
  })

  it('retries like any other call, throws permanent errors, and aborts with its signal', async () => {
    const busy = errorReply(429, 'rate_limit_exceeded', { 'retry-after': '1' })
    const { storedesk, waitsMs } = await openShop([busy, page(['a'], 'x'), errorReply(400, 'invalid_request')])
    const events = storedesk.events.iterate()
    expect(await events.next()).toMatchObject({ value: { id: 'a' } })
    await expect(events.next()).rejects.toMatchObject({ code: 'invalid_request' })
    expect(waitsMs).toEqual([1_000])

    const aborted = storedesk.events.iterate({ follow: true, signal: AbortSignal.abort() })
    await expect(aborted.next()).rejects.toMatchObject({ name: 'AbortError' })
  })
})
