import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { openResponseCache } from './response-cache.ts'

const requestFor = (url: string, access: 'storefront' | 'key' = 'storefront') =>
  ({ raw: { url }, routeOptions: { config: { access }, url: '/route' } }) as FastifyRequest
const bytes = (text: string) => async () => Buffer.from(text)
const latch = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

function openCache(maxBytes?: number) {
  const time = { now: new Date('2030-01-01T00:00:00Z') }
  const cache = openResponseCache({ clock: () => time.now, ...(maxBytes && { maxBytes }) })
  const find = (url: string, environment = 'a') => cache.find(requestFor(url), environment)?.body.toString()
  return { cache, time, find }
}

describe('openResponseCache', () => {
  it('finds a response in its environment, however the workspace is named, until it is invalidated', async () => {
    const { cache, find } = openCache()
    await cache.getOrCreate(requestFor('/x?workspace_id=1&y=2'), 'a', bytes('one'))
    expect(find('/x?y=2')).toBe('one')
    expect(find('/x?y=2&workspace_id=1')).toBe('one')
    expect(find('/x?workspace_id=3&y=2')).toBe('one')
    // Part of the query, not of the workspace claim.
    await cache.getOrCreate(requestFor('/x?q=mug?workspace_id=zzz'), 'a', bytes('other'))
    expect(find('/x?q=mug?')).toBeUndefined()
    expect(find('/x?q=mug?workspace_id=zzz')).toBe('other')
    expect(find('/x?y=2', 'b')).toBeUndefined()
    cache.invalidate('b')
    expect(find('/x?y=2')).toBe('one')
    cache.invalidate('a')
    expect(find('/x?y=2')).toBeUndefined()
    expect(cache.stats()).toEqual({ hits: 5, misses: 2, bytes: 0 })
  })

  it('returns a public response only for storefront routes', async () => {
    const { cache, find } = openCache()
    await cache.getOrCreate(requestFor('/open'), 'a', bytes('one'))
    await cache.getOrCreate(requestFor('/closed', 'key'), 'a', bytes('two'))
    expect([find('/open'), find('/closed')]).toEqual(['one', 'two'])
    expect(cache.findPublic('/open', 'a')).toMatchObject({ route: '/route' })
    expect(cache.findPublic('/closed', 'a')).toBeUndefined()
    expect(cache.findPublic('/open', 'b')).toBeUndefined()
  })

  it('computes a response once for concurrent requests', async () => {
    const { cache } = openCache()
    const { open, opened } = latch()
    let calls = 0
    const requests = Array.from({ length: 100 }, () =>
      cache.getOrCreate(requestFor('/x'), 'a', async () => {
        calls += 1
        await opened
        return Buffer.from('one')
      }),
    )
    open()
    expect(new Set((await Promise.all(requests)).map(({ body }) => body.toString()))).toEqual(new Set(['one']))
    expect(calls).toBe(1)
  })

  it('neither stores nor shares a response when something changed while it was computed', async () => {
    const { cache, find } = openCache()
    const { open, opened } = latch()
    const old = cache.getOrCreate(requestFor('/x'), 'a', () => opened.then(bytes('old')))
    cache.invalidate('a')
    const fresh = cache.getOrCreate(requestFor('/x'), 'a', bytes('new'))
    open()
    expect((await old).body.toString()).toBe('old')
    expect((await fresh).body.toString()).toBe('new')
    expect(find('/x')).toBe('new')
  })

  it('lets the next waiter retry after a failure', async () => {
    const { cache } = openCache()
    let tries = 0
    const make = () =>
      cache.getOrCreate(requestFor('/x'), 'a', async () => {
        tries += 1
        if (tries === 1) throw new Error('gone')
        return Buffer.from('one')
      })
    const [first, second] = await Promise.allSettled([make(), make()])
    expect([first?.status, second?.status, tries]).toEqual(['rejected', 'fulfilled', 2])
  })

  it('expires a response when something changes on its own', async () => {
    const { cache, time, find } = openCache()
    const changes = [new Date('2030-01-01T00:00:10Z'), null]
    const nextChange = async () => changes.shift() ?? null
    await cache.getOrCreate(requestFor('/x'), 'a', bytes('one'), nextChange)
    await cache.getOrCreate(requestFor('/y'), 'a', bytes('two'), nextChange)
    expect(changes).toHaveLength(1)
    time.now = new Date('2030-01-01T00:00:09.999Z')
    expect([find('/x'), find('/y')]).toEqual(['one', 'two'])
    time.now = new Date('2030-01-01T00:00:10Z')
    expect([find('/x'), find('/y')]).toEqual([undefined, undefined])
    await cache.getOrCreate(requestFor('/x'), 'a', bytes('three'), nextChange)
    expect(find('/x')).toBe('three')
  })

  it('never exceeds its maximum size; used responses stay longest', async () => {
    const { cache, find } = openCache(1_000_000)
    const large = 'x'.repeat(10_000)
    await cache.getOrCreate(requestFor('/wanted'), 'a', bytes(large))
    for (let index = 0; index < 1000; index++) {
      await cache.getOrCreate(requestFor(`/${index}`), `environment ${index % 7}`, bytes(large))
      expect(find('/wanted')).toBe(large)
      expect(cache.stats().bytes).toBeLessThanOrEqual(1_000_000)
    }
    expect(find('/999', 'environment 5')).toBe(large)
    expect(find('/0', 'environment 0')).toBeUndefined()
    await cache.getOrCreate(requestFor('/huge'), 'a', bytes('x'.repeat(70_000)))
    expect(find('/huge')).toBeUndefined()
  })

  it('stores nothing while notifications of other servers are not received', async () => {
    const { cache, find } = openCache()
    await cache.getOrCreate(requestFor('/x'), 'a', bytes('one'))
    cache.setDisconnected(true)
    expect(find('/x')).toBeUndefined()
    await cache.getOrCreate(requestFor('/x'), 'a', bytes('two'))
    expect(find('/x')).toBeUndefined()
    cache.setDisconnected(false)
    await cache.getOrCreate(requestFor('/x'), 'a', bytes('three'))
    expect(find('/x')).toBe('three')
  })
})
