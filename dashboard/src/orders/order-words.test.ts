import { describe, expect, it } from 'vitest'
import { addressLines, eventInWords, fateOf, tenderInWords } from './order-words.ts'
import type { OrderLine, OrderPayment } from './orders.ts'

describe('an order in words', () => {
  it('says what became of the units, and nothing where nothing did', () => {
    const line = (quantities: object) => ({ quantities }) as OrderLine
    expect(fateOf(line({ ordered: 2, current: 2, fulfilled: 0, returned: 0, refunded: 0 }))).toBe('')
    expect(fateOf(line({ ordered: 3, current: 2, fulfilled: 2, returned: 1, refunded: 2 }))).toBe(
      '1 taken out, 2 sent, 1 returned, 2 refunded',
    )
  })

  it('says by what it was paid, as far as that is known', () => {
    const payment = (more: object) =>
      ({ kind: 'provider', provider: 'simulator', details: {}, ...more }) as OrderPayment
    expect(tenderInWords(payment({ details: { method: { type: 'card', brand: 'visa', last4: '4242' } } }))).toBe(
      'Visa •••• 4242',
    )
    expect(tenderInWords(payment({ kind: 'gift_card', details: { last4: 'AB3D' } }))).toBe('Gift card •••• AB3D')
    expect(tenderInWords(payment({}))).toBe('simulator')
  })

  it('leaves no empty line in an address', () => {
    expect(addressLines({ name: 'Ada', line1: '', city: 'Wien', country: 'AT' })).toEqual(['Ada', 'Wien', 'Austria'])
  })

  it('tells of an event, also of one that is newer than this page', () => {
    const event = (type: string, data = {}) => ({ id: 'evt_1', type, data, createdAt: '' })
    expect(eventInWords(event('order.refunded', { amount: { amount: 500, currency: 'EUR' } }))).toBe('€5.00 refunded')
    expect(eventInWords(event('order.updated', { fields: ['staffNote', 'tags'] }))).toBe('Changed: staff note, tags')
    expect(eventInWords(event('order.teleported'))).toBe('order.teleported')
  })
})
