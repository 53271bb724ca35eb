import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/**
 * Copies name, currency, time zone, languages, the SKU rule and order limits from another environment of the workspace.
 */
export const copySettings = (ctx: Ctx, from: string): Promise<number> =>
  ctx.db.run(sql`
    update environments as mine
    set name = theirs.name, currency = theirs.currency, time_zone = theirs.time_zone,
      search_languages = theirs.search_languages, unique_skus = theirs.unique_skus,
      max_quantity_per_order = theirs.max_quantity_per_order,
      reservation_minutes = theirs.reservation_minutes, reservation_max_units = theirs.reservation_max_units,
      reservation_max_percent = theirs.reservation_max_percent
    from environments as theirs
    where mine.id = ${ctx.environmentId} and theirs.id = ${from} and theirs.workspace_id = mine.workspace_id`)
