import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { AppError } from '../../kit/errors.ts'
import { bumpPricingVersion } from '../pricing/pricing-version.ts'
import * as queries from './use-queries.ts'

/*
 * Called inside the transaction of a checkout or an order. Each takes two statements at most, however many promotions there
 * are, and a third when a promotion becomes exhausted or is no longer: only then carts have to be priced anew.
 * From reserving or releasing on, others who want the same promotion wait for the end of the transaction: do it late.
 */

/**
 * Takes one use of each promotion for this holder until `expiresAt`, or none and throws `promotion_used_up`. In place of
 * what the holder had reserved before, so it may be called again whenever the cart has changed. `isHeld`: the
 * caller's transaction holds the promotions since an earlier statement.
 */
export async function reserveUses(
  ctx: Ctx,
  holder: string,
  uses: queries.NewUse[],
  expiresAt: Date,
  isLocked = false,
): Promise<void> {
  const promotionIds = uses.map(({ promotionId }) => promotionId)
  const lockedCount = isLocked ? uses.length : await queries.lockPromotions(ctx, holder, promotionIds)
  if (lockedCount === 0 && uses.length === 0) return
  const results = await queries.reserveUses(ctx, holder, uses, expiresAt)
  const rejected = results.filter(({ refusal }) => refusal !== null)
  if (rejected.length > 0) throw usedUpError(rejected)
  if (results.length > 0) await bumpPricingVersion(ctx)
}

/**
 * The order is made: what was reserved is used, from now on under the order's name if it is given. Answers how many. A checkout
 * leaves it to the clock: it counts already, and a statement is saved for every buyer.
 */
export const confirmUses = (ctx: Ctx, holder: string, newHolder = holder): Promise<number> =>
  queries.markUsed(ctx, holder, newHolder)

/** The checkout was left or the order cancelled: whatever it has reserved or used is there for others again. */
export const releaseUses = (ctx: Ctx, holder: string): Promise<void> => releaseHolderUses(ctx, holder, false)

async function releaseHolderUses(ctx: Ctx, holder: string, onlyExpired: boolean): Promise<void> {
  await queries.lockPromotions(ctx, holder, [])
  if ((await queries.releaseUses(ctx, holder, onlyExpired)).length > 0) await bumpPricingVersion(ctx)
}

/** A run; the next comes in a minute. */
const MAX_HOLDERS = 1000

/** Each holder by itself: one that is just being counted must not keep the others waiting. What was ordered does not expire. */
export const releaseExpiredUses: Schedule = {
  name: 'promotions.release-expired',
  cron: '* * * * *',
  run: async (system) => {
    for (const { holder, ...environment } of await queries.listHoldersWithOrders(system, MAX_HOLDERS)) {
      if (system.signal.aborted) return
      await confirmUses({ ...system, ...environment, caller: { kind: 'system' } }, holder)
    }
    for (const { holder, ...environment } of await queries.listExpiredHolders(system, MAX_HOLDERS)) {
      if (system.signal.aborted) return
      const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
      await transaction(ctx, (ctx) => releaseHolderUses(ctx, holder, true))
    }
  },
}

const REASON_MESSAGES: Record<queries.RejectionReason, string> = {
  inactive: 'is no longer there',
  usage_limit: 'has been used as often as it may be',
  code_limit: 'was asked for with a code that has been used as often as it may be',
  customer_limit: 'has been used by this customer as often as it may be',
  budget: 'has not enough left in its budget',
}

/** For programs each detail names the promotion and the reason: `/promotions/promo_…`, `usage_limit`. */
function usedUpError(rejected: queries.ReservationResult[]): AppError {
  const rejections = rejected.map(({ promotionId, title, refusal }) => {
    const reason = refusal ?? 'inactive'
    return {
      reason,
      path: `/promotions/${promotionId}`,
      words: `"${title ?? promotionId}" ${REASON_MESSAGES[reason]}.`,
    }
  })
  return new AppError('promotion_used_up', `${rejections.map(({ words }) => words).join(' ')} Price the cart again.`, {
    details: rejections.map(({ path, reason }) => ({ path, message: reason })),
  })
}
