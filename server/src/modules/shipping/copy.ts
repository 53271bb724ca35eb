import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

export async function clearShipping(ctx: Ctx): Promise<void> {
  await ctx.db.run(sql`delete from shipping_rates where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from shipping_profiles where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from shipping_zones where environment_id = ${ctx.environmentId}`)
}

/** Copies the settings of another environment into one that was cleared. Locations must be copied first. */
export async function copyShipping(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`
    insert into shipping_zones (environment_id, id, name, areas, version, created_at, updated_at)
    select ${ctx.environmentId}, id, name, areas, version, created_at, updated_at
    from shipping_zones where environment_id = ${from}`)
  await ctx.db.run(sql`
    insert into shipping_profiles (environment_id, id, name, is_default, items, version, created_at, updated_at)
    select ${ctx.environmentId}, id, name, is_default, items, version, created_at, updated_at
    from shipping_profiles where environment_id = ${from}`)
  await ctx.db.run(sql`
    insert into shipping_rates (environment_id, id, zone_id, profile_id, type, service, title, description, price, free_from,
      min_days, max_days, location_id, position, version, created_at, updated_at)
    select ${ctx.environmentId}, id, zone_id, profile_id, type, service, title, description, price, free_from,
      min_days, max_days, location_id, position, version, created_at, updated_at
    from shipping_rates where environment_id = ${from}`)
}
