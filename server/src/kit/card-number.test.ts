import { describe, expect, it } from 'vitest'
import { containsCardNumber, textContainsCardNumber } from './card-number.ts'

describe('containsCardNumber', () => {
  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242.4242.4242.4242',
    '4242_4242-4242 4242',
    'card:4242424242424242',
    'pm_1_4242424242424242',
    '4242424242424242 12/27',
    'amex 3782 822463 10005',
    '1234 5678 9012',
  ])('finds one in %s', (text) => {
    expect(containsCardNumber(text)).toBe(true)
  })

  it.each(['pm_card_visa', 'spt_123', 'pm_1MqLiJLkdIwHu7ixUEgbFdYF', 'card:4242424242424241', 'vt_2026-11-15', ''])(
    'finds none in %s',
    (text) => {
      expect(containsCardNumber(text)).toBe(false)
    },
  )
})

describe('textContainsCardNumber', () => {
  it.each([
    'card 4000056655665556 cvc 123',
    '4242-4242-4242-4242',
    '4242.4242.4242.4242',
    '4242 - 4242 - 4242 - 4242'.replaceAll(' - ', '  '),
    '4242\u00a04242\u00a04242\u00a04242',
    '４２４２ ４２４２ ４２４２ ４２４２',
    'please charge 4242 4242 4242 4242 12/27 123',
    'no. 7: 4242 4242 4242 4242',
    'card4242424242424242',
    'amex 3782 822463 10005',
    '5555555555554444',
    '2223003122003222',
    '6011111111111117',
    '3566002020360505',
    '6205500000000000004',
  ])('finds one in %s', (text) => {
    expect(textContainsCardNumber(text)).toBe(true)
  })

  it.each([
    'Please ring twice',
    'call +43 660 1234567 or 0043 1 5128989',
    'order 302-1234567-1234567',
    '+34 612 345 678',
    '0034.612.345.678',
    '+49 (0) 30 1234567-89 / 0171 2345678',
    'Order #4242-2026-000123',
    'Packstation 123, 4242424',
    'parcel 00340434161094015902',
    // A barcode, an id of another shop, an IMEI, a time: all but the first would pass as some card's number.
    '4006381333931',
    '39412345678908',
    '490154203237518',
    '1700000000000000',
    'fb.1.1558571054389.1098115397',
    '4242424242424241',
    '94242424242424242',
  ])('finds none in %s', (text) => {
    expect(textContainsCardNumber(text)).toBe(false)
  })
})
