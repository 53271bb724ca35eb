import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the tax settings with those of another environment. */
export async function copyTaxes(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from tax_settings where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from tax_regions where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into tax_settings (environment_id, prices_include_tax, shipping_tax, rounding, default_address, version, updated_at)
    select ${ctx.environmentId}, prices_include_tax, shipping_tax, rounding, default_address, version, updated_at
    from tax_settings where environment_id = ${from}`)
  await ctx.db.run(sql`
    insert into tax_regions (environment_id, id, area, rates, version, created_at, updated_at)
    select ${ctx.environmentId}, id, area, rates, version, created_at, updated_at
    from tax_regions where environment_id = ${from}`)
}
