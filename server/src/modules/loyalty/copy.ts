import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the program with that of another environment. Accounts and balances are not copied. */
export async function copyProgram(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from loyalty_programs where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into loyalty_programs (environment_id, name, active, point_values, min_points, earning, product_rules, tiers,
      rewards, actions, tier_period_days, pending_days, expires_after_days, referral, version, updated_at)
    select ${ctx.environmentId}, name, active, point_values, min_points, earning, product_rules, tiers, rewards, actions,
      tier_period_days, pending_days, expires_after_days, referral, version, updated_at
    from loyalty_programs where environment_id = ${from}`)
}
