import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emitAll, type NewEvent } from '../../events/emit.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { LAST_ID, newId } from '../../kit/ids.ts'
import { formatMoney, money } from '../../kit/money.ts'
import { assertCanCreateValue, auditValueCreation } from '../audit/audit.ts'
import { changeCart, readCart } from '../carts/carts.ts'
import { lockCart, removePoints } from '../carts/checkout-cart/checkout-cart.ts'
import { getCustomer } from '../customers/customers.ts'
import { issueGiftCard, lockGiftCard, withdrawGiftCard } from '../gift-cards/gift-cards.ts'
import { getProgram } from '../loyalty/program/program.ts'
import {
  assertEnoughPoints,
  exchangePoints,
  formatCount,
  lockPoints,
  pointsError,
  returnPoints,
} from '../loyalty/redemption/redemption.ts'
import {
  issuePersonalCode,
  lockPersonalCode,
  withdrawPersonalCode,
} from '../promotions/personal-codes/personal-codes.ts'
import { type Offer, resolveOffer } from './offers.ts'
import * as queries from './queries.ts'
import type { IssuedRedemption, NewRedemption, Redemption, RedemptionsQuery } from './schemas.ts'

export async function redeem(ctx: Ctx, input: NewRedemption): Promise<IssuedRedemption> {
  assertCanCreateValue(ctx, 'loyalty_points.redeemed')
  const offer = resolveOffer(await getProgram(ctx), input)
  const { id: customerId } = await getCustomer(ctx, input.customerId)
  return offer.cartId === null
    ? redeemForCode(ctx, customerId, offer)
    : redeemForCart(ctx, customerId, offer, offer.cartId)
}

type CustomerId = Redemption['customerId']

/** The points leave the account in the transaction that issues the gift card or the code. */
function redeemForCode(ctx: Ctx, customerId: CustomerId, offer: Offer): Promise<IssuedRedemption> {
  return transaction(ctx, async (ctx) => {
    const id = newId('rdm')
    const { points, value } = offer
    const name = offer.type === 'gift_card' ? 'Gift card' : 'Discount code'
    const exchanged = await exchangePoints(ctx, id, { customerId, points }, `${name}, ${formatMoney(value)}`)
    const { code, ...issued } = await issueCode(ctx, customerId, offer)
    const hasStoredCode = offer.type === 'discount_code'
    await queries.insertRedemption(ctx, {
      ...offer,
      ...issued,
      id,
      customerId,
      code: hasStoredCode ? code : null,
      lots: exchanged.lots,
    })
    await recordRedemption(ctx, id, customerId, offer, exchanged.events)
    return { ...(await getRedemption(ctx, id)), code, balance: exchanged.balance }
  })
}

async function issueCode(ctx: Ctx, customerId: CustomerId, { type, points, value }: Offer) {
  if (type === 'discount_code') return { giftCardId: null, ...(await issuePersonalCode(ctx, customerId, value)) }
  const staffNote = `For ${formatCount(points)} loyalty points`
  const { id: giftCardId, code } = await issueGiftCard(ctx, { amount: value, staffNote })
  return { giftCardId, promotionId: null, code }
}

/**
 * The cart pays with the points, which leave the account at checkout. A crash before the redemption is stored leaves a
 * cart that pays with points, and nothing else.
 */
async function redeemForCart(
  ctx: Ctx,
  customerId: CustomerId,
  offer: Offer,
  cartId: NonNullable<Offer['cartId']>,
): Promise<IssuedRedemption> {
  const { points, value } = offer
  const balance = await transaction(ctx, (ctx) => assertEnoughPoints(ctx, { customerId, points }))
  const { currency, customer } = await readCart(ctx, cartId)
  if (currency !== value.currency) {
    throw pointsError(`this cart is in ${currency}, not in ${value.currency}`, { currency }, '/cartId')
  }
  if (customer?.id && customer.id !== customerId) {
    throw new AppError('conflict', 'This cart belongs to another customer.', {
      details: [{ path: '/cartId', message: 'must be a cart of the customer, or of nobody yet' }],
    })
  }
  const owner = customer?.id ? {} : { customer: { ...customer, id: customerId } }
  await changeCart(ctx, cartId, { ...owner, points: { requested: points } })
  return transaction(ctx, async (ctx) => {
    const id = newId('rdm')
    await lockCart(ctx, cartId)
    await queries.replaceCartRedemption(ctx, cartId)
    const issued = { giftCardId: null, promotionId: null, code: null, lots: [] }
    await queries.insertRedemption(ctx, { ...offer, ...issued, id, customerId })
    await recordRedemption(ctx, id, customerId, offer, [])
    return { ...(await getRedemption(ctx, id)), code: null, balance }
  })
}

async function recordRedemption(
  ctx: Ctx,
  redemptionId: Redemption['id'],
  customerId: CustomerId,
  { type, points, value }: Offer,
  events: NewEvent[],
): Promise<void> {
  const details = { redemptionId, points, type, value: formatMoney(value) }
  await auditValueCreation(ctx, 'loyalty_points.redeemed', customerId, details)
  const data = { redemptionId, customerId, type, points, value }
  await emitAll(ctx, [...events, { type: 'loyalty_redemption.created', data }])
}

export async function listRedemptions(ctx: Ctx, query: RedemptionsQuery): Promise<Page<Redemption>> {
  const page = keyset(query)
  return toPage(await queries.listRedemptions(ctx, page, query), page)
}

export async function getRedemption(ctx: Ctx, id: string): Promise<Redemption> {
  const [redemption] = await queries.listRedemptions(ctx, { before: LAST_ID, take: 1 }, { id })
  if (!redemption) throw notFound('redemption', id)
  return redemption
}

/** Until it was used. Reversing it again changes nothing. */
export async function reverseRedemption(ctx: Ctx, id: string): Promise<Redemption> {
  const { status } = await getRedemption(ctx, id)
  if (status !== 'reversed') await transaction(ctx, (ctx) => reverse(ctx, id))
  return getRedemption(ctx, id)
}

/**
 * Locks in the order of a checkout: the code or card first, then the account. The redemption comes last, because a merge
 * of customers locks it after their accounts.
 */
async function reverse(ctx: Ctx, id: string): Promise<void> {
  const redemption = await queries.findRedemption(ctx, id)
  if (!redemption) throw notFound('redemption', id)
  const { customerId, type, points, amount, currency, cartId } = redemption
  // Nobody is left to spend the points of an erased customer.
  await getCustomer(ctx, customerId)
  await lockIssued(ctx, redemption)
  if (cartId === null) await lockPoints(ctx, customerId)
  if ((await queries.markReversed(ctx, redemption)) === 0) return assertReversed(ctx, id)
  if (!(await withdraw(ctx, redemption))) throw usedError(redemption)
  const returned = cartId === null ? await returnPoints(ctx, id, { customerId, points }, redemption.lots) : undefined
  await auditValueCreation(ctx, 'loyalty_redemption.reversed', customerId, { redemptionId: id, points })
  const value = money(amount, currency)
  const data = { redemptionId: redemption.id, customerId, type, points, value }
  await emitAll(ctx, [...(returned?.events ?? []), { type: 'loyalty_redemption.reversed', data }])
}

async function lockIssued(
  ctx: Ctx,
  { giftCardId, promotionId, code, cartId }: queries.StoredRedemption,
): Promise<void> {
  if (cartId !== null) await lockCart(ctx, cartId)
  if (giftCardId !== null) await lockGiftCard(ctx, giftCardId)
  if (promotionId !== null && code !== null) await lockPersonalCode(ctx, { promotionId, code })
}

/** Returns false if it was used. */
async function withdraw(ctx: Ctx, redemption: queries.StoredRedemption): Promise<boolean> {
  const { giftCardId, promotionId, code, cartId } = redemption
  if (cartId !== null) return removePoints(ctx, cartId, redemption)
  if (giftCardId !== null) return withdrawGiftCard(ctx, giftCardId)
  return promotionId !== null && code !== null && withdrawPersonalCode(ctx, { promotionId, code })
}

const USED_MESSAGES: Record<Redemption['type'], string> = {
  discount_code: 'Its code was used, or a checkout is using it now.',
  gift_card: 'Its gift card was used or has ended.',
  cart_credit: 'Its cart was ordered, is being checked out, or pays with other points.',
}

const usedError = ({ type }: Pick<Redemption, 'type'>) =>
  new AppError('conflict', `This redemption can’t be reversed. ${USED_MESSAGES[type]}`, { fields: { type } })

/** Another request was faster: it has reversed the redemption, or merged its customer. */
async function assertReversed(ctx: Ctx, id: string): Promise<void> {
  const redemption = await queries.findRedemption(ctx, id)
  if (redemption?.reversedAt) return
  throw new AppError('conflict', 'The customer was merged with another one in the meantime. Try again.')
}
