import { describe, expect, it } from 'vitest'
import { holdsCardNumber } from './card-number.ts'

describe('a card number', () => {
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
  ])('is found in %s', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  it.each(['pm_card_visa', 'spt_123', 'pm_1MqLiJLkdIwHu7ixUEgbFdYF', 'card:4242424242424241', 'vt_2026-11-15', ''])(
    'is not in %s',
    (text) => {
      expect(holdsCardNumber(text)).toBe(false)
    },
  )
})
