import { describe, expect, it } from 'vitest'
import { errorReply, json, openShop } from './fake-server.testing.ts'

const page = (ids: string[], nextCursor: string | null) => json(200, { data: ids.map((id) => ({ id })), nextCursor })

describe('list', () => {
  it('yields every item of every page and keeps the query', async () => {
    const pages = [page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], null)]
    const { storedesk, received } = await openShop(pages)
    const ids: string[] = []
    for await (const { id } of storedesk.list('/v1/things', { query: { color: 'red', limit: 2 } })) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(received.map(({ url }) => url)).toEqual([
      '/v1/things?color=red&limit=2',
      '/v1/things?color=red&limit=2&cursor=c1',
      '/v1/things?color=red&limit=2&cursor=c2',
    ])
  })

  it('continues from a stored cursor', async () => {
    const { storedesk, received } = await openShop([page(['b'], 'c2'), page(['c'], null)])
    for await (const _ of storedesk.list('/v1/things', { query: { cursor: 'c1' } }));
    expect(received.map(({ url }) => url)).toEqual(['/v1/things?cursor=c1', '/v1/things?cursor=c2'])
  })

  it('requests no page before its first item is consumed', async () => {
    const { storedesk, received } = await openShop([page(['a', 'b'], 'c1'), page(['c'], null)])
    const things = storedesk.list('/v1/things')
    expect(received).toHaveLength(0)
    await things.next()
    await things.next()
    expect(received).toHaveLength(1)
    for await (const { id } of things) if (id === 'c') break
    expect(received).toHaveLength(2)
    expect(await things.next()).toEqual({ done: true, value: undefined })
  })

  it('retries each page like any other call, and throws permanent errors', async () => {
    const busy = errorReply(429, 'rate_limit_exceeded', { 'retry-after': '1' })
    const { storedesk, waitsMs } = await openShop([busy, page(['a'], 'c1'), busy, errorReply(400, 'invalid_cursor')])
    const things = storedesk.list('/v1/things')
    expect(await things.next()).toMatchObject({ value: { id: 'a' } })
    await expect(things.next()).rejects.toMatchObject({ code: 'invalid_cursor' })
    expect(waitsMs).toEqual([1_000, 1_000])
  })

  it("aborts with the caller's signal", async () => {
    const controller = new AbortController()
    const { storedesk } = await openShop([page(['a'], 'c1')])
    const things = storedesk.list('/v1/things', { signal: controller.signal })
    await things.next()
    controller.abort()
    await expect(things.next()).rejects.toMatchObject({ name: 'AbortError' })
  })
})
