import { describe, expect, it } from 'vitest'
import type { OrderItem } from '../orders.ts'
import { eur, SAMPLE_ITEM, SAMPLE_ORDER } from '../sample-order.testing.ts'
import {
  defaultReturnQuantities,
  refundableQuantity,
  returnableQuantity,
  unrefundedQuantities,
} from './return-quantities.ts'
import type { Return } from './returns.ts'

const item = (quantities: Partial<OrderItem['quantities']>, id = 'a'): OrderItem => ({
  ...SAMPLE_ITEM,
  id,
  quantities: { ordered: 3, current: 3, fulfilled: 3, returned: 0, refunded: 0, ...quantities },
})
const orderOf = (...items: OrderItem[]) => ({ ...SAMPLE_ORDER, items })
const returnOf = (status: Return['status'], quantity: number, received: number, credit?: number): Return => ({
  id: 'ret_1',
  orderId: 'ord_1',
  status,
  items: [{ itemId: 'a', quantity, received, restocked: 0, reason: null }],
  staffNote: null,
  exchange: credit === undefined ? null : { orderId: 'ord_2', number: 2, credit: eur(credit) },
  createdAt: '2030-01-01T00:00:00Z',
  updatedAt: '2030-01-01T00:00:00Z',
})

describe('returnable quantities', () => {
  it('subtracts returned units and open returns, but not rejected or closed ones', () => {
    expect(returnableQuantity(item({ fulfilled: 2 }), [])).toBe(2)
    expect(returnableQuantity(item({ returned: 1 }), [returnOf('approved', 2, 1)])).toBe(1)
    expect(returnableQuantity(item({}), [returnOf('requested', 3, 0)])).toBe(0)
    expect(returnableQuantity(item({ returned: 1 }), [returnOf('closed', 2, 1), returnOf('rejected', 2, 0)])).toBe(2)
  })

  it('preselects a single item only', () => {
    expect(defaultReturnQuantities(orderOf(item({})), [])).toEqual({ a: 3 })
    expect(defaultReturnQuantities(orderOf(item({}), item({}, 'b')), [])).toEqual({})
  })
})

describe('refundable quantities', () => {
  it('excludes units credited to an exchange, unless the credit was returned', () => {
    expect(refundableQuantity(item({}), [returnOf('approved', 2, 0, 500)])).toBe(1)
    expect(refundableQuantity(item({}), [returnOf('approved', 2, 0, 0)])).toBe(3)
  })

  it('suggests returned units that are not refunded yet', () => {
    const returned = returnOf('received', 1, 1)
    expect(unrefundedQuantities(orderOf(item({ returned: 1 })), [returned], returned)).toEqual({ a: 1 })
    expect(unrefundedQuantities(orderOf(item({ returned: 1, refunded: 1 })), [returned], returned)).toEqual({})
    expect(unrefundedQuantities(orderOf(item({ returned: 2 })), [returned, returnOf('received', 1, 1, 333)])).toEqual({
      a: 1,
    })
  })
})
