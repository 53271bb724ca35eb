import { expect, it } from 'vitest'
import { LAST_ID, newId } from './ids.ts'

it('creates ids with their kind, all different and growing in the order of creation', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('evt'))
  expect(ids[0]).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  expect((ids.at(-1) ?? '') < LAST_ID).toBe(true)
})
