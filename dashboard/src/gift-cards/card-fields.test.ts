import { expect, it } from 'vitest'
import { changesIn, detailsIn, EMPTY, fieldsOf } from './card-fields.ts'

const CARD = {
  recipient: { name: 'Kim', email: null },
  expiresAt: new Date(2031, 0, 2, 23, 59, 59).toISOString(),
  note: 'Prize',
}

it('only what was changed is sent', () => {
  const saved = fieldsOf(CARD)
  expect(saved).toEqual({ name: 'Kim', email: '', expires: '2031-01-02T23:59', note: 'Prize' })
  expect(changesIn(saved, saved)).toEqual({})
  expect(changesIn({ ...saved, note: ' ' }, saved)).toEqual({ note: null })
  expect(changesIn({ ...saved, name: '' }, saved)).toEqual({ recipient: null })
  expect(changesIn({ ...saved, expires: '' }, saved)).toEqual({ expiresAt: null })
})

it('an empty form says nothing of the card', () => {
  expect(detailsIn(EMPTY)).toEqual({ recipient: null, expiresAt: null, note: null })
})
