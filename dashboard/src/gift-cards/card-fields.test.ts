import { expect, it } from 'vitest'
import { MAX_BALANCE } from '../../../server/src/modules/gift-cards/schemas.ts'
import { moneyInWords } from '../parts/money.ts'
import { amountFault, changesIn, detailsIn, EMPTY, fieldsOf, MOST_ON_A_CARD } from './card-fields.ts'

const CARD = {
  recipient: { name: 'Kim', email: null },
  expiresAt: new Date(2031, 0, 2, 23, 59, 59).toISOString(),
  note: 'Prize',
}

it('only what was changed is sent', () => {
  const saved = fieldsOf(CARD)
  expect(saved).toEqual({ name: 'Kim', email: '', expires: '2031-01-02T23:59', note: 'Prize' })
  expect(changesIn(saved, saved)).toEqual({})
  expect(changesIn({ ...saved, note: ' ' }, saved)).toEqual({ note: null })
  expect(changesIn({ ...saved, name: '' }, saved)).toEqual({ recipient: null })
  expect(changesIn({ ...saved, expires: '' }, saved)).toEqual({ expiresAt: null })
})

it('an empty form says nothing of the card', () => {
  expect(detailsIn(EMPTY)).toEqual({ recipient: null, expiresAt: null, note: null })
})

it('says how much a card can hold, which is what the server takes', () => {
  const eur = (amount: number) => ({ amount, currency: 'EUR' })
  expect(MOST_ON_A_CARD).toBe(MAX_BALANCE)
  const full = `A card can hold ${moneyInWords(eur(MAX_BALANCE))} at most.`
  expect([amountFault('1000000000', eur(0)), amountFault('1000000000.01', eur(0))]).toEqual([undefined, full])
  expect([amountFault('999999995', eur(500)), amountFault('999999999.99', eur(500))]).toEqual([undefined, full])
  expect([amountFault('', eur(500)), amountFault('0', eur(500))]).toEqual([undefined, 'An amount such as 12.00.'])
})
