import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { Given, Kinds, Nullable, Timestamp } from '../kit/schema.ts'
import { checkerOf } from './validators.ts'

it('tells of a field that may be null only what is wrong with the rest of it', () => {
  const Address = Type.Object({ city: Type.String({ minLength: 1 }) })
  const faultsOf = checkerOf(
    Type.Object({
      at: Given(Nullable(Timestamp)),
      limit: Given(Nullable(Type.Integer({ minimum: 1 }))),
      address: Given(Nullable(Address)),
      lists: Given(Type.Array(Nullable(Address))),
    }),
  )
  expect(faultsOf({ at: 'soon', limit: 0, address: { city: '' }, lists: [null, 5, {}] })).toEqual([
    { path: '/at', message: 'must look like 2026-11-15T09:30:00.000Z' },
    { path: '/limit', message: 'must be >= 1' },
    { path: '/address/city', message: 'must NOT have fewer than 1 characters' },
    { path: '/lists/1', message: 'must be object' },
    { path: '/lists/2/city', message: 'is required' },
  ])
  expect(faultsOf({ at: null, limit: null, address: null, lists: [null] })).toEqual([])
})

it('names the kinds that there are to who asks for another', () => {
  const faultsOf = checkerOf(
    Kinds('kind', [Type.Object({ kind: Type.Literal('fixed') }), Type.Object({ kind: Type.Literal('gift') })]),
  )
  expect(faultsOf({ kind: 'gifts' })).toEqual([{ path: '/kind', message: 'must be one of fixed, gift' }])
  expect(faultsOf({})).toContainEqual({ path: '/kind', message: 'must be one of fixed, gift' })
})
