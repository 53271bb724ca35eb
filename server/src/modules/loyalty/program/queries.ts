import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { LoyaltyProgram } from './schemas.ts'

export const findProgram = (ctx: Ctx) =>
  ctx.db.row(
    LoyaltyProgram,
    sql`
      select name, active, point_values, min_points, earning, product_rules, tiers, rewards, actions, tier_period_days,
        pending_days, expires_after_days, referral, version, updated_at
      from loyalty_programs where environment_id = ${ctx.environmentId}`,
  )

export type ProgramSettings = Omit<LoyaltyProgram, 'version' | 'updatedAt'>

export const saveProgram = (ctx: Ctx, version: number, program: ProgramSettings) =>
  ctx.db.run(sql`
    insert into loyalty_programs (environment_id, name, active, point_values, min_points, earning, product_rules, tiers,
      rewards, actions, tier_period_days, pending_days, expires_after_days, referral, version, updated_at)
    values (${ctx.environmentId}, ${program.name}, ${program.active}, ${JSON.stringify(program.pointValues)}::jsonb,
      ${program.minPoints}, ${JSON.stringify(program.earning)}::jsonb, ${JSON.stringify(program.productRules)}::jsonb,
      ${JSON.stringify(program.tiers)}::jsonb, ${JSON.stringify(program.rewards)}::jsonb,
      ${JSON.stringify(program.actions)}::jsonb, ${program.tierPeriodDays}, ${program.pendingDays}, ${program.expiresAfterDays},
      ${JSON.stringify(program.referral)}::jsonb, ${version}, ${ctx.now})
    on conflict (environment_id) do update set
      name = excluded.name, active = excluded.active, point_values = excluded.point_values, min_points = excluded.min_points,
      earning = excluded.earning, product_rules = excluded.product_rules, tiers = excluded.tiers,
      rewards = excluded.rewards, actions = excluded.actions,
      tier_period_days = excluded.tier_period_days, pending_days = excluded.pending_days,
      expires_after_days = excluded.expires_after_days, referral = excluded.referral, version = excluded.version, updated_at = excluded.updated_at`)
