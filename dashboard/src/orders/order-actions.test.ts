import { describe, expect, it } from 'vitest'
import { allowedActions, canEditAddresses, shippingCharged, toRefundRequest } from './order-actions.ts'
import type { Order, OrderItem, OrderPayment } from './orders.ts'
import { eur, SAMPLE_ITEM, SAMPLE_ORDER, SAMPLE_PAYMENT } from './sample-order.testing.ts'

const EMPTY_FIELDS = {
  quantities: {},
  shipping: '',
  amount: '',
  restock: 'asIs',
  method: 'original_payment',
  reason: '',
} as const

describe('toRefundRequest', () => {
  it('contains only the selected items and amounts', () => {
    expect(
      toRefundRequest({ ...EMPTY_FIELDS, quantities: { a: 2, b: 0 }, shipping: '4,90', reason: ' Late ' }, 'EUR'),
    ).toEqual({
      items: [{ itemId: 'a', quantity: 2 }],
      shipping: eur(490),
      reason: 'Late',
    })
    expect(toRefundRequest({ ...EMPTY_FIELDS, amount: '5' }, 'EUR')).toEqual({ amount: eur(500) })
  })

  it('sets restock on each item when the user chose it', () => {
    const request = toRefundRequest({ ...EMPTY_FIELDS, quantities: { a: 1 }, restock: 'none' }, 'EUR')
    expect(request).toEqual({ items: [{ itemId: 'a', quantity: 1, restock: false }] })
    const toStoreCredit = toRefundRequest({ ...EMPTY_FIELDS, amount: '5', method: 'store_credit' }, 'EUR')
    expect(toStoreCredit).toEqual({ amount: { amount: 500, currency: 'EUR' }, method: 'store_credit' })
  })

  it.each([{}, { shipping: '0' }, { quantities: { a: 0 } }, { quantities: { a: 1 }, amount: 'five' }])(
    'returns undefined when nothing is selected or an amount is invalid: %j',
    (fields) => {
      expect(toRefundRequest({ ...EMPTY_FIELDS, ...fields }, 'EUR')).toBeUndefined()
    },
  )
})

describe('allowedActions', () => {
  const order = (
    changes: Partial<Order>,
    quantities: Partial<OrderItem['quantities']> = {},
    payment: Partial<OrderPayment> = {},
  ): Order => ({
    ...SAMPLE_ORDER,
    items: [{ ...SAMPLE_ITEM, quantities: { ...SAMPLE_ITEM.quantities, ...quantities } }],
    payments: [{ ...SAMPLE_PAYMENT, ...payment }],
    ...changes,
  })

  it.each<[string, Order, string[]]>([
    ['paid', order({}), ['canFulfill', 'canRefund', 'canCancel']],
    ['partially fulfilled', order({}, { fulfilled: 1 }), ['canFulfill', 'canRefund']],
    ['fulfilled', order({ status: 'archived' }, { fulfilled: 2 }), ['canRefund']],
    [
      'not paid',
      order({ totals: { ...SAMPLE_ORDER.totals, due: eur(1000) } }, {}, { captured: eur(0) }),
      ['canFulfill', 'canRecordPayment', 'canCancel'],
    ],
    [
      'authorized',
      order({}, {}, { status: 'authorized', captured: eur(0) }),
      ['canFulfill', 'canCapture', 'canCancel'],
    ],
    ['canceled and refunded', order({ status: 'canceled' }, { current: 0 }, { refunded: eur(1000) }), []],
  ])('allows only what its state permits when the order is %s', (_, testOrder, expected) => {
    expect(
      Object.entries(allowedActions(testOrder)).flatMap(([action, isAllowed]) => (isAllowed ? [action] : [])),
    ).toEqual(expected)
  })
})

it('keeps addresses open until everything that ships was sent', () => {
  const item = (fulfilled: number, requiresShipping = true): OrderItem => ({
    ...SAMPLE_ITEM,
    requiresShipping,
    quantities: { ...SAMPLE_ITEM.quantities, fulfilled },
  })
  const download = item(0, false)
  const cases = [[item(0), download], [item(1), download], [item(2), download], [download]]
  expect(cases.map((items) => canEditAddresses({ items }))).toEqual([true, true, false, true])
})

describe('shippingCharged', () => {
  const shipping = {
    service: 'post',
    title: 'Post',
    type: 'shipping',
    amount: eur(490),
    discount: eur(90),
    tax: eur(80),
  } as const
  it.each([
    [true, 400],
    [false, 480],
  ])('subtracts the discount and adds the tax unless it is included (taxIncluded: %s)', (taxIncluded, amount) => {
    const totals = { ...SAMPLE_ORDER.totals, taxIncluded }
    expect(shippingCharged({ shipping, totals, currency: 'EUR' })).toEqual(eur(amount))
    expect(shippingCharged({ shipping: null, totals, currency: 'EUR' })).toEqual(eur(0))
  })
})
