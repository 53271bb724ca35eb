import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/**
 * Serializes changes of settings per environment, so that what was checked before a write still holds. Locks the
 * environment, because the first change has no row of its own yet.
 */
export const lockEnvironment = (ctx: Ctx) =>
  ctx.db.run(sql`select id from environments where id = ${ctx.environmentId} for no key update`)
