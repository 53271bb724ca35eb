import { describe, expect, it, vi } from 'vitest'
import { lazy } from './lazy.ts'

describe('lazy', () => {
  it('creates a value once, on first use', () => {
    let calls = 0
    const get = lazy(() => ++calls)
    expect(calls).toBe(0)
    expect([get(), get(), calls]).toEqual([1, 1, 1])
  })

  it('retries after a failure', () => {
    let tries = 0
    const get = lazy(() => {
      if (++tries === 1) throw new Error('not yet')
      return 'value'
    })
    expect(get).toThrow('not yet')
    expect(get()).toBe('value')
  })

  it('warms up what shall be prepared early, one by one, and nothing twice', async () => {
    // A fresh module: other tests of this process have left many pending values.
    vi.resetModules()
    const { lazy: freshLazy, prepareEarly, warmUp: freshWarmUp } = await import('./lazy.ts')
    const created: string[] = []
    const first = freshLazy(() => created.push('first'))
    for (const get of [first, freshLazy(() => created.push('second'))]) prepareEarly(get)
    freshLazy(() => created.push('nobody asked for it'))
    first()
    freshWarmUp(1)
    await expect.poll(() => created).toEqual(['first', 'second'])
  })
})
