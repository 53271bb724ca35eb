import { expect, it } from 'vitest'
import {
  newAction,
  newReward,
  parseAction,
  parseReward,
  toActionRow,
  toActions,
  toReferral,
  toReferralFields,
  toRewardRow,
  toRewards,
  validateReferral,
} from './reward-fields.ts'

it('sends rewards and actions back as they came, and gives new ones keys from their names', () => {
  const reward = { key: 'five', name: '5 euros off', points: 500, type: 'gift_card', amount: eur(500) } as const
  const added = { ...newReward('JPY'), name: 'Ten off!', points: '900', amount: '1000' }
  expect(toRewards([toRewardRow(reward), added])).toEqual([
    reward,
    { key: 'ten-off', name: 'Ten off!', points: 900, type: 'discount_code', amount: { amount: 1000, currency: 'JPY' } },
  ])
  const actions = [
    { key: 'review', name: 'Write a review', points: 50, limitPerCustomer: null },
    { key: 'birthday', name: 'Birthday', points: 100, limitPerCustomer: 1 },
  ]
  expect(toActions(actions.map(toActionRow))).toEqual(actions)
})

it('waits until a reward or an action is complete', () => {
  const reward = { ...newReward('EUR'), name: 'Five off', points: '500', amount: '5' }
  expect(parseReward(reward)).toMatchObject({ amount: eur(500) })
  for (const changes of [{ name: ' ' }, { points: '0' }, { amount: '' }, { amount: '0' }, { amount: '1.234' }]) {
    expect(parseReward({ ...reward, ...changes })).toBeUndefined()
  }
  const action = { ...newAction(), name: 'Review', points: '5' }
  expect(parseAction(action)).toMatchObject({ limitPerCustomer: null })
  for (const changes of [{ name: '' }, { points: '' }, { limitPerCustomer: '0' }]) {
    expect(parseAction({ ...action, ...changes })).toBeUndefined()
  }
})

it('keeps the minimum order amounts in other currencies', () => {
  const referral = {
    active: true,
    referrerPoints: 500,
    refereePoints: 0,
    minOrderAmount: [eur(2000), { amount: 2500, currency: 'USD' }],
    url: 'https://shop.example.com/?ref={code}',
  }
  const fields = toReferralFields(referral, 'EUR')
  expect(toReferral(fields, 'EUR')).toEqual(referral)
  const cleared = { ...toReferralFields({ ...referral, minOrderAmount: null }, 'EUR'), url: ' ' }
  expect(toReferral(cleared, 'EUR')).toMatchObject({ minOrderAmount: null, url: null })
  expect(validateReferral(fields)).toBeUndefined()
  expect(validateReferral({ ...fields, refereePoints: '' })).toBe('Enter the points of a referral.')
  expect(validateReferral({ ...fields, url: 'https://shop.example.com' })).toMatch(/\{code\}/)
})

function eur(amount: number) {
  return { amount, currency: 'EUR' }
}
