import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { Nullable, Optional, TaggedUnion, Timestamp } from '../../kit/schema.ts'
import { createValidator } from './validators.ts'

it('reports only useful errors for a nullable field', () => {
  const Address = Type.Object({ city: Type.String({ minLength: 1 }) })
  const validate = createValidator(
    Type.Object({
      at: Optional(Nullable(Timestamp)),
      limit: Optional(Nullable(Type.Integer({ minimum: 1 }))),
      address: Optional(Nullable(Address)),
      lists: Optional(Type.Array(Nullable(Address))),
    }),
  )
  expect(validate({ at: 'soon', limit: 0, address: { city: '' }, lists: [null, 5, {}] })).toEqual([
    { path: '/at', message: 'must be a date and time, such as 2026-11-15T09:30:00.000Z' },
    { path: '/limit', message: 'must be at least 1' },
    { path: '/address/city', message: 'must not be empty' },
    { path: '/lists/1', message: 'must be an object' },
    { path: '/lists/2/city', message: 'is required' },
  ])
  expect(validate({ at: null, limit: null, address: null, lists: [null] })).toEqual([])
})

it('lists the known kinds when the kind is unknown', () => {
  const validate = createValidator(
    TaggedUnion('kind', [Type.Object({ kind: Type.Literal('fixed') }), Type.Object({ kind: Type.Literal('gift') })]),
  )
  expect(validate({ kind: 'gifts' })).toEqual([{ path: '/kind', message: 'must be one of fixed, gift' }])
  expect(validate({})).toContainEqual({ path: '/kind', message: 'must be one of fixed, gift' })
})
