import { describe, expect, it } from 'vitest'
import type { Order, OrderLine } from './orders.ts'
import { leftToRefund, leftToReturn, likelyReturn, owedBackOf } from './return-rules.ts'
import type { Return } from './returns.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const line = (quantities: object, id = 'a') =>
  ({
    id,
    total: eur(1000),
    quantities: { ordered: 3, current: 3, fulfilled: 3, returned: 0, refunded: 0, ...quantities },
  }) as OrderLine
const orderOf = (...items: OrderLine[]) => ({ items }) as Order
const back = (status: Return['status'], quantity: number, received: number, credit?: number) =>
  ({
    status,
    lines: [{ lineId: 'a', quantity, received }],
    exchange: credit === undefined ? null : { orderId: 'ord_2', number: 2, credit: eur(credit) },
  }) as Return

describe('what may come back', () => {
  it('is what was sent, less what is here or asked for; what was declined or given up counts no more', () => {
    expect(leftToReturn(line({ fulfilled: 2 }), [])).toBe(2)
    expect(leftToReturn(line({ returned: 1 }), [back('approved', 2, 1)])).toBe(1)
    expect(leftToReturn(line({}), [back('requested', 3, 0)])).toBe(0)
    expect(leftToReturn(line({ returned: 1 }), [back('closed', 2, 1), back('rejected', 2, 0)])).toBe(2)
  })

  it('is chosen by itself only where there is one kind of thing', () => {
    expect(likelyReturn(orderOf(line({})), [])).toEqual({ a: 3 })
    expect(likelyReturn(orderOf(line({}), line({}, 'b')), [])).toEqual({})
  })
})

describe('what may be refunded', () => {
  it('is not what has paid for an exchange, unless that was given back', () => {
    expect(leftToRefund(line({}), [back('approved', 2, 0, 500)])).toBe(1)
    expect(leftToRefund(line({}), [back('approved', 2, 0, 0)])).toBe(3)
  })

  it('is offered for what has come back for money and was not paid yet', () => {
    const returned = back('received', 1, 1)
    expect(owedBackOf(orderOf(line({ returned: 1 })), [returned], returned)).toEqual({ a: 1 })
    expect(owedBackOf(orderOf(line({ returned: 1, refunded: 1 })), [returned], returned)).toEqual({})
    expect(owedBackOf(orderOf(line({ returned: 2 })), [returned, back('received', 1, 1, 333)])).toEqual({ a: 1 })
  })
})
