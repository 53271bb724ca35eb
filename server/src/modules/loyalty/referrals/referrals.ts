import { type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import { emitAll, type NewEvent } from '../../../events/emit.ts'
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { auditValueCreation } from '../../audit/audit.ts'
import { getCustomer, matchCustomer } from '../../customers/customers.ts'
import { generateCode, normalizeCode } from '../../promotions/codes/codes.ts'
import { getProgram, toReferralUrl } from '../program/program.ts'
import type { ReferralSettings } from '../program/schemas.ts'
import { findReferralCode } from '../queries.ts'
import { qualifyReferral } from './qualify-referral.ts'
import * as queries from './queries.ts'
import type { Referral, ReferralAttribution, ReferralCode, ReferralsQuery } from './schemas.ts'
import { toEventData } from './transition-referral.ts'

/** Ten symbols of 31 are 49 bits. A guessed code gives points only to whoever shared it. */
const CODE_LENGTH = 10

/** One code per customer: later calls return the same one. */
export async function getReferralCode(ctx: Ctx, customerId: string): Promise<ReferralCode> {
  const settings = await getActiveSettings(ctx)
  const { id } = await getCustomer(ctx, customerId)
  const code = await findOrCreateCode(ctx, id)
  const { referrerPoints, refereePoints } = settings
  const counts = await queries.countReferrals(ctx, id)
  return { customerId: id, code, url: toReferralUrl(settings, code), referrerPoints, refereePoints, ...counts }
}

async function findOrCreateCode(ctx: Ctx, customerId: string): Promise<string> {
  for (;;) {
    const existing = await findReferralCode(ctx, customerId)
    if (existing) return existing.code
    // Inserts nothing if a parallel call was faster, or if somebody else has the same code.
    await queries.insertCode(ctx, customerId, generateCode('', CODE_LENGTH))
  }
}

async function getActiveSettings(ctx: Ctx): Promise<ReferralSettings> {
  const { active, referral } = await getProgram(ctx)
  if (active && referral.active) return referral
  throw new AppError('conflict', 'Referrals are not active. Activate them in the loyalty program.')
}

/**
 * Records who referred a customer. Each customer is referred once: the same code returns the same referral, another one
 * is rejected, whatever became of the first.
 */
export function attributeReferral(ctx: Ctx, input: ReferralAttribution): Promise<Referral> {
  return transaction(ctx, async (ctx) => {
    const { referrerPoints, refereePoints } = await getActiveSettings(ctx)
    const code = await queries.findCode(ctx, normalizeCode(input.code))
    if (!code) throw notFound('referral code', input.code)
    const refereeId = await findReferee(ctx, input)
    // An order that is paid at the same time waits for this lock and then finds the referral.
    if (!(await queries.lockCustomer(ctx, refereeId))) throw notFound('customer', refereeId)
    const existing = await queries.lockReferralOf(ctx, refereeId)
    if (existing) return toSameReferral(existing, code.code)
    const orderId = await findNamedOrder(ctx, refereeId, input.orderId)
    const referral = await queries.insertReferral(ctx, {
      ...NEW_REFERRAL,
      id: newId('rfl'),
      code: code.code,
      referrerId: code.customerId,
      refereeId,
      orderId,
      referrerPoints,
      refereePoints,
      createdAt: ctx.now.toISOString(),
    })
    if (!referral) throw new Error(`${refereeId} was attributed in spite of the lock`)
    await auditValueCreation(ctx, 'referral.attributed', referral.id, {
      referrerId: referral.referrerId,
      refereeId,
    })
    const created: NewEvent = { type: 'referral.created', data: toEventData(referral) }
    const decision = await qualifyReferral(ctx, referral)
    await emitAll(ctx, [created, ...decision.events])
    return toReferral(decision.referral)
  })
}

const NEW_REFERRAL = {
  status: 'pending',
  reason: null,
  minAmount: 0,
  referrerLotId: null,
  refereeLotId: null,
  qualifiedAt: null,
  rewardAt: null,
  rewardedAt: null,
} as const

async function findReferee(ctx: Ctx, { customerId, email }: ReferralAttribution): Promise<`cus_${string}`> {
  if (customerId !== undefined && email === undefined) return (await getCustomer(ctx, customerId)).id
  const contact = { phone: null, name: null, locale: null, address: null }
  const matched = customerId === undefined && email ? await matchCustomer(ctx, { ...contact, email }) : null
  if (matched === null) throw invalidRequest('Send either `customerId` or `email`.')
  return matched
}

function toSameReferral(existing: queries.ReferralRow, code: string): Referral {
  if (existing.code === code) return toReferral(existing)
  const { id: referralId, status, reason } = existing
  throw new AppError('conflict', `This customer was already referred with another code: that referral is ${status}.`, {
    fields: { referralId, status, reason },
  })
}

async function findNamedOrder(
  ctx: Ctx,
  refereeId: string,
  orderId: `ord_${string}` | undefined,
): Promise<`ord_${string}` | null> {
  if (orderId === undefined) return null
  const order = await queries.findOrderCustomer(ctx, orderId)
  if (!order) throw notFound('order', orderId)
  if (order.customerId === refereeId) return orderId
  throw invalidRequest('The order belongs to another customer.', [
    { path: '/orderId', message: 'must be an order of the customer' },
  ])
}

export async function getReferral(ctx: Ctx, id: string): Promise<Referral> {
  const referral = await queries.findReferral(ctx, id)
  if (!referral) throw notFound('referral', id)
  return toReferral(referral)
}

export async function listReferrals(ctx: Ctx, query: ReferralsQuery): Promise<Page<Referral>> {
  const page = keyset(query)
  return toPage(await queries.listReferrals(ctx, page, query), page)
}

const toReferral = ({ minAmount: _, referrerLotId: __, refereeLotId: ___, ...referral }: queries.ReferralRow) =>
  referral
