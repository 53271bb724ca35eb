import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { Money, money } from './money.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

describe('the Money schema', () => {
  it.each([
    [{ amount: 1999, currency: 'EUR' }, true],
    [{ amount: -LARGEST, currency: 'JPY' }, true],
    [{ amount: LARGEST + 1, currency: 'EUR' }, false],
    [{ amount: 19.99, currency: 'EUR' }, false],
    [{ amount: '1999', currency: 'EUR' }, false],
    [{ amount: 1999, currency: 'eur' }, false],
    [{ amount: 1999 }, false],
  ])('validates %j as %s', (value, isMoney) => {
    expect(Value.Check(Money, value)).toBe(isMoney)
  })
})

describe('money', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, LARGEST + 1])('throws for %d', (amount) => {
    expect(() => money(amount, 'EUR')).toThrow(RangeError)
  })

  it('has no negative zero', () => {
    expect(money(-0, 'EUR')).toStrictEqual({ amount: 0, currency: 'EUR' })
  })
})
