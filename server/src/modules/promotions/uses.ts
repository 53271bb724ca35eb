import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { AppError } from '../../kit/errors.ts'
import { touchPricing } from '../pricing/version.ts'
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
  uses: queries.WantedUse[],
  expiresAt: Date,
  isHeld = false,
): Promise<void> {
  const promotionIds = uses.map(({ promotionId }) => promotionId)
  const held = isHeld ? uses.length : await queries.lockPromotions(ctx, holder, promotionIds)
  if (held === 0 && uses.length === 0) return
  const outcomes = await queries.reserve(ctx, holder, uses, expiresAt)
  const refused = outcomes.filter(({ refusal }) => refusal !== null)
  if (refused.length > 0) throw usedUp(refused)
  if (outcomes.length > 0) await touchPricing(ctx)
}

/**
 * The order is made: what was reserved is used, from now on under the order's name if it is given. Answers how many. A checkout
 * leaves it to the clock: it counts already, and a statement is saved for every buyer.
 */
export const countUses = (ctx: Ctx, holder: string, newHolder = holder): Promise<number> =>
  queries.markUsed(ctx, holder, newHolder)

/** The checkout was left or the order cancelled: whatever it has reserved or used is there for others again. */
export const releaseUses = (ctx: Ctx, holder: string): Promise<void> => giveBack(ctx, holder, false)

async function giveBack(ctx: Ctx, holder: string, onlyExpired: boolean): Promise<void> {
  await queries.lockPromotions(ctx, holder, [])
  if ((await queries.giveBack(ctx, holder, onlyExpired)).length > 0) await touchPricing(ctx)
}

/** A run; the next comes in a minute. */
const MAX_HOLDERS = 1000

/** Each holder by itself: one that is just being counted must not keep the others waiting. What was ordered does not expire. */
export const releaseExpired: Schedule = {
  name: 'promotions.release-expired',
  cron: '* * * * *',
  run: async (system) => {
    for (const { holder, ...environment } of await queries.listOrdered(system, MAX_HOLDERS)) {
      if (system.signal.aborted) return
      await countUses({ ...system, ...environment, caller: { kind: 'system' } }, holder)
    }
    for (const { holder, ...environment } of await queries.listExpired(system, MAX_HOLDERS)) {
      if (system.signal.aborted) return
      const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
      await transaction(ctx, (ctx) => giveBack(ctx, holder, true))
    }
  },
}

const WORDS: Record<queries.Reason, string> = {
  inactive: 'is no longer there',
  usage_limit: 'has been used as often as it may be',
  code_limit: 'was asked for with a code that has been used as often as it may be',
  customer_limit: 'has been used by this customer as often as it may be',
  budget: 'has not enough left in its budget',
}

/** For programs each detail names the promotion and the reason: `/promotions/promo_…`, `usage_limit`. */
function usedUp(refused: queries.Outcome[]): AppError {
  const told = refused.map(({ promotionId, title, refusal }) => {
    const reason = refusal ?? 'inactive'
    return { reason, path: `/promotions/${promotionId}`, words: `"${title ?? promotionId}" ${WORDS[reason]}.` }
  })
  return new AppError('promotion_used_up', `${told.map(({ words }) => words).join(' ')} Price the cart again.`, {
    details: told.map(({ path, reason }) => ({ path, message: reason })),
  })
}
