import { expect, it } from 'vitest'
import { isSameView } from './saved-views.tsx'

it('recognizes the view on screen by its filters, in any order', () => {
  const view = { emailMarketing: 'subscribed', sort: 'spent' }
  expect(isSameView(view, { sort: 'spent', emailMarketing: 'subscribed' })).toBe(true)
  for (const other of [
    {},
    { sort: 'spent' },
    { ...view, q: 'ada' },
    { ...view, sort: 'orders' },
    { ...view, sort: true },
  ]) {
    expect(isSameView(view, other)).toBe(false)
    expect(isSameView(other, view)).toBe(false)
  }
})
