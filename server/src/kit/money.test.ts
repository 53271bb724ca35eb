import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { add, clampToZero, compare, Money, max, min, money, multiply, subtract, zero } from './money.ts'

const euros = (amount: number) => money(amount, 'EUR')
const anyAmount = fc.maxSafeInteger()
const LARGEST = Number.MAX_SAFE_INTEGER

describe('money on the wire', () => {
  it.each([
    [{ amount: 1999, currency: 'EUR' }, true],
    [{ amount: -LARGEST, currency: 'JPY' }, true],
    [{ amount: LARGEST + 1, currency: 'EUR' }, false],
    [{ amount: 19.99, currency: 'EUR' }, false],
    [{ amount: '1999', currency: 'EUR' }, false],
    [{ amount: 1999, currency: 'eur' }, false],
    [{ amount: 1999 }, false],
  ])('%j is money: %s', (value, isMoney) => {
    expect(Value.Check(Money, value)).toBe(isMoney)
  })
})

describe('money', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, LARGEST + 1])('is not made of %d', (amount) => {
    expect(() => euros(amount)).toThrow(RangeError)
  })

  it('knows no negative zero', () => {
    expect(money(-0, 'EUR')).toStrictEqual(zero('EUR'))
    expect(multiply(euros(-5), 0)).toStrictEqual(zero('EUR'))
  })

  it('adds a whole list, and an empty one to zero', () => {
    expect(add(zero('EUR'), euros(1), euros(2), euros(-5))).toEqual(euros(-2))
    expect(add(zero('EUR'))).toEqual(euros(0))
  })

  it('is exact or throws, as far as integers reach', () => {
    const exactOrThrows = (result: () => Money, exact: bigint) => {
      if (Number.isSafeInteger(Number(exact))) expect(BigInt(result().amount)).toBe(exact)
      else expect(result).toThrow(RangeError)
    }
    fc.assert(
      fc.property(anyAmount, fc.oneof(anyAmount, fc.integer({ min: -9999, max: 9999 })), (one, other) => {
        exactOrThrows(() => add(euros(one), euros(other)), BigInt(one) + BigInt(other))
        exactOrThrows(() => subtract(euros(one), euros(other)), BigInt(one) - BigInt(other))
        exactOrThrows(() => multiply(euros(one), other), BigInt(one) * BigInt(other))
      }),
    )
    expect(() => add(euros(LARGEST), euros(1))).toThrow(RangeError)
    expect(() => subtract(euros(-LARGEST), euros(1))).toThrow(RangeError)
    expect(() => multiply(euros(2 ** 27), 2 ** 26)).toThrow(RangeError)
  })

  it('is not multiplied by half a piece', () => {
    expect(() => multiply(euros(100), 1.5)).toThrow('1.5 is not a whole quantity')
  })

  it('of two currencies is neither added nor compared', () => {
    for (const operation of [add, subtract, compare, min, max]) {
      expect(() => operation(euros(1), money(1, 'USD'))).toThrow(TypeError)
    }
  })

  it('has an order', () => {
    expect([euros(3), euros(-1), euros(2)].toSorted(compare)).toEqual([euros(-1), euros(2), euros(3)])
    expect(compare(euros(2), euros(2))).toBe(0)
    expect(min(euros(3), euros(-1), euros(2))).toEqual(euros(-1))
    expect(max(euros(-1), euros(3), euros(2))).toEqual(euros(3))
    expect(clampToZero(euros(-1))).toEqual(euros(0))
    expect(clampToZero(euros(1))).toEqual(euros(1))
  })
})
