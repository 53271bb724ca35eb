import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/**
 * Copies name, currency, time zone, languages, the SKU rule and order limits from another environment of the workspace.
 * Not the storefront's URL: feeds of the sandbox must not link to the live shop.
 */
export const copySettings = (ctx: Ctx, from: string): Promise<number> =>
  ctx.db.run(sql`
    update environments as target
    set name = source.name, currency = source.currency, time_zone = source.time_zone,
      search_languages = source.search_languages, unique_skus = source.unique_skus,
      max_quantity_per_order = source.max_quantity_per_order,
      reservation_minutes = source.reservation_minutes, reservation_max_units = source.reservation_max_units,
      reservation_max_percent = source.reservation_max_percent
    from environments as source
    where target.id = ${ctx.environmentId} and source.id = ${from} and source.workspace_id = target.workspace_id`)
