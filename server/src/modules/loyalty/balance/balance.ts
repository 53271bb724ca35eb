import type { Ctx } from '../../../ctx.ts'
import { invalidRequest, notFound } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import { pointsValue } from '../../../pricing/points.ts'
import { getCustomer } from '../../customers/customers.ts'
import { normalizeEmail } from '../../customers/identity/identity.ts'
import * as queries from '../earning/queries.ts'
import type { LoyaltyBalance, LoyaltyBalanceQuery } from '../earning/schemas.ts'
import { tierPeriodStart } from '../earning/tiers.ts'
import { getProgram, toReferralUrl } from '../program/program.ts'
import { findAccount, findReferralCode } from '../queries.ts'

export async function getBalance(ctx: Ctx, query: LoyaltyBalanceQuery): Promise<LoyaltyBalance> {
  const customerId = await findCustomerId(ctx, query)
  const [account, program] = [await findAccount(ctx, customerId), await getProgram(ctx)]
  const lots = await queries.summarizeLots(ctx, customerId)
  const [earned] = await queries.sumEarnedPoints(ctx, [customerId], tierPeriodStart(ctx, program))
  const { tiers, pointValues, rewards, referral } = program
  const code = program.active && referral.active ? await findReferralCode(ctx, customerId) : undefined
  const available = account?.balance ?? 0
  const rank = tiers.findIndex(({ key }) => key === account?.tier)
  const [tier, nextTier] = [tiers[rank], tiers[rank + 1]]
  return {
    customerId,
    available,
    ...lots,
    value: pointValues.map((rate) => money(pointsValue(Math.max(0, available), rate), rate.currency)),
    tier: tier ? { ...tier, until: account?.tierUntil ?? null } : null,
    redeemable: program.active ? rewards.filter(({ points }) => points <= available) : [],
    nextTier: nextTier ? { ...nextTier, missingPoints: Math.max(0, nextTier.threshold - (earned?.points ?? 0)) } : null,
    referral: code ? { code: code.code, url: toReferralUrl(referral, code.code) } : null,
  }
}

async function findCustomerId(ctx: Ctx, { customerId, email }: LoyaltyBalanceQuery): Promise<`cus_${string}`> {
  if ((customerId === undefined) === (email === undefined)) {
    throw invalidRequest('Send either `customerId` or `email`.')
  }
  if (customerId !== undefined) return (await getCustomer(ctx, customerId)).id
  const found = await queries.findCustomerByEmail(ctx, normalizeEmail(email ?? ''))
  if (!found) throw notFound('customer', email ?? '')
  return found.customerId
}
