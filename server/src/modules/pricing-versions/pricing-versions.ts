import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Call this in the transaction that changes promotions, shipping or taxes: its commit reprices every cart. */
export const bumpPricingVersion = (ctx: Ctx): Promise<number> =>
  ctx.db.run(sql`
    insert into pricing_versions (environment_id, version) values (${ctx.environmentId}, 1)
    on conflict (environment_id) do update set version = pricing_versions.version + 1`)
