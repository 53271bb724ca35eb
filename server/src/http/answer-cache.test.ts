import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { openAnswerCache } from './answer-cache.ts'

const ask = (url: string, access: 'storefront' | 'key' = 'storefront') =>
  ({ raw: { url }, routeOptions: { config: { access }, url: '/route' } }) as FastifyRequest
const bytes = (text: string) => async () => Buffer.from(text)
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

function openCache(maxBytes?: number) {
  const time = { now: new Date('2030-01-01T00:00:00Z') }
  const cache = openAnswerCache({ clock: () => time.now, ...(maxBytes && { maxBytes }) })
  const find = (url: string, environment = 'a') => cache.find(ask(url), environment)?.body.toString()
  return { cache, time, find }
}

describe('kept answers', () => {
  it('are found again in their environment, whoever names the workspace how, until it is forgotten', async () => {
    const { cache, find } = openCache()
    await cache.make(ask('/x?workspace_id=1&y=2'), 'a', bytes('one'))
    expect(find('/x?y=2')).toBe('one')
    expect(find('/x?y=2&workspace_id=1')).toBe('one')
    expect(find('/x?workspace_id=3&y=2')).toBe('one')
    // Part of what is asked for, not of who asks.
    await cache.make(ask('/x?q=mug?workspace_id=zzz'), 'a', bytes('other'))
    expect(find('/x?q=mug?')).toBeUndefined()
    expect(find('/x?q=mug?workspace_id=zzz')).toBe('other')
    expect(find('/x?y=2', 'b')).toBeUndefined()
    cache.forget('b')
    expect(find('/x?y=2')).toBe('one')
    cache.forget('a')
    expect(find('/x?y=2')).toBeUndefined()
    expect(cache.figures()).toEqual({ hits: 5, misses: 2, bytes: 0 })
  })

  it('are open only where storefronts may ask without a key', async () => {
    const { cache, find } = openCache()
    await cache.make(ask('/open'), 'a', bytes('one'))
    await cache.make(ask('/closed', 'key'), 'a', bytes('two'))
    expect([find('/open'), find('/closed')]).toEqual(['one', 'two'])
    expect(cache.findOpen('/open', 'a')).toMatchObject({ route: '/route' })
    expect(cache.findOpen('/closed', 'a')).toBeUndefined()
    expect(cache.findOpen('/open', 'b')).toBeUndefined()
  })

  it('are made once for all who ask at the same time', async () => {
    const { cache } = openCache()
    const { open, opened } = gate()
    let made = 0
    const asked = Array.from({ length: 100 }, () =>
      cache.make(ask('/x'), 'a', async () => {
        made += 1
        await opened
        return Buffer.from('one')
      }),
    )
    open()
    expect(new Set((await Promise.all(asked)).map(({ body }) => body.toString()))).toEqual(new Set(['one']))
    expect(made).toBe(1)
  })

  it('are not kept, and not given to who comes later, when something has changed while they were made', async () => {
    const { cache, find } = openCache()
    const { open, opened } = gate()
    const old = cache.make(ask('/x'), 'a', () => opened.then(bytes('old')))
    cache.forget('a')
    const fresh = cache.make(ask('/x'), 'a', bytes('new'))
    open()
    expect((await old).body.toString()).toBe('old')
    expect((await fresh).body.toString()).toBe('new')
    expect(find('/x')).toBe('new')
  })

  it('that could not be made are tried by the next in line', async () => {
    const { cache } = openCache()
    let tries = 0
    const make = () =>
      cache.make(ask('/x'), 'a', async () => {
        tries += 1
        if (tries === 1) throw new Error('gone')
        return Buffer.from('one')
      })
    const [first, second] = await Promise.allSettled([make(), make()])
    expect([first?.status, second?.status, tries]).toEqual(['rejected', 'fulfilled', 2])
  })

  it('end when something changes by itself', async () => {
    const { cache, time, find } = openCache()
    const changes = [new Date('2030-01-01T00:00:10Z'), null]
    const nextChange = async () => changes.shift() ?? null
    await cache.make(ask('/x'), 'a', bytes('one'), nextChange)
    await cache.make(ask('/y'), 'a', bytes('two'), nextChange)
    expect(changes).toHaveLength(1)
    time.now = new Date('2030-01-01T00:00:09.999Z')
    expect([find('/x'), find('/y')]).toEqual(['one', 'two'])
    time.now = new Date('2030-01-01T00:00:10Z')
    expect([find('/x'), find('/y')]).toEqual([undefined, undefined])
    await cache.make(ask('/x'), 'a', bytes('three'), nextChange)
    expect(find('/x')).toBe('three')
  })

  it('never hold more than they may; those that are asked for stay longest', async () => {
    const { cache, find } = openCache(1_000_000)
    const large = 'x'.repeat(10_000)
    await cache.make(ask('/wanted'), 'a', bytes(large))
    for (let index = 0; index < 1000; index++) {
      await cache.make(ask(`/${index}`), `environment ${index % 7}`, bytes(large))
      expect(find('/wanted')).toBe(large)
      expect(cache.figures().bytes).toBeLessThanOrEqual(1_000_000)
    }
    expect(find('/999', 'environment 5')).toBe(large)
    expect(find('/0', 'environment 0')).toBeUndefined()
    await cache.make(ask('/huge'), 'a', bytes('x'.repeat(70_000)))
    expect(find('/huge')).toBeUndefined()
  })

  it('are not kept by a server that can not hear the others', async () => {
    const { cache, find } = openCache()
    await cache.make(ask('/x'), 'a', bytes('one'))
    cache.setDeaf(true)
    expect(find('/x')).toBeUndefined()
    await cache.make(ask('/x'), 'a', bytes('two'))
    expect(find('/x')).toBeUndefined()
    cache.setDeaf(false)
    await cache.make(ask('/x'), 'a', bytes('three'))
    expect(find('/x')).toBe('three')
  })
})
