import { type Ctx, transaction } from '../../../ctx.ts'
import type { Schedule } from '../../../jobs/job.ts'
import { AppError } from '../../../kit/errors.ts'
import { bumpPricingVersion } from '../../pricing-versions/pricing-versions.ts'
import * as queries from './queries.ts'

/*
 * Call these inside the transaction of a checkout or an order. Each takes at most two statements for any number of
 * promotions, and a third when a promotion's exhausted state changes: only then must carts be repriced. After
 * reserving or releasing, others who need the same promotion wait for the transaction's end, so do it late.
 */

/**
 * Reserves one use of each promotion for this holder until `expiresAt`, or none, and throws `promotion_exhausted`.
 * Replaces the holder's earlier reservations, so it can be called again whenever the cart changes. `isLocked`: an
 * earlier statement of the transaction has locked the promotions.
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
  const rejected = results.filter(({ rejection }) => rejection !== null)
  if (rejected.length > 0) throw usedUpError(rejected)
  if (results.length > 0) await bumpPricingVersion(ctx)
}

/**
 * Turns reserved uses into used ones once the order exists. Returns how many. A checkout leaves this to the job:
 * reserved uses already count, and every buyer saves a statement.
 */
export const confirmUses = (ctx: Ctx, holder: string): Promise<number> => queries.markUsed(ctx, holder)

/** Releases everything the holder has reserved or used, after the checkout ended or the order was canceled. */
export const releaseUses = (ctx: Ctx, holder: string): Promise<void> => releaseHolderUses(ctx, holder, false)

async function releaseHolderUses(ctx: Ctx, holder: string, onlyExpired: boolean): Promise<void> {
  await queries.lockPromotions(ctx, holder, [])
  if ((await queries.releaseUses(ctx, holder, onlyExpired)).length > 0) await bumpPricingVersion(ctx)
}

/** Per run; the job runs every minute. */
const MAX_HOLDERS = 1000

/** Processes each holder separately: one that is locked must not delay the others. Uses of an order don't expire. */
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
  inactive: 'is no longer active',
  usage_limit: 'has reached its usage limit',
  code_limit: 'can’t be used, because its code has reached the usage limit',
  customer_limit: 'has reached its usage limit for this customer',
  budget: 'has too little budget left',
}

/** Each detail has the promotion and the reason for programs. */
function usedUpError(rejected: queries.ReservationResult[]): AppError {
  const rejections = rejected.map(({ promotionId, title, rejection }) => {
    const reason = rejection ?? 'inactive'
    return {
      reason,
      path: `/promotions/${promotionId}`,
      promotionId,
      message: `"${title ?? 'A promotion'}" ${REASON_MESSAGES[reason]}.`,
    }
  })
  return new AppError(
    'promotion_exhausted',
    `${rejections.map(({ message }) => message).join(' ')} Get the cart to see its new total.`,
    {
      details: rejections,
    },
  )
}
