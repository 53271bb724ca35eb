import { describe, expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import {
  addressLines,
  formatCancellation,
  formatEvent,
  formatGiftCardsEnding,
  formatItemProgress,
  formatPaymentMethod,
  formatReturnProgress,
  itemLabelFor,
} from './order-labels.ts'
import type { OrderEvent, OrderItem, OrderPayment } from './orders.ts'
import { withFormattedAmounts } from './payments/amount-errors.ts'
import { eur, SAMPLE_ITEM, SAMPLE_PAYMENT } from './sample-order.testing.ts'

describe('order labels', () => {
  it('describes the progress of an item, and nothing for an untouched one', () => {
    const item = (quantities: OrderItem['quantities']) => ({ ...SAMPLE_ITEM, quantities })
    expect(formatItemProgress(item({ ordered: 2, current: 2, fulfilled: 0, returned: 0, refunded: 0 }))).toBe('')
    expect(formatItemProgress(item({ ordered: 3, current: 2, fulfilled: 2, returned: 1, refunded: 2 }))).toBe(
      '1 removed, 2 fulfilled, 1 returned, 2 refunded',
    )
  })

  it('says that a return left the stock unchanged, instead of counting zero', () => {
    const progress = (quantity: number, received: number, restocked: number) =>
      formatReturnProgress({ items: [{ itemId: 'a', quantity, received, restocked, reason: null }] })
    expect(progress(2, 0, 0)).toBe('')
    expect(progress(2, 2, 0)).toBe('All received, stock unchanged')
    expect(progress(2, 1, 1)).toBe('1 of 2 received, all restocked')
    expect(progress(3, 3, 2)).toBe('All received, 2 restocked')
  })

  it('names the payment method as far as it is known', () => {
    const payment = (more: Partial<OrderPayment>) => ({ ...SAMPLE_PAYMENT, ...more })
    expect(formatPaymentMethod(payment({ details: { method: { type: 'card', brand: 'visa', last4: '4242' } } }))).toBe(
      'Visa •••• 4242',
    )
    expect(formatPaymentMethod(payment({ kind: 'gift_card', details: { last4: 'AB3D' } }))).toBe('Gift card •••• AB3D')
    expect(formatPaymentMethod(payment({ kind: 'points', details: { points: 800 } }))).toBe('Points (800)')
    expect(formatPaymentMethod(payment({ kind: 'store_credit' }))).toBe('Store credit')
    expect(formatPaymentMethod(payment({}))).toBe('simulator')
    const credit = { provider: null, details: { exchangeOf: { orderId: 'ord_1', number: 1001 } } }
    expect(formatPaymentMethod(payment({ kind: 'external', ...credit }))).toBe('Credit from order #1001')
  })

  it('resolves an error path to an item by index or by variant', () => {
    const items = [{ id: 'li_1', variantId: 'var_1', title: 'Mug' }]
    const labelFor = itemLabelFor(items, [{ itemId: 'li_1' }])
    expect(['/items/0/quantity', '/items/var_1', '/note'].map(labelFor)).toEqual(['Mug:', 'Mug:', 'note'])
  })

  it('formats the refundable maximum as money', () => {
    const details = [{ path: '/amount', message: 'at most 2489', maxAmount: eur(2489) }]
    const rejected = new ApiError(422, {
      code: 'refund_too_large',
      message: 'The amount exceeds what can be refunded.',
      details,
    })
    expect(withFormattedAmounts(rejected)?.message).toBe('At most €24.89 can be refunded now.')
    expect(withFormattedAmounts(new Error('Away'))?.message).toBe('Away')
  })

  it('skips empty lines of an address', () => {
    expect(addressLines({ name: 'Ada', line1: '', city: 'Wien', country: 'AT' })).toEqual(['Ada', 'Wien', 'Austria'])
  })

  it('asks for a manual transfer only after the refund is completed', () => {
    const tender = { paymentId: 'pay_1', kind: 'external', method: 'manual', amount: eur(200) } as const
    const card = { paymentId: 'pay_2', kind: 'provider', method: 'provider', amount: eur(300) } as const
    const refund = (status: 'pending' | 'completed' | 'failed') => ({
      status,
      reason: 'cancellation',
      amount: eur(500),
      manualAmount: eur(status === 'completed' ? 200 : 0),
      tenders: [
        { ...card, status, failure: null },
        { ...tender, status, failure: null },
      ],
    })
    expect(formatCancellation(refund('completed'))).toBe('Order canceled. Send €2.00 to the customer yourself.')
    expect(formatCancellation(refund('pending'))).toBe(
      'Order canceled. A refund of €5.00 is pending. This page shows when it is completed. Do not send €2.00 to the customer before then.',
    )
    expect([formatCancellation(refund('failed')), formatCancellation(undefined)]).toEqual([
      'Order canceled',
      'Order canceled',
    ])
  })

  it('formats known events and falls back to the type of unknown ones', () => {
    const event = (type: string, data = {}) => ({ id: 'evt_1', type, data, createdAt: '' }) as OrderEvent
    expect(formatEvent(event('order.refunded', { amount: eur(500) }))).toBe('€5.00 refunded')
    expect(formatEvent(event('order.refunded', { amount: eur(500), manualAmount: eur(500) }))).toBe(
      'Refund of €5.00 recorded. Send it to the customer yourself',
    )
    expect(formatEvent(event('order.refunded', { amount: eur(500), manualAmount: eur(200) }))).toBe(
      '€3.00 refunded. Send another €2.00 to the customer yourself',
    )
    expect(formatEvent(event('order.refunded', { amount: eur(500), source: 'provider' }))).toBe(
      '€5.00 refunded in the payment provider’s dashboard',
    )
    expect(
      formatEvent(event('order.refund_failed', { amount: eur(500), reason: 'Expired card', reversed: true })),
    ).toBe(
      'The bank returned a refund of €5.00: Expired card. The customer did not receive it. Refund it again or another way',
    )
    const credit = event('order.credit_returned', { amount: { amount: 500, currency: 'EUR' } })
    expect(formatEvent(credit)).toContain('Credit of €5.00 returned to the original order')
    const cards = (outcome: string) =>
      formatEvent(event('order.gift_cards_reviewed', { outcome, count: 2, amount: { amount: 500, currency: 'EUR' } }))
    expect(['deactivated', 'kept', 'reissue_required'].map(cards)).toEqual([
      '2 gift cards from this order deactivated, with €5.00 left',
      expect.stringContaining('can still be used, with €5.00 left'),
      expect.stringContaining('issue a new gift card for €5.00'),
    ])
    const ending = (count: number) => formatGiftCardsEnding({ count, amount: { amount: 500, currency: 'EUR' } })
    expect([1, 2].map(ending)).toEqual([
      'This permanently deactivates 1 gift card from this order, with €5.00 left',
      'This permanently deactivates 2 gift cards from this order, with €5.00 left',
    ])
    expect(formatEvent(event('order.updated', { fields: ['staffNote', 'tags'] }))).toBe('Updated: staff note, tags')
    expect(formatEvent(event('loyalty_account.points_earned', { points: 97 }))).toBe('97 points earned')
    expect(formatEvent(event('order.teleported'))).toBe('order.teleported')
  })
})
