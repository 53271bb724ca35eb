import { expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import { runForEach } from './run-for-each.ts'

it('runs all, waits when the server asks to, and returns what failed', async () => {
  const attempts: number[] = []
  const waits: number[] = []
  const gone = new ApiError(404, { code: 'not_found', message: 'No such product.' })
  const failures = await runForEach(
    [1, 2, 3, 4, 5, 6],
    async (item) => {
      attempts.push(item)
      if (item === 2) throw gone
      const isFirst = attempts.filter((one) => one === item).length === 1
      if (item === 4 && isFirst) throw new ApiError(429, { code: 'rate_limited', message: 'Slow down.', retryAfter: 7 })
    },
    async (seconds) => waits.push(seconds),
  )
  expect([...failures]).toEqual([[2, gone]])
  expect(attempts.toSorted()).toEqual([1, 2, 3, 4, 4, 5, 6])
  expect(waits).toEqual([7])
})

it('gives up on an item that is limited again and again', async () => {
  const limited = new ApiError(429, { code: 'rate_limited', message: 'Slow down.', retryAfter: 1 })
  const failures = await runForEach(
    ['a'],
    async () => {
      throw limited
    },
    async () => {},
  )
  expect(failures.get('a')).toBe(limited)
})
