import { describe, expect, it } from 'vitest'
import type { ItemRow, OrderRow, PaymentRow } from './queries.ts'
import { assertAllowed, deriveStatuses } from './status.ts'

const item = (more: Partial<ItemRow>) =>
  ({
    ordered: 2,
    current: 2,
    fulfilled: 0,
    returned: 0,
    refunded: 0,
    requiresShipping: true,
    total: 100,
    ...more,
  }) as ItemRow
const payment = (more: Partial<PaymentRow>) =>
  ({ status: 'paid', amount: 100, captured: 100, refunded: 0, ...more }) as PaymentRow
const order = (more: Partial<OrderRow>) =>
  ({
    status: 'open',
    canceledAt: null,
    total: 100,
    items: [item({})],
    payments: [payment({})],
    disputes: [],
    ...more,
  }) as unknown as OrderRow

describe('order statuses', () => {
  it.each<[string, Partial<OrderRow>, [string, string, string]]>([
    ['paid and unfulfilled', {}, ['open', 'paid', 'unfulfilled']],
    ['unpaid', { payments: [] }, ['open', 'pending', 'unfulfilled']],
    [
      'authorized',
      { payments: [payment({ status: 'authorized', captured: 0 })] },
      ['open', 'authorized', 'unfulfilled'],
    ],
    [
      'partially paid',
      { payments: [payment({ amount: 40, captured: 40 })] },
      ['open', 'partially_paid', 'unfulfilled'],
    ],
    [
      'captured less because an item was removed',
      { items: [item({ current: 1 })], payments: [payment({ captured: 50 })] },
      ['open', 'paid', 'unfulfilled'],
    ],
    [
      'partially refunded before the rest is captured',
      {
        payments: [payment({ amount: 40, captured: 40, refunded: 10 }), payment({ status: 'authorized', captured: 0 })],
      },
      ['open', 'authorized', 'unfulfilled'],
    ],
    ['partially fulfilled', { items: [item({ fulfilled: 1 })] }, ['open', 'paid', 'partially_fulfilled']],
    ['fulfilled', { items: [item({ fulfilled: 2 })] }, ['archived', 'paid', 'fulfilled']],
    [
      'fulfilled before it is paid',
      { items: [item({ fulfilled: 2 })], payments: [] },
      ['open', 'pending', 'fulfilled'],
    ],
    ['nothing to ship', { items: [item({ requiresShipping: false })] }, ['archived', 'paid', 'not_required']],
    ['partially refunded', { payments: [payment({ refunded: 1 })] }, ['open', 'partially_refunded', 'unfulfilled']],
    ['refunded', { payments: [payment({ refunded: 100 })] }, ['open', 'refunded', 'unfulfilled']],
    [
      'all items removed',
      { items: [item({ current: 0 })], payments: [payment({ refunded: 100 })] },
      ['archived', 'refunded', 'not_required'],
    ],
    [
      'canceled',
      { canceledAt: '2026-01-01T00:00:00.000Z', payments: [payment({ status: 'voided', captured: 0 })] },
      ['canceled', 'voided', 'unfulfilled'],
    ],
    [
      'canceled before it was paid',
      { canceledAt: '2026-01-01T00:00:00.000Z', items: [item({ current: 0 })], payments: [] },
      ['canceled', 'voided', 'not_required'],
    ],
    [
      'canceled while it was a draft',
      { status: 'draft', canceledAt: '2026-01-01T00:00:00.000Z', payments: [] },
      ['canceled', 'pending', 'unfulfilled'],
    ],
  ])('derives the statuses of an order: %s', (_, more, [status, paymentStatus, fulfillmentStatus]) => {
    expect(deriveStatuses(order(more))).toEqual({ status, paymentStatus, fulfillmentStatus })
  })

  it('rejects an action that the status does not allow, with the required statuses', () => {
    expect(() => assertAllowed({ number: 1001, status: 'canceled' }, 'fulfill')).toThrow(
      'You can’t fulfill order #1001: it is canceled, and must be open.',
    )
    expect(() => assertAllowed({ number: 1001, status: 'open' }, 'fulfill')).not.toThrow()
  })
})
