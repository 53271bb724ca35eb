import { expect, it } from 'vitest'
import { MAX_BALANCE } from '../../../server/src/modules/gift-cards/schemas.ts'
import { formatMoney } from '../ui/money.ts'
import {
  EMPTY_GIFT_CARD,
  MAX_CARD_BALANCE,
  toGiftCardChanges,
  toGiftCardFields,
  toGiftCardInput,
  validateAmount,
} from './gift-card-fields.ts'

const CARD = {
  recipient: { name: 'Kim', email: null },
  expiresAt: new Date(2031, 0, 2, 23, 59, 59).toISOString(),
  staffNote: 'Prize',
}

it('sends only changed fields', () => {
  const saved = toGiftCardFields(CARD)
  expect(saved).toEqual({ name: 'Kim', email: '', expires: '2031-01-02T23:59', staffNote: 'Prize' })
  expect(toGiftCardChanges(saved, saved)).toEqual({})
  expect(toGiftCardChanges({ ...saved, staffNote: ' ' }, saved)).toEqual({ staffNote: null })
  expect(toGiftCardChanges({ ...saved, name: '' }, saved)).toEqual({ recipient: null })
  expect(toGiftCardChanges({ ...saved, expires: '' }, saved)).toEqual({ expiresAt: null })
})

it('sends null for every field of an empty form', () => {
  expect(toGiftCardInput(EMPTY_GIFT_CARD)).toEqual({ recipient: null, expiresAt: null, staffNote: null })
})

it('limits the balance to the server’s maximum', () => {
  const eur = (amount: number) => ({ amount, currency: 'EUR' })
  expect(MAX_CARD_BALANCE).toBe(MAX_BALANCE)
  const full = `A gift card can hold at most ${formatMoney(eur(MAX_BALANCE))}.`
  expect([validateAmount('1000000000', eur(0)), validateAmount('1000000000.01', eur(0))]).toEqual([undefined, full])
  expect([validateAmount('999999995', eur(500)), validateAmount('999999999.99', eur(500))]).toEqual([undefined, full])
  expect([validateAmount('', eur(500)), validateAmount('0', eur(500))]).toEqual([
    undefined,
    'Enter an amount such as 12.00.',
  ])
})
