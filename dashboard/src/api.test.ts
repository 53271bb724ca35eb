import { expect, it } from 'vitest'
import { toUrl } from './api.ts'

it('fills in path parameters so that none can leave its segment', () => {
  expect(toUrl('/v1/orders/{id}/returns/{returnId}', { id: 'ord_1', returnId: 'a/../b?c' })).toBe(
    '/v1/orders/ord_1/returns/a%2F..%2Fb%3Fc',
  )
})

it('sends only query parameters that have a value', () => {
  expect(toUrl('/v1/limits', {}, { history: false, q: '', cursor: undefined, limit: 50 })).toBe(
    '/v1/limits?history=false&limit=50',
  )
  expect(toUrl('/v1/limits', {}, { q: '' })).toBe('/v1/limits')
  expect(toUrl('/v1/loyalty/accounts', {}, { customerIds: ['a', 'b'], tier: 'gold' })).toBe(
    '/v1/loyalty/accounts?customerIds=a&customerIds=b&tier=gold',
  )
})
