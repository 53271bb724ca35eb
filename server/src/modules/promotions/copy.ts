import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'

/** One statement copies this many codes within a second or two. */
const BATCH_SIZE = 50_000

/** Replaces this environment's promotions with another environment's, without their uses and without codes of customers. */
export async function copyPromotions(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from promotion_uses where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from promotions where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into promotions (environment_id, id, title, trigger, active, starts_at, ends_at, priority, exclusive_group,
      combines_with, items, conditions, benefit, usage_limit, usage_limit_per_customer, budgets, managed_key, usage_count, spent,
      version, created_at, updated_at)
    select ${ctx.environmentId}, id, title, trigger, active, starts_at, ends_at, priority, exclusive_group,
      combines_with, items, conditions, benefit, usage_limit, usage_limit_per_customer, budgets, managed_key, 0, '{}',
      version, created_at, updated_at
    from promotions
    where environment_id = ${from}`)
  for (let after: string | null = ''; after !== null; ) after = await copyCodes(ctx, from, after)
  await bumpPricingVersion(ctx)
}

const LastCode = Type.Object({ code: Type.Union([Type.String(), Type.Null()]) })

/** Returns the last code copied; null if there were none. */
const copyCodes = async (ctx: Ctx, from: string, after: string): Promise<string | null> => {
  const { code } = await ctx.db.one(
    LastCode,
    sql`
      with copied as (
        insert into promotion_codes (environment_id, code, promotion_id, usage_limit, usage_count, active, customer_id, created_at)
        select ${ctx.environmentId}, code, promotion_id, usage_limit, 0, active, customer_id, created_at
        from promotion_codes
        where environment_id = ${from} and code > ${after} and customer_id is null
        order by code
        limit ${BATCH_SIZE}
        returning code
      )
      select max(code) as code from copied`,
  )
  return code
}
