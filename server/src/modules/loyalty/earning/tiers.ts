import type { Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import type { LoyaltyProgram, Tier } from '../program/schemas.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000

type TierRules = Pick<LoyaltyProgram, 'tiers' | 'tierPeriodDays'>

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS)

/** The start of the period whose points count; null for all time. */
export const tierPeriodStart = ({ now }: Ctx, { tierPeriodDays }: TierRules): Date | null =>
  tierPeriodDays === null ? null : addDays(now, -tierPeriodDays)

/** The highest tier that these points reach. Tiers are sorted by threshold. */
export const findTier = (tiers: Tier[], points: number): Tier | undefined =>
  tiers.findLast(({ threshold }) => points >= threshold)

/**
 * Moves accounts to the tier that their points reach. `upgrade` leaves those that would lose theirs: a tier lasts until
 * its period ends, and then `review` decides. The accounts must be locked.
 */
export async function updateTiers(
  ctx: Ctx,
  program: TierRules,
  accounts: queries.LockedAccount[],
  mode: 'upgrade' | 'review',
): Promise<NewEvent[]> {
  const { tiers, tierPeriodDays } = program
  if (accounts.length === 0 || (mode === 'upgrade' && tiers.length === 0)) return []
  const ids = accounts.map(({ customerId }) => customerId)
  const sums = await queries.sumEarnedPoints(ctx, ids, tierPeriodStart(ctx, program))
  const rankOf = (key: string | null) => tiers.findIndex((tier) => tier.key === key)
  const next = accounts.flatMap(({ customerId, tier: current }) => {
    const points = sums.find((sum) => sum.customerId === customerId)?.points ?? 0
    const tier = findTier(tiers, points)?.key ?? null
    if (mode === 'upgrade' && rankOf(tier) <= rankOf(current)) return []
    const until = tier === null || tierPeriodDays === null ? null : addDays(ctx.now, tierPeriodDays)
    return [{ customerId, current, tier, until }]
  })
  if (next.length > 0) await queries.saveTiers(ctx, next)
  return next.flatMap(({ customerId, current, tier }): NewEvent[] =>
    tier === current
      ? []
      : [
          {
            type: 'loyalty_account.tier_changed',
            data: { customerId: customerId as `cus_${string}`, from: current, to: tier },
          },
        ],
  )
}
