import { describe, expect, it, vi } from 'vitest'
import { lazy } from './lazy.ts'

describe('lazy', () => {
  it('creates a value once, on first use', () => {
    let made = 0
    const get = lazy(() => ++made)
    expect(made).toBe(0)
    expect([get(), get(), made]).toEqual([1, 1, 1])
  })

  it('retries after a failure', () => {
    let tries = 0
    const get = lazy(() => {
      if (++tries === 1) throw new Error('not yet')
      return 'made'
    })
    expect(get).toThrow('not yet')
    expect(get()).toBe('made')
  })

  it('warms up the rest one by one, and nothing twice', async () => {
    // A fresh module: other tests of this process have left many pending values.
    vi.resetModules()
    const { lazy: later, warmUp: makeTheRest } = await import('./lazy.ts')
    const made: string[] = []
    const first = later(() => made.push('first'))
    later(() => made.push('second'))
    first()
    makeTheRest(1)
    await expect.poll(() => made).toEqual(['first', 'second'])
  })
})
