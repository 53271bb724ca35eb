import { expect, it } from 'vitest'
import { moved } from './moved.ts'

it('moves one thing up or down, and nothing beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})
