import type { Ctx } from '../../../ctx.ts'
import { sum } from '../../../kit/sum.ts'
import { normalizeEmail } from '../../customers/identity/identity.ts'
import { calculateOrderPoints, findAppliedRule, type Purchase, type PurchasedItem } from '../earning/order-points.ts'
import { findCustomerByEmail } from '../earning/queries.ts'
import { toCurrentTier } from '../members/members.ts'
import { getProgram } from '../program/program.ts'
import { findAccount } from '../queries.ts'
import type { PointsPreview } from './schemas.ts'

interface UnpaidPurchase extends Purchase {
  currency: string
  customerId: string | null
  /** Finds the customer, as it will when the order is placed. */
  email: string | null
  items: (PurchasedItem & { variantId: string })[]
}

/** What an order of this would earn if it were paid now. Nothing is stored. */
export async function previewPoints(ctx: Ctx, purchase: UnpaidPurchase): Promise<PointsPreview> {
  const { active, earning, productRules, tiers, pendingDays } = await getProgram(ctx)
  const tierKey = await findTierKey(ctx, purchase)
  const { multiplierPercent = 100 } = tiers.find(({ key }) => key === tierKey) ?? {}
  const rate = active ? earning.find(({ currency }) => currency === purchase.currency) : undefined
  const rules = rate && { rate, productRules, multiplierPercent }
  const earned = rules ? calculateOrderPoints(purchase, rules) : []
  return {
    points: sum(earned.map(({ points }) => points)),
    multiplierPercent,
    tier: toCurrentTier(tiers, tierKey),
    items: purchase.items.map((item) => ({
      variantId: item.variantId as `var_${string}`,
      quantity: item.quantity,
      points: earned.find(({ itemId }) => itemId === item.id)?.points ?? 0,
      rule: (rules && !item.isGiftCard && findAppliedRule(item, rules)) || null,
    })),
    availableAfterDays: pendingDays,
    reason: rules ? null : active ? 'currency_mismatch' : 'inactive',
  }
}

async function findTierKey(ctx: Ctx, { customerId, email }: UnpaidPurchase): Promise<string | null> {
  const owner =
    customerId === null && email !== null ? await findCustomerByEmail(ctx, normalizeEmail(email)) : undefined
  const id = customerId ?? owner?.customerId
  return (id && (await findAccount(ctx, id))?.tier) || null
}
