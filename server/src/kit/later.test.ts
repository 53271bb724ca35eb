import { describe, expect, it } from 'vitest'
import { later, makeTheRest } from './later.ts'

describe('later', () => {
  it('makes a thing once, when it is first asked for', () => {
    let made = 0
    const get = later(() => ++made)
    expect(made).toBe(0)
    expect([get(), get(), made]).toEqual([1, 1, 1])
  })

  it('tries again after a failure', () => {
    let tries = 0
    const get = later(() => {
      if (++tries === 1) throw new Error('not yet')
      return 'made'
    })
    expect(get).toThrow('not yet')
    expect(get()).toBe('made')
  })

  it('makes the rest in turns, and nothing twice', async () => {
    const made: string[] = []
    const first = later(() => made.push('first'))
    later(() => made.push('second'))
    first()
    makeTheRest(1)
    // What other tests of this process have left to be made comes first.
    await expect.poll(() => made, { timeout: 40_000 }).toEqual(['first', 'second'])
  })
})
