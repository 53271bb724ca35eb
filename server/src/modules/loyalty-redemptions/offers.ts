import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { formatMoney, money } from '../../kit/money.ts'
import { pointsNeeded, pointsValue } from '../../pricing/points.ts'
import { MAX_BALANCE } from '../gift-cards/schemas.ts'
import type { LoyaltyProgram } from '../loyalty/program/schemas.ts'
import { formatCount, pointsError } from '../loyalty/redemption/redemption.ts'
import type { NewRedemption, Redemption } from './schemas.ts'

/** What the customer gets for how many points. */
export type Offer = Pick<Redemption, 'reward' | 'type' | 'points' | 'value' | 'cartId'>

/** A reward of the program, or what a number of points is worth. */
export function resolveOffer(program: LoyaltyProgram, input: NewRedemption): Offer {
  assertComplete(input)
  if (!program.active) throw pointsError('the loyalty program is not active')
  const offer = input.reward === undefined ? toPointsOffer(program, input) : findReward(program, input.reward)
  const { cartId = null } = input
  if ((cartId !== null) === (offer.type === 'cart_credit')) return { ...offer, cartId }
  const message = cartId === null ? 'is required for cart_credit' : `must be omitted for ${offer.type}`
  throw invalidRequest('Send the cart that the points pay for, and only for cart_credit.', [
    { path: '/cartId', message },
  ])
}

function assertComplete({ reward, points, type, currency }: NewRedemption): void {
  const fields = { points, type, currency }
  const details = Object.entries(fields).flatMap(([name, value]): ErrorDetail[] => {
    if ((value === undefined) === (reward !== undefined)) return []
    const message = reward === undefined ? 'is required without reward' : 'must be omitted if reward is sent'
    return [{ path: `/${name}`, message }]
  })
  if (details.length > 0) throw invalidRequest('Send either a reward, or points with type and currency.', details)
}

type UnplacedOffer = Omit<Offer, 'cartId'>

function findReward({ rewards }: LoyaltyProgram, key: string): UnplacedOffer {
  const reward = rewards.find((one) => one.key === key)
  if (reward) return { reward: key, type: reward.type, points: reward.points, value: reward.amount }
  const keys = rewards.map((one) => one.key)
  const known = keys.length > 0 ? `only the rewards ${keys.join(', ')}` : 'no rewards'
  throw pointsError(`the loyalty program has ${known}`, { rewards: keys }, '/reward')
}

/** Takes only as many points as are needed for the amount, as a cart does. */
function toPointsOffer(
  { pointValues, minPoints }: LoyaltyProgram,
  { points = 0, type = 'gift_card', currency = '' }: NewRedemption,
): UnplacedOffer {
  const rate = pointValues.find((one) => one.currency === currency)
  if (!rate) throw pointsError(`points have no value in ${currency}`, { currency }, '/currency')
  const value = money(pointsValue(points, rate), currency)
  const needed = pointsNeeded(value.amount, rate)
  if (needed === 0 || needed < minPoints) {
    const least = Math.max(minPoints, pointsNeeded(1, rate))
    throw pointsError(`at least ${formatCount(least)} are needed`, { minPoints: least }, '/points')
  }
  if (value.amount > MAX_BALANCE) {
    throw pointsError(`they are worth more than ${formatMoney(money(MAX_BALANCE, currency))}`, {}, '/points')
  }
  return { reward: null, type, points: needed, value }
}
